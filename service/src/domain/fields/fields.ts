import type { Id } from '../../foundation/ids/index.ts'
import { type Page, type PageRequest, type PositionPlace, pageByPosition } from '../../foundation/paging/index.ts'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import { isTeam, type Permitted } from '../call/index.ts'
import { type Category, listCategories } from '../categories/index.ts'
import { storedId } from '../categories/inside.ts'
import { invalidText } from '../texts/index.ts'
import { type Field, isFor } from './field.ts'
import { selectFields } from './store.ts'
import { fromText, type GivenValues, readValue, readValues, type StoredValues } from './values.ts'

const NO_FIELD = 'There is no such field in this project.'

/**
 * Those that the caller sees, by position. There are few, so they are read whole. Others than the team read only the categories that they see, and positions
 * without gaps, which would tell of other fields.
 */
export async function listFields(call: Permitted<'board:read'>): Promise<readonly Field[]> {
  const all = await selectFields(call)
  return isTeam(call) ? all : (await seenOf(call, all)).map((field, place) => ({ ...field, position: place + 1 }))
}

async function seenOf(call: Permitted<'board:read'>, all: readonly Field[]): Promise<readonly Field[]> {
  const open = all.filter(({ visibleTo }) => visibleTo === 'everyone')
  if (open.every(({ categories }) => categories === null)) return open
  const seen = new Set((await listCategories(call)).map(({ id }) => id))
  return open
    .map((field) => ({ ...field, categories: field.categories?.filter((id) => seen.has(id)) ?? null }))
    .filter(({ categories }) => categories === null || categories.length > 0)
}

export async function pageFields(
  call: Permitted<'board:read'>,
  page: PageRequest<PositionPlace>,
): Promise<Page<Field, PositionPlace>> {
  return pageByPosition(await listFields(call), page)
}

/** Throws notFound if this project has no such field, or the caller does not see it. */
export async function fieldById(call: Permitted<'board:read'>, id: string): Promise<Field> {
  return requireField(await listFields(call), id)
}

export function requireField(fields: readonly Field[], id: string): Field {
  const field = fields.find((field) => field.id === id)
  if (!field) throw new Problem(notFound, { detail: NO_FIELD })
  return field
}

/** Those that a form for a post of this category asks for. */
export function fieldsFor(fields: readonly Field[], { id }: Pick<Category, 'id'>): readonly Field[] {
  return fields.filter((field) => isFor(field, id))
}

/** The values of a new post. Users must fill in what is required; the team and its servers need not. */
export async function valuesOfNew(
  call: Permitted<'board:read'>,
  categoryId: string,
  given: GivenValues = {},
): Promise<StoredValues> {
  const fields = await listFields(call)
  return readValues(given, { fields, categoryId, isBound: !isTeam(call) })
}

/** The values of a post after a change. Those that the caller does not see stay as they are. */
export async function valuesAfter(
  call: Permitted<'board:read'>,
  categoryId: string,
  before: StoredValues,
  given: GivenValues,
): Promise<StoredValues> {
  const fields = await listFields(call)
  return readValues(given, { fields, categoryId, before, isBound: !isTeam(call) })
}

/** Whether everyone sees one of the fields that a change names. */
export async function isChangeSeen(call: Permitted<'board:read'>, given: GivenValues): Promise<boolean> {
  const fields = await listFields(call)
  return fields.some(({ key, visibleTo }) => key in given && visibleTo === 'everyone')
}

export interface FieldFilter {
  /** What the values of a post must contain. */
  readonly values: StoredValues
  /** The categories of posts whose values the caller sees, as posts have them; undefined: all. */
  readonly categoryIds: readonly (Id<'category'> | null)[] | undefined
}

/** For a list: texts by the keys of fields. A key that the caller does not see is like one that does not exist. */
export async function readFieldFilter(
  call: Permitted<'board:read'>,
  asked: Readonly<Record<string, string>>,
): Promise<FieldFilter> {
  const fields = await listFields(call)
  const values: Record<Id<'field'>, StoredValues[Id<'field'>]> = {}
  const found: Field[] = []
  for (const [key, text] of Object.entries(asked)) {
    const field = fields.find((field) => field.key === key)
    if (!field) throw invalidText(`/field.${key}`, 'is no field of this project')
    values[field.id] = valueToFind(field, text)
    found.push(field)
  }
  if (isTeam(call) || found.every(({ categories }) => categories === null)) return { values, categoryIds: undefined }
  const fitting = (await listCategories(call)).filter(({ id }) => found.every((field) => isFor(field, id)))
  return { values, categoryIds: fitting.map(storedId) }
}

/** Those of the asked values that fit their fields: people edit addresses. */
export function findable(
  fields: readonly Field[],
  asked: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const fitting = Object.entries(asked).filter(([key, text]) => {
    const field = fields.find((field) => field.key === key)
    return field !== undefined && isFindable(field, text)
  })
  return Object.fromEntries(fitting)
}

function isFindable(field: Field, text: string): boolean {
  try {
    valueToFind(field, text)
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

/** An option that was removed can still be looked for. */
function valueToFind(field: Field, text: string) {
  const value = fromText(field, text)
  const all = field.options.map((option) => option.value)
  try {
    return readValue(field, value, all)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const [fault] = error.errors ?? []
    throw invalidText(`/field.${field.key}`, fault?.detail ?? 'is wrong')
  }
}
