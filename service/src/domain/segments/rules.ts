import { isStorable } from '../../foundation/storage/index.ts'
import { fits, invalidText, isPrintable, lengthOf, PRINTABLE, Printable, Text } from '../texts/index.ts'

export const OPS = ['is', 'is_not', 'in', 'at_least', 'at_most', 'exists'] as const
export type Op = (typeof OPS)[number]

export const TraitName = Printable(1, 64)
export const TraitText = Text(0, 200, 'A value of a trait.')
export const MOST_RULES = 20
export const MOST_VALUES = 50
/** In all rules of a segment together. */
export const MOST_VALUES_IN_ALL = 200

export type TraitValue = string | number | boolean

/** What a trait of somebody has to be. A rule about a trait that somebody does not have never holds, unless it asks for that. */
export type Rule =
  | { readonly trait: string; readonly op: 'is' | 'is_not'; readonly value: TraitValue }
  | { readonly trait: string; readonly op: 'in'; readonly value: readonly TraitValue[] }
  | { readonly trait: string; readonly op: 'at_least' | 'at_most'; readonly value: number }
  | { readonly trait: string; readonly op: 'exists'; readonly value: boolean }

/** All of them hold, or any of them. */
export type Rules = { readonly all: readonly Rule[] } | { readonly any: readonly Rule[] }

/** Takes any value. */
export function readRules(given: unknown): Rules {
  const { all, any, ...others } = membersOf(given, '/rules')
  if (Object.keys(others).length > 0 || (all === undefined) === (any === undefined)) {
    throw invalidText('/rules', 'must have either `all` or `any`, and nothing else')
  }
  return all === undefined ? { any: readList(any, '/rules/any') } : { all: readList(all, '/rules/all') }
}

export function isAll(rules: Rules): rules is { readonly all: readonly Rule[] } {
  return 'all' in rules
}

export function listOf(rules: Rules): readonly Rule[] {
  return isAll(rules) ? rules.all : rules.any
}

function readList(given: unknown, pointer: string): readonly Rule[] {
  if (!Array.isArray(given) || given.length === 0 || given.length > MOST_RULES) {
    throw invalidText(pointer, `must be a list of 1 to ${MOST_RULES} rules`)
  }
  const rules = given.map((one, place) => readRule(one, `${pointer}/${place}`))
  const values = rules.reduce((sum, { op, value }) => sum + (op === 'in' ? value.length : 1), 0)
  if (values > MOST_VALUES_IN_ALL) throw invalidText(pointer, `must have at most ${MOST_VALUES_IN_ALL} values in all`)
  return rules
}

function readRule(given: unknown, pointer: string): Rule {
  const { trait, op, value, ...others } = membersOf(given, pointer)
  if (Object.keys(others).length > 0) throw invalidText(pointer, 'must have `trait`, `op` and `value` only')
  const name = readTrait(trait, `${pointer}/trait`)
  const place = `${pointer}/value`
  switch (op) {
    case 'is':
    case 'is_not':
      return { trait: name, op, value: readValue(value, place) }
    case 'in':
      return { trait: name, op, value: readValues(value, place) }
    case 'at_least':
    case 'at_most':
      if (typeof value === 'number' && Number.isFinite(value)) return { trait: name, op, value }
      throw invalidText(place, 'must be a number')
    case 'exists':
      if (typeof value === 'boolean' || value === undefined) return { trait: name, op, value: value ?? true }
      throw invalidText(place, 'must be true or false')
    default:
      throw invalidText(`${pointer}/op`, `must be one of ${OPS.join(', ')}`)
  }
}

function readTrait(trait: unknown, pointer: string): string {
  if (typeof trait === 'string' && fits(TraitName, trait) && isPrintable(trait)) return trait
  throw invalidText(pointer, `must have ${lengthOf(TraitName, PRINTABLE)}`)
}

function readValues(value: unknown, pointer: string): readonly TraitValue[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_VALUES) {
    throw invalidText(pointer, `must be a list of 1 to ${MOST_VALUES} values`)
  }
  return value.map((one, place) => readValue(one, `${pointer}/${place}`))
}

function readValue(value: unknown, pointer: string): TraitValue {
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return value
  if (typeof value === 'string' && fits(TraitText, value) && isStorable(value)) return value
  throw invalidText(pointer, `must be a text with ${lengthOf(TraitText)}, a number, true or false`)
}

function membersOf(given: unknown, pointer: string): Readonly<Record<string, unknown>> {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return { ...given }
  throw invalidText(pointer, 'must be an object')
}
