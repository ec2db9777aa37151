import type { Id } from '../../foundation/ids/index.ts'
import { asLine, fits, invalidText, lengthOf, readEach, seenIn, Text } from '../texts/index.ts'
import { choicesOf, type Field, type FieldValue, foldLabel, isFor } from './field.ts'

export const FieldText = Text(1, 500, 'One line of plain text.')
export const FieldUrl = Text(1, 1_000, 'An address that begins with https:// or http://.')
/** More than a project has fields. */
const MOST_GIVEN = 100
export const MOST_CHOSEN = 20
/** Of the values of a post that everyone sees, as JSON, and as many of the others. So an event with a post stays small enough for a webhook. */
export const MOST_VALUE_BYTES = 8_000
const LARGEST_NUMBER = Number.MAX_SAFE_INTEGER

/** The values of a post, by the ids of their fields: as they are stored. */
export type StoredValues = Readonly<Record<Id<'field'>, FieldValue>>

/** What somebody sent, by the keys of the fields. Null removes a value. */
export type GivenValues = Readonly<Record<string, unknown>>

/** What decides which values a post can get. */
export interface Place {
  /** The fields that the caller may know of. */
  readonly fields: readonly Field[]
  /** Absent: of any category. */
  readonly categoryId: string | undefined
  /** The values that it has; absent for a new post. */
  readonly before?: StoredValues | undefined
  /** Whether the caller must fill in what is required. */
  readonly isBound: boolean
}

/**
 * The values that a post has from now on. Every surface checks values here. A value that is not sent stays as it is, whether it still fits its field
 * or not. The team sees values that are not for the category of the post, and may send them back as they are. Takes any values; every fault is reported.
 */
export function readValues(given: GivenValues, { fields, categoryId, before, isBound }: Place): StoredValues {
  if (Object.keys(given).length > MOST_GIVEN) throw invalidText('/fields', `must name at most ${MOST_GIVEN} fields`)
  const after: Record<string, FieldValue> = { ...before }
  const parts = Object.entries(given).map(([key, value]) => {
    const read = () => {
      const field = fields.find((field) => field.key === key)
      if (!field) throw invalidValue(key, 'is no field of this project')
      if (isNothing(value)) delete after[field.id]
      else {
        const had = before?.[field.id]
        const given = readValue(field, value, had)
        if (categoryId === undefined || isFor(field, categoryId)) after[field.id] = given
        else if (isBound || !isSame(given, had)) throw invalidValue(key, 'is not asked for in this category')
      }
    }
    return [`given ${key}`, read] as const
  })
  const asked = fields.filter((field) => field.required && (categoryId === undefined || isFor(field, categoryId)))
  const required = (isBound ? asked : [])
    .filter(({ key }) => before === undefined || key in given)
    .map((field) => {
      const { id, key } = field
      const read = () => {
        const isGiven = key in given && !isNothing(given[key]) // and was refused above if it does not fit
        if (!isGiven && after[id] === undefined) throw invalidValue(key, 'is required')
        if (field.kind === 'checkbox' && after[id] === false) throw invalidValue(key, 'must be true')
      }
      return [`required ${key}`, read] as const
    })
  readEach(Object.fromEntries([...parts, ...required]))
  refuseTooMany(
    after,
    fields,
    fields.filter(({ key }) => key in given),
  )
  return after
}

/** What users do not see refuses nothing that they send, so values for the team are counted by themselves. */
function refuseTooMany(values: StoredValues, fields: readonly Field[], given: readonly Field[]): void {
  const seen = new Set<string>(fields.filter(({ visibleTo }) => visibleTo === 'everyone').map(({ id }) => id))
  for (const [visibleTo, which] of [
    ['everyone', ''],
    ['team', ' of fields for the team'],
  ] as const) {
    if (!given.some((field) => field.visibleTo === visibleTo)) continue
    const counted = Object.entries(values).filter(([id]) => seen.has(id) === (visibleTo === 'everyone'))
    if (Buffer.byteLength(JSON.stringify(Object.fromEntries(counted))) > MOST_VALUE_BYTES)
      throw invalidText('/fields', `must have at most ${MOST_VALUE_BYTES} bytes in all${which}`)
  }
}

/** A value as it is stored, or a refusal. What the post has already can be sent again, also where it was removed from the options. */
export function readValue(field: Field, value: unknown, before?: FieldValue): FieldValue {
  const { key } = field
  switch (field.kind) {
    case 'text':
      return readText(key, value)
    case 'url':
      return readUrl(key, value)
    case 'number':
      if (typeof value === 'number' && Math.abs(value) <= LARGEST_NUMBER) return value
      throw invalidValue(key, `must be a number between -${LARGEST_NUMBER} and ${LARGEST_NUMBER}`)
    case 'checkbox':
      if (typeof value === 'boolean') return value
      throw invalidValue(key, 'must be true or false')
    case 'date':
      if (typeof value === 'string' && isDay(value)) return value
      throw invalidValue(key, 'must be a day such as 2026-11-17')
    case 'select':
      return readChoice(field, value, before)
    case 'multi_select':
      return readChoices(field, value, before)
  }
}

/**
 * What a text stands for: forms, filters and tables have nothing but texts. It is not checked yet. Choices may be named by their labels, where `byLabel`
 * says so, several with a comma or a semicolon between them.
 */
export function fromText(field: Field, text: string, { byLabel = false } = {}): unknown {
  switch (field.kind) {
    case 'number':
      return NUMBER.test(text.trim()) ? Number(text) : text
    case 'checkbox':
      return BOXES.get(text.trim().toLowerCase()) ?? text
    case 'select':
      return byLabel ? choiceNamed(field, text) : text
    case 'multi_select':
      return byLabel ? choicesNamed(field, text) : [text]
    case 'date':
      return text.trim()
    default:
      return text
  }
}

/** Every form that browsers send from an input of numbers, and in which a stored number is shown there: also 1e-7 and .5. */
const NUMBER = /^-?(?:\d{1,16}(?:\.\d{1,25})?|\.\d{1,25})(?:e[+-]?\d{1,3})?$/i

const BOXES = new Map([
  ['true', true],
  ['yes', true],
  ['on', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['off', false],
  ['0', false],
])

/** A label may hold a comma, so the whole text is tried first. */
function choicesNamed(field: Field, text: string): string[] {
  const whole = findChoice(field, text)
  if (whole !== undefined) return [whole]
  const names = text.split(/[;,]/).map((name) => name.trim())
  return [...new Set(names.filter((name) => name !== '').map((name) => choiceNamed(field, name)))]
}

function choiceNamed(field: Field, text: string): string {
  return findChoice(field, text) ?? text
}

function findChoice(field: Field, text: string): string | undefined {
  const wanted = foldLabel(text)
  const choices = choicesOf(field)
  const found =
    choices.find(({ value }) => value === wanted) ?? choices.find(({ label }) => foldLabel(label) === wanted)
  return found?.value
}

/** How a person reads a value: choices by their labels. */
export function sayValue(field: Field, value: FieldValue): string {
  const labelOf = (chosen: string) => field.options.find((option) => option.value === chosen)?.label ?? chosen
  if (Array.isArray(value)) return value.map(labelOf).join(', ')
  return field.kind === 'select' ? labelOf(String(value)) : String(value)
}

/** Choices are the same in any order. */
function isSame(one: FieldValue, other: FieldValue | undefined): boolean {
  const sorted = (value: unknown) => JSON.stringify([value].flat().toSorted())
  return sorted(one) === sorted(other)
}

/** An empty text or list is no value. */
function isNothing(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

function readText(key: string, value: unknown): string {
  const line = typeof value === 'string' ? asLine(value) : ''
  if (seenIn(line) < 1 || !fits(FieldText, line)) throw invalidValue(key, `must be a text of ${lengthOf(FieldText)}`)
  return line
}

function readUrl(key: string, value: unknown): string {
  const text = typeof value === 'string' ? value.trim() : ''
  const url = fits(FieldUrl, text) && /^https?:\/\//i.test(text) ? URL.parse(text) : null
  if (!url || url.username || url.password || !fits(FieldUrl, url.href))
    throw invalidValue(
      key,
      `must be an address of at most ${FieldUrl.maxLength} characters that begins with https:// or http://`,
    )
  return url.href
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text < '0001') return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

function readChoice(field: Field, value: unknown, before: FieldValue | undefined): string {
  const had: readonly unknown[] = Array.isArray(before) ? before : [before]
  const chosen = field.options.find((option) => option.value === value)
  if (chosen && (!chosen.isRemoved || had.includes(value))) return chosen.value
  throw invalidValue(field.key, 'must be the value of one of its options')
}

function readChoices(field: Field, value: unknown, before: FieldValue | undefined): readonly string[] {
  if (!Array.isArray(value) || value.length > MOST_CHOSEN || new Set(value).size < value.length)
    throw invalidValue(field.key, `must be a list of at most ${MOST_CHOSEN} different values of its options`)
  return value.map((one) => readChoice(field, one, before))
}

function invalidValue(key: string, detail: string) {
  return invalidText(`/fields/${key.replaceAll('~', '~0').replaceAll('/', '~1').slice(0, 80)}`, detail)
}
