import type { FastifyRequest } from 'fastify'
import {
  isAll,
  listOf,
  MOST_RULES,
  OPS,
  type Rule,
  type Rules,
  type TraitValue,
} from '../../../domain/segments/index.ts'
import { membersOf, queryOf, textIn, textsIn } from '../../pages/index.ts'
import { readText, versionIn } from '../shared/form-values.ts'

/** The comparisons that the editor offers. `missing` is `exists` with the value false. */
export const CHOICES = [...OPS, 'missing'] as const

/** A rule as it stands in the fields of the editor. */
export interface TypedRule {
  readonly trait: string
  readonly op: string
  readonly value: string
}

/** The fields of the editor, to be shown again. */
export interface TypedSegment {
  readonly name: string
  readonly join: 'all' | 'any'
  readonly rules: readonly TypedRule[]
  /** The version that was read; undefined: the newest. */
  readonly version: number | undefined
  /** By the names of the members in the API. */
  readonly faults?: Readonly<Record<string, string>>
}

/** From a form, or from the address of the editor. */
export function typedIn(request: FastifyRequest): TypedSegment & { readonly version: number } {
  const members = request.method === 'POST' ? membersOf(request) : queryOf(request)
  const [traits, ops, values] = [members.trait, members.op, members.value].map(textsIn)
  const rules = (traits ?? []).slice(0, 2 * MOST_RULES).map((trait, place) => ({
    trait: readText(trait).trim(),
    op: ops?.[place] ?? '',
    value: readText(values?.[place]).trim(),
  }))
  return {
    name: readText(members.name),
    join: textIn(members.join) === 'any' ? 'any' : 'all',
    rules: rules.filter(({ trait, value }) => trait || value),
    version: versionIn(members.version),
  }
}

/** As the API has them. The domain says what is wrong with them. */
export function rulesOf({ join, rules }: TypedSegment): object {
  return { [join]: rules.map(ruleOf) }
}

export function segmentTyped({ name, rules, version }: { name: string; rules: Rules; version: number }): TypedSegment {
  return {
    name,
    version,
    join: isAll(rules) ? 'all' : 'any',
    rules: listOf(rules).map(ruleTyped),
  }
}

function ruleOf({ trait, op, value }: TypedRule): object {
  if (op === 'exists' || op === 'missing') return { trait, op: 'exists', value: op === 'exists' }
  return { trait, op, value: op === 'in' ? valuesIn(value) : read(value) }
}

/** The opposite of `ruleOf`. */
function ruleTyped({ trait, op, value }: Rule): TypedRule {
  if (op === 'exists') return { trait, op: value ? 'exists' : 'missing', value: '' }
  const values = op === 'in' ? value : [value]
  return { trait, op, value: values.map((one) => written(op, one)).join(', ') }
}

function valuesIn(text: string): TraitValue[] {
  return (text.match(/\s*"(?:[^"\\]|\\.)*"|[^,]+/g) ?? []).map((one) => read(one.trim()))
}

/**
 * `10` and `1e-7` are numbers, `true` is yes, `"10"` is a text; everything else is a text as it stands. So is a whole number with too many digits to be kept
 * exactly: people have such ids as texts.
 */
function read(text: string): TraitValue {
  if (!/^(?:true|false|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|".*")$/s.test(text)) return text
  try {
    const value = JSON.parse(text) as TraitValue // only such values are written like that
    return /^-?\d+$/.test(text) && !Number.isSafeInteger(value) ? text : value
  } catch {
    return text
  }
}

/** The opposite of `read`. */
function written(op: string, value: TraitValue): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  const isKept = read(value) === value && value === value.trim() && !/[\r\n]/.test(value) // browsers drop line breaks
  const isPlain = isKept && value !== '' && !(op === 'in' && /[,"]/.test(value))
  return isPlain ? value : JSON.stringify(value)
}
