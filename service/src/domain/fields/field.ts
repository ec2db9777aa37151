import type { Id } from '../../foundation/ids/index.ts'
import { Text } from '../texts/index.ts'

export const KINDS = ['text', 'number', 'select', 'multi_select', 'checkbox', 'url', 'date'] as const
export type FieldKind = (typeof KINDS)[number]

export const FIELD_VISIBLE_TO = ['everyone', 'team'] as const
export type FieldVisibleTo = (typeof FIELD_VISIBLE_TO)[number]

export const FieldKey = Text(1, 40, 'Its name in the API: a letter, then letters, digits and _, all in lower case.')
export const KEY_PATTERN = '^[a-z][a-z0-9_]{0,39}$'
/** Every object in JavaScript has a `constructor`, so each post would seem to have a value of such a field. */
const NOT_A_KEY = 'constructor'

/** Whether it can be the key of a field. */
export function isFieldKey(text: string): boolean {
  return new RegExp(KEY_PATTERN).test(text) && text !== NOT_A_KEY
}

export const FieldLabel = Text(1, 60, 'What forms and pages call it.')
export const OptionValue = Text(
  1,
  60,
  'What posts have if it is chosen: letters and digits in lower case, and hyphens.',
)
export const OptionLabel = Text(1, 60, 'What forms and pages call it.')

/** One of the choices of a field. Its value stays; its label may change. */
export interface FieldOption {
  readonly value: string
  readonly label: string
  /** Nobody can choose it any more. Posts that have it keep it. */
  readonly isRemoved: boolean
}

/** What a project asks about its posts beside title and text. */
export interface Field {
  readonly id: Id<'field'>
  /** Its name in the API. */
  readonly key: string
  readonly label: string
  /** It never changes: the values of posts would no longer fit. */
  readonly kind: FieldKind
  /** Of the kinds `select` and `multi_select`. */
  readonly options: readonly FieldOption[]
  /** Users cannot write a post without it. The team can. */
  readonly required: boolean
  readonly visibleTo: FieldVisibleTo
  /** The categories whose posts have it; null: all. */
  readonly categories: readonly Id<'category'>[] | null
  readonly position: number
  readonly createdAt: Date
  readonly version: number
}

/** The value of a field at a post. Choices are named by the values of their options, days as 2026-11-17. */
export type FieldValue = string | number | boolean | readonly string[]

/** The values of a post by the keys of their fields, as the caller sees them. */
export type FieldValues = Readonly<Record<string, FieldValue>>

export function hasOptions({ kind }: Pick<Field, 'kind'>): boolean {
  return kind === 'select' || kind === 'multi_select'
}

/** Whether posts of a category have this field. */
export function isFor({ categories }: Pick<Field, 'categories'>, categoryId: string): boolean {
  return categories === null || (categories as readonly string[]).includes(categoryId)
}

/** The choices that can still be made. */
export function choicesOf({ options }: Pick<Field, 'options'>): readonly FieldOption[] {
  return options.filter(({ isRemoved }) => !isRemoved)
}

/** Labels that differ only in upper and lower case are the same: tables name choices by them. */
export function foldLabel(label: string): string {
  return label.normalize('NFC').trim().toLowerCase()
}

/** The place of a choice whose label is that of one before it. Options that were removed do not count. */
export function placeOfSecondLabel(options: readonly Pick<FieldOption, 'label' | 'isRemoved'>[]): number | undefined {
  const labels = options.map(({ label, isRemoved }) => (isRemoved ? undefined : foldLabel(label)))
  const place = labels.findIndex((label, place) => label !== undefined && labels.indexOf(label) < place)
  return place === -1 ? undefined : place
}

/** All members of a field, as JSON. */
export function fieldJson(field: Field) {
  return {
    id: field.id,
    key: field.key,
    label: field.label,
    kind: field.kind,
    options: field.options.map(({ value, label, isRemoved }) => ({ value, label, is_removed: isRemoved })),
    required: field.required,
    visible_to: field.visibleTo,
    categories: field.categories,
    position: field.position,
    created_at: field.createdAt.toISOString(),
  }
}
