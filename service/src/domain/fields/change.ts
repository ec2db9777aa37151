import { newId } from '../../foundation/ids/index.ts'
import { Problem, versionConflict } from '../../foundation/problems/index.ts'
import { inTransaction, type Permitted, type ProjectCall } from '../call/index.ts'
import { holdCategories, requireCategory } from '../categories/inside.ts'
import { recordEvent } from '../events/inside.ts'
import { limitReached } from '../labels/index.ts'
import { membersOf } from '../members.ts'
import { confirmationRequired } from '../operators/index.ts'
import { isUnconfirmedOperator } from '../operators/inside.ts'
import { lockProject } from '../project-lock/inside.ts'
import {
  asLine,
  fits,
  invalidText,
  isSlug,
  isVisible,
  lengthOf,
  readEach,
  slugFrom,
  type Text,
} from '../texts/index.ts'
import {
  type Field,
  type FieldKind,
  FieldLabel,
  type FieldOption,
  type FieldVisibleTo,
  hasOptions,
  isFieldKey,
  OptionLabel,
  OptionValue,
  placeOfSecondLabel,
} from './field.ts'
import { requireField } from './fields.ts'
import { insertField, markDeleted, selectFields, updateField } from './store.ts'

export const MOST_FIELDS = 30
export const MOST_OPTIONS = 100
/** Removed ones included. */
export const MOST_OPTIONS_IN_ALL = 200
export const LAST_FIELD_POSITION = 1_000_000
const KEY_IS =
  'must begin with a letter and have 1 to 40 letters and digits in lower case, and _; it cannot be constructor'

/** A choice as somebody sends it. Without a value it gets one from its label. */
export interface OptionDraft {
  readonly value?: string
  readonly label: string
  readonly isRemoved?: boolean
}

/** The members of a field that people can change. */
export interface FieldPatch {
  readonly key?: string
  readonly label?: string
  /** All that can be chosen from now on. Those that are missing are removed: posts that have them keep them. */
  readonly options?: readonly OptionDraft[]
  readonly required?: boolean
  readonly visibleTo?: FieldVisibleTo
  readonly categories?: readonly string[] | null
  readonly position?: number
}

/** Without a position it comes last; without a key it gets one from its label. */
export type FieldDraft = FieldPatch & { readonly label: string; readonly kind: FieldKind }

/** Fields of a project change one at a time, so that two concurrent changes cannot break a rule together. */
export function addField(call: Permitted<'fields:write'>, draft: FieldDraft): Promise<Field> {
  return inTransaction(call, async (call) => {
    await lockProject(call)
    const others = await selectFields(call)
    if (others.length >= MOST_FIELDS)
      throw new Problem(limitReached, { detail: `A project has at most ${MOST_FIELDS} fields.` })
    const { kind } = draft
    const empty = { kind, options: [], required: false, visibleTo: 'everyone', categories: null } as const
    const read = await readPatch(call, empty, draft)
    const last = others.at(-1)?.position ?? 0
    const label = read.label ?? draft.label
    const field = await insertField(call, {
      ...empty,
      position: Math.min(LAST_FIELD_POSITION, last + 1),
      ...read,
      id: newId('field'),
      key: read.key ?? freeKey(others, label),
      label,
      createdAt: call.now,
    })
    await recordEvent(call, { type: 'field.created', subject: field.id })
    return field
  })
}

/** No change loses a value of a post. To show values of the team to everyone, an operator needs a recent sign-in. */
export function changeField(
  call: Permitted<'fields:write'>,
  id: string,
  patch: FieldPatch,
  versions: readonly number[] | undefined,
): Promise<Field> {
  return inTransaction(call, async (call) => {
    await lockProject(call)
    const held = requireField(await selectFields(call), id)
    if (versions && !versions.includes(held.version)) throw new Problem(versionConflict)
    const read = await readPatch(call, held, patch)
    if (held.visibleTo === 'team' && read.visibleTo === 'everyone' && isUnconfirmedOperator(call))
      throw new Problem(confirmationRequired)
    const field = await updateField(call, { ...held, ...read })
    await recordEvent(call, { type: 'field.updated', subject: held.id, data: { members: membersOf(patch) } })
    return field
  })
}

/** One place up or down. Positions are renumbered, because two may share one. */
export function moveField(call: Permitted<'fields:write'>, id: string, by: -1 | 1): Promise<void> {
  return inTransaction(call, async (call) => {
    await lockProject(call)
    const fields = await selectFields(call)
    const from = fields.indexOf(requireField(fields, id))
    const held = fields[from]
    const other = fields[from + by]
    if (!held || !other) return
    const order = fields.with(from, other).with(from + by, held)
    for (const [place, field] of order.entries())
      if (field.position !== place + 1) await updateField(call, { ...field, position: place + 1 })
    await recordEvent(call, { type: 'field.updated', subject: held.id, data: { members: ['position'] } })
  })
}

/** With all of its values: they are shown to nobody from now on, and removed by a job. */
export function deleteField(call: Permitted<'fields:write'>, id: string): Promise<void> {
  return inTransaction(call, async (call) => {
    await lockProject(call)
    const field = requireField(await selectFields(call), id)
    await markDeleted(call, field.id)
    await recordEvent(call, { type: 'field.deleted', subject: field.id })
  })
}

type Rest = Pick<Field, 'kind' | 'options' | 'required' | 'visibleTo' | 'categories'>

/** The members that were given, checked against the others. */
async function readPatch(call: ProjectCall, held: Rest, patch: FieldPatch): Promise<Partial<Field>> {
  const { key, label, options, required = held.required, visibleTo = held.visibleTo, position } = patch
  const isNew = !('id' in held)
  const read = readEach({
    key: () => (key === undefined ? undefined : readKey(key)),
    label: () => (label === undefined ? undefined : readLabel(label, FieldLabel, '/label')),
    options: () => (options === undefined && !isNew ? undefined : readOptions(held, options ?? [])),
    required: () => {
      if (required && visibleTo === 'team')
        throw invalidText('/required', 'must be false for a field that only the team sees: users could not fill it in')
    },
  })
  const categories = patch.categories && (await categoryIdsOf(call, patch.categories))
  return {
    ...(read.key !== undefined && { key: read.key }),
    ...(read.label !== undefined && { label: read.label }),
    ...(read.options && { options: read.options }),
    ...(patch.categories !== undefined && { categories: categories ?? null }),
    ...(position !== undefined && { position }),
    required,
    visibleTo,
  }
}

/** From now on each category has a row, so its id lasts. */
async function categoryIdsOf(call: ProjectCall, ids: readonly string[]) {
  const categories = await holdCategories(call)
  if (ids.length === 0) throw invalidText('/categories', 'must name a category, or be null for all of them')
  return [...new Set(ids)].map((id) => requireCategory(categories, id).id)
}

function readKey(key: string): string {
  if (isFieldKey(key)) return key
  throw invalidText('/key', KEY_IS)
}

function readLabel(text: string, rule: Text, pointer: string): string {
  const label = asLine(text)
  if (isVisible(label) && fits(rule, label)) return label
  throw invalidText(pointer, `must have ${lengthOf(rule)}, one of them visible`)
}

/** Those that were there and are not named stay, as removed ones. */
function readOptions(held: Rest, drafts: readonly OptionDraft[]): readonly FieldOption[] {
  if (!hasOptions(held)) {
    if (drafts.length === 0) return []
    throw invalidText('/options', 'must be empty for a field of this kind')
  }
  const named: FieldOption[] = []
  for (const [place, draft] of drafts.entries()) {
    const label = readLabel(draft.label, OptionLabel, `/options/${place}/label`)
    const value = draft.value === undefined ? valueFrom([...held.options, ...named], named, label) : draft.value
    if (!fits(OptionValue, value) || !isSlug(value))
      throw invalidText(`/options/${place}/value`, 'must be letters and digits in lower case, and hyphens between them')
    if (named.some((option) => option.value === value)) throw invalidText(`/options/${place}/value`, 'is there twice')
    named.push({ value, label, isRemoved: draft.isRemoved ?? false })
  }
  const second = placeOfSecondLabel(named)
  if (second !== undefined)
    throw invalidText(
      `/options/${second}/label`,
      `must differ from other labels: “${named[second]?.label}” is there twice`,
    )
  const others = held.options.filter(({ value }) => !named.some((option) => option.value === value))
  const all = [...named, ...others.map((option) => ({ ...option, isRemoved: true }))]
  refuseTooMany(all)
  return all
}

function refuseTooMany(options: readonly FieldOption[]): void {
  const open = options.filter(({ isRemoved }) => !isRemoved)
  if (open.length === 0) throw invalidText('/options', 'must have at least one that can be chosen')
  if (open.length > MOST_OPTIONS || options.length > MOST_OPTIONS_IN_ALL)
    throw new Problem(limitReached, {
      detail: `A field has at most ${MOST_OPTIONS} options, and ${MOST_OPTIONS_IN_ALL} with those that were removed.`,
    })
}

/** An option that had this label comes back. Otherwise a new value is made from the label. */
function valueFrom(all: readonly FieldOption[], named: readonly FieldOption[], label: string): string {
  const same = all.find((option) => option.label === label && !named.includes(option))
  return same?.value ?? free(new Set(all.map(({ value }) => value)), slugFrom(label) || 'option', '-')
}

function freeKey(others: readonly Field[], label: string): string {
  const wanted = slugFrom(label)
    .replaceAll('-', '_')
    .replace(/[^a-z0-9_]/g, '')
  const start = isFieldKey(wanted.slice(0, 40)) ? wanted.slice(0, 40) : 'field'
  return free(new Set(others.map(({ key }) => key)), start, '_')
}

/** The wanted name, with a number where it is taken. */
function free(taken: ReadonlySet<string>, wanted: string, joint: string): string {
  if (!taken.has(wanted)) return wanted
  const start = wanted.slice(0, 36)
  for (let number = 2; ; number++) if (!taken.has(`${start}${joint}${number}`)) return `${start}${joint}${number}`
}
