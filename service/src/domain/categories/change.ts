import { type Id, isId, newId } from '../../foundation/ids/index.ts'
import { Problem, versionConflict } from '../../foundation/problems/index.ts'
import { inTransaction, type Permitted, type ProjectCall } from '../call/index.ts'
import { recordEvent } from '../events/inside.ts'
import { limitReached, readName } from '../labels/index.ts'
import { membersOf } from '../members.ts'
import { confirmationRequired } from '../operators/index.ts'
import { isUnconfirmedOperator } from '../operators/inside.ts'
import { lockProject } from '../project-lock/inside.ts'
import { segmentById } from '../segments/inside.ts'
import { fits, invalidText, isSlug, lengthOf, readBody, readEach, slugFrom } from '../texts/index.ts'
import { allCategories, requireCategory } from './categories.ts'
import {
  type Category,
  CategoryDescription,
  CategorySlug,
  CategoryTemplate,
  generalOf,
  isSegment,
  POSTING,
  VISIBLE_TO,
  type VisibleTo,
} from './category.ts'
import { categoryRequired } from './problems.ts'
import { insertCategory, removeCategory, selectCategories, updateCategory } from './store.ts'

export const MOST_CATEGORIES = 50
export const LAST_POSITION = 1_000_000

/** The members of a category that people choose. Without a position it comes last; without a slug it gets one from its name. */
export type CategoryDraft = Pick<Category, 'name'> &
  Partial<Pick<Category, 'slug' | 'description' | 'position' | 'template'>> & {
    /** A text that is none of the words and no id of a segment is refused. */
    readonly visibleTo?: string
    readonly posting?: string
  }

/** Categories of a project change one at a time, so that two concurrent changes cannot break a rule together. */
export function addCategory(call: Permitted<'categories:write'>, draft: CategoryDraft): Promise<Category> {
  const texts = readTexts(draft)
  return inTransaction(call, async (call) => {
    const others = await holdCategories(call)
    const people = await readPeople(call, draft)
    if (others.length >= MOST_CATEGORIES) {
      throw new Problem(limitReached, { detail: `A project has at most ${MOST_CATEGORIES} categories.` })
    }
    const category = await insertCategory(call, {
      id: newId('category'),
      name: texts.name ?? draft.name,
      slug: texts.slug ?? freeSlug(others, texts.name ?? draft.name),
      description: texts.description ?? '',
      position: draft.position ?? Math.min(LAST_POSITION, (others.at(-1)?.position ?? 0) + 1),
      visibleTo: people.visibleTo ?? 'everyone',
      posting: people.posting ?? 'users',
      template: texts.template ?? '',
      isDefault: false,
      createdAt: call.now,
    })
    await recordEvent(call, { type: 'category.created', subject: category.id })
    return category
  })
}

export function changeCategory(
  call: Permitted<'categories:write'>,
  id: string,
  patch: Partial<CategoryDraft>,
  versions: readonly number[] | undefined,
): Promise<Category> {
  const texts = readTexts(patch)
  return inTransaction(call, async (call) => {
    const held = requireCategory(await holdCategories(call), id)
    if (versions && !versions.includes(held.version)) throw new Problem(versionConflict)
    const { visibleTo: _, posting: __, ...others } = patch
    const people = await readPeople(call, patch)
    if (isUnconfirmedOperator(call) && opens(held, people)) throw new Problem(confirmationRequired)
    const category = await updateCategory(call, held.id, { ...others, ...texts, ...people })
    await recordEvent(call, { type: 'category.updated', subject: held.id, data: { members: membersOf(patch) } })
    return category
  })
}

/** Whether somebody would see its posts who does not see them now. As with a private board, that needs a recent sign-in. */
function opens({ visibleTo: before }: Category, { visibleTo = before }: Partial<Category>): boolean {
  return visibleTo !== before && (widthOf(visibleTo) > widthOf(before) || (isSegment(visibleTo) && isSegment(before)))
}

/** The people of a segment are some of the users. */
function widthOf(visibleTo: VisibleTo): number {
  return isSegment(visibleTo) ? 1 : { everyone: 3, users: 2, team: 0 }[visibleTo]
}

/** Who sees it and who writes in it, where that was given. A segment must exist; it cannot go while the project is locked. */
async function readPeople(
  call: ProjectCall,
  { visibleTo, posting }: Partial<CategoryDraft>,
): Promise<Partial<Pick<Category, 'visibleTo' | 'posting'>>> {
  return {
    ...(visibleTo !== undefined && { visibleTo: await oneOf(call, VISIBLE_TO, visibleTo, '/visible_to') }),
    ...(posting !== undefined && { posting: await oneOf(call, POSTING, posting, '/posting') }),
  }
}

async function oneOf<Word extends string>(
  call: ProjectCall,
  words: readonly Word[],
  text: string,
  pointer: string,
): Promise<Word | Id<'segment'>> {
  const known = words.find((word) => word === text)
  if (known !== undefined) return known
  if (isId('segment', text)) return (await segmentById(call, text)).id
  throw invalidText(pointer, `must be ${words.join(', ')} or the id of a segment`)
}

/** One place up or down. Positions are renumbered, because two may share one; a category that does not move keeps its version. */
export function moveCategory(call: Permitted<'categories:write'>, id: string, by: -1 | 1): Promise<void> {
  return inTransaction(call, async (call) => {
    const categories = await holdCategories(call)
    const from = categories.indexOf(requireCategory(categories, id))
    const held = categories[from]
    const other = categories[from + by]
    if (!held || !other) return
    const order = categories.with(from, other).with(from + by, held)
    for (const [place, category] of order.entries()) {
      if (category.position === place + 1) continue
      await updateCategory(call, category.id, { position: place + 1 })
    }
    await recordEvent(call, { type: 'category.updated', subject: held.id, data: { members: ['position'] } })
  })
}

/** Its posts must have been moved before, in the same transaction. */
export async function removeEmptied(call: Permitted<'categories:write'>, category: Category): Promise<void> {
  if (category.isDefault) throw new Problem(categoryRequired)
  await removeCategory(call, category.id)
  await recordEvent(call, { type: 'category.deleted', subject: category.id })
}

/** Nobody else changes categories until the transaction ends. From now on each of them has a row. */
export async function holdCategories(call: ProjectCall): Promise<readonly Category[]> {
  await lockProject(call)
  const stored = await selectCategories(call)
  if (!stored.some(({ isDefault }) => isDefault)) await insertCategory(call, generalOf(call.project))
  return allCategories(call)
}

/** Those that were given, checked. */
function readTexts(
  draft: Partial<CategoryDraft>,
): Partial<Pick<Category, 'name' | 'slug' | 'description' | 'template'>> {
  const { name, slug, description, template } = draft
  return withoutAbsent(
    readEach({
      name: () => (name === undefined ? undefined : readName(name)),
      slug: () => (slug === undefined ? undefined : readSlug(slug)),
      description: () =>
        description === undefined ? undefined : readBody(description, CategoryDescription, '/description'),
      template: () => (template === undefined ? undefined : readBody(template, CategoryTemplate, '/template')),
    }),
  )
}

function withoutAbsent<Value extends object>(
  value: Value,
): { [Name in keyof Value]?: Exclude<Value[Name], undefined> } {
  const given = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(given) as { [Name in keyof Value]?: Exclude<Value[Name], undefined> } // the same members
}

function readSlug(slug: string): string {
  if (fits(CategorySlug, slug) && isSlug(slug)) return slug
  throw invalidText(
    '/slug',
    `must have ${lengthOf(CategorySlug, 'letters and digits in lower case, and hyphens between them')}`,
  )
}

/** From the name, with a number where another category has it. */
function freeSlug(others: readonly Category[], name: string): string {
  const taken = new Set(others.map(({ slug }) => slug))
  const wanted = slugFrom(name) || 'category'
  if (!taken.has(wanted)) return wanted
  const start = [...wanted].slice(0, CategorySlug.maxLength - 3).join('')
  for (let number = 2; ; number++) if (!taken.has(`${start}-${number}`)) return `${start}-${number}`
}
