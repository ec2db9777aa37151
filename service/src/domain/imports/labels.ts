import type { Id } from '../../foundation/ids/index.ts'
import { Problem } from '../../foundation/problems/index.ts'
import type { Permitted } from '../call/index.ts'
import { NO_COLOR } from '../labels/index.ts'
import {
  addStatus,
  FIRST_STATUSES,
  listStatuses,
  MOST_STATUSES,
  type Status,
  type StatusCategory,
} from '../statuses/index.ts'
import { addTag, MOST_TAGS, pageTags, type Tag } from '../tags/index.ts'
import type { Labels } from './import.ts'
import { importUnreadable } from './problems.ts'

/** The statuses and tags of the project, for the names that a file uses. */
export interface KnownLabels {
  readonly statuses: readonly Status[]
  readonly tags: ReadonlyMap<string, Id<'tag'>>
}

export async function readLabels(call: Permitted): Promise<KnownLabels> {
  const [statuses, { items }] = await Promise.all([
    listStatuses(call),
    pageTags(call, { limit: MOST_TAGS, after: undefined }),
  ])
  return { statuses, tags: new Map(items.map(({ id, name }) => [name.toLowerCase(), id])) }
}

/** Refuses a file that would need more statuses or tags than a project can have. */
export async function refuseTooManyLabels(call: Permitted, labels: Labels): Promise<void> {
  const known = await readLabels(call)
  const { statuses, tags } = missingIn(labels, known)
  if (known.statuses.length + statuses.length > MOST_STATUSES) throw tooMany('statuses', MOST_STATUSES, statuses.length)
  if (known.tags.size + tags.length > MOST_TAGS) throw tooMany('tags', MOST_TAGS, tags.length)
}

/** Makes what is missing. */
export async function addLabels(
  call: Permitted<'project:write'>,
  labels: Labels,
): Promise<{ statuses: readonly Status[]; tags: readonly Tag[] }> {
  const missing = missingIn(labels, await readLabels(call))
  const made = { statuses: [] as Status[], tags: [] as Tag[] }
  for (const name of missing.statuses) {
    const category = labels.statuses[name] ?? 'open'
    const like = FIRST_STATUSES.find((status) => status.category === category)
    const draft = { name, category, color: like?.color ?? NO_COLOR, onRoadmap: like?.onRoadmap ?? false }
    made.statuses.push(await addStatus(call, draft))
  }
  for (const name of missing.tags) made.tags.push(await addTag(call, { name }))
  return made
}

/** By its name; without one by its category; else the first open one. */
export function statusFor(
  statuses: readonly Status[],
  {
    status,
    statusCategory,
  }: { readonly status?: string | undefined; readonly statusCategory?: StatusCategory | undefined },
): Id<'status'> {
  const named = status === undefined ? undefined : statuses.find(({ name }) => isSame(name, status))
  const found = named ?? statuses.find(({ category }) => category === (statusCategory ?? 'open')) ?? statuses[0]
  if (!found) throw new Error('A project always has a status')
  return found.id
}

function missingIn(labels: Labels, { statuses, tags }: KnownLabels) {
  return {
    statuses: Object.keys(labels.statuses).filter((name) => !statuses.some((known) => isSame(known.name, name))),
    tags: labels.tags.filter((name) => !tags.has(name.toLowerCase())),
  }
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

export function tooMany(what: string, most: number, more: number): Problem {
  return new Problem(importUnreadable, {
    detail: `The file would add ${more} ${what}, and a project can have ${most}. Check which column they come from.`,
  })
}
