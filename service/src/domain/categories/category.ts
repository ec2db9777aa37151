import { type Id, isId } from '../../foundation/ids/index.ts'
import type { Project } from '../call/index.ts'
import { Markdown, Text } from '../texts/index.ts'

export const VISIBLE_TO = ['everyone', 'users', 'team'] as const
/** Who sees the posts of a category: each value includes those after it. Or the people of a segment, and the team. */
export type VisibleTo = (typeof VISIBLE_TO)[number] | Id<'segment'>

export const POSTING = ['users', 'team'] as const
/** Who may write posts in a category. */
export type Posting = (typeof POSTING)[number] | Id<'segment'>

export function isSegment(people: VisibleTo | Posting): people is Id<'segment'> {
  return isId('segment', people)
}

export const CategorySlug = Text(1, 60, 'Its name in addresses: letters and digits in lower case, and hyphens.')
export const CategoryDescription = Text(0, 300, 'What belongs here, as plain text.')
export const CategoryTemplate = Markdown(5_000)

/** A part of the board. Every post is in one. */
export interface Category {
  readonly id: Id<'category'>
  readonly name: string
  readonly slug: string
  readonly description: string
  readonly position: number
  readonly visibleTo: VisibleTo
  readonly posting: Posting
  /** Markdown that the form of a new post begins with. */
  readonly template: string
  /** Posts are here unless somebody chose another category. It cannot be deleted. */
  readonly isDefault: boolean
  readonly createdAt: Date
  readonly version: number
}

/** Its page on the board, after the origin of the board. */
export function categoryPath({ slug }: Pick<Category, 'slug'>): string {
  return `/categories/${encodeURIComponent(slug)}`
}

/** What lists and other objects say of a category. */
export type CategorySummary = Pick<Category, 'id' | 'name' | 'slug'>

/** The category that every project has. It has a row once a category was added or this one was changed; until then it is the same for all. */
export function generalOf({ id, createdAt }: Pick<Project, 'id' | 'createdAt'>): Category {
  return {
    id: `cat_${id.slice('prj_'.length)}`,
    name: 'General',
    slug: 'general',
    description: '',
    position: 1,
    visibleTo: 'everyone',
    posting: 'users',
    template: '',
    isDefault: true,
    createdAt,
    version: 1,
  }
}
