import type { ReaderCall } from '../../../domain/call/index.ts'
import type { CategorySummary } from '../../../domain/categories/index.ts'
import { listedByStatus, listedByTag } from '../../../domain/posts/index.ts'
import { listStatuses, type Status } from '../../../domain/statuses/index.ts'
import { pageTags, type Tag } from '../../../domain/tags/index.ts'
import { openMemory } from '../../../foundation/memory/index.ts'
import { audienceName, shownCategories } from '../shared/categories.ts'
import { openTallies } from './tallies.ts'

const MOST_TAGS = 30
/** Menus need no larger counts. */
export const MOST_COUNTED = 1_000

/** The statuses and tags that a list can be filtered by, each with its number of ideas; and the categories. */
export interface Narrowings {
  readonly statuses: readonly Counted<Status>[]
  readonly tags: readonly Counted<Pick<Tag, 'id' | 'name'>>[]
  /** Empty if there is only one: then nothing says that there are categories. */
  readonly categories: readonly CategorySummary[]
  /** When the oldest of them was read, by `performance.now`. */
  readonly readAt: number
}

export type Counted<Label> = Label & { readonly count: number }

/** All visitors see the same, and so do all who are signed in. So a busy board counts only once a second for each. */
const remembered = openMemory<Promise<Narrowings>>({ most: 1_000, freshMs: 1_000 })

/** All ideas of a tag are looked at to count some of them: with a hundred thousand that takes a good part of a second. */
const tally = openTallies()

export async function narrowingsIn(call: ReaderCall): Promise<Narrowings> {
  const id = await audienceName(call)
  const known = remembered.fresh(id)
  if (known) return known
  const counted = countNarrowings(call, id)
  remembered.set(id, counted)
  counted.catch(() => remembered.forget(id)) // the next visitor counts again
  return counted
}

async function countNarrowings(call: ReaderCall, audience: string): Promise<Narrowings> {
  const began = performance.now()
  const [statuses, categories, { items }] = await Promise.all([
    listStatuses(call),
    shownCategories(call),
    pageTags(call, { limit: 100, after: undefined }),
  ])
  const tags = items.slice(0, MOST_TAGS)
  const [byStatus, byTag] = await Promise.all([
    listedByStatus(call, idsOf(statuses), MOST_COUNTED),
    tally([audience, ...idsOf(tags)].join(' '), () => listedByTag(call, idsOf(tags), MOST_COUNTED)),
  ])
  return {
    statuses: statuses.map((status) => ({ ...status, count: byStatus.get(status.id) ?? 0 })),
    tags: tags.map((tag) => ({ ...tag, count: byTag.counts.get(tag.id) ?? 0 })),
    categories: categories.map(({ id, name, slug }) => ({ id, name, slug })), // the rest differs between those who share this
    readAt: Math.min(began, byTag.readAt),
  }
}

function idsOf(labels: readonly { readonly id: string }[]): string[] {
  return labels.map(({ id }) => id)
}
