import type { Id } from '../../foundation/ids/index.ts'
import { isTeam, type Permitted } from '../call/index.ts'
import { idsForSegments } from '../categories/index.ts'
import { EVENTS, type EventType, type LoggedEvent, type Position } from '../events/index.ts'
import { endOfLog, eventsAfter, positionAt } from '../events/inside.ts'
import { type Post, readPosts } from '../posts/index.ts'

/** A post as it is now, after something happened to it that its readers may know. */
export interface LiveChange {
  readonly post: Post
  /** Whether it was not on the board before. */
  readonly isNew: boolean
}

/** More posts at once are not told one by one: whoever follows them reads the page again. */
export const MOST_CHANGES = 100
/** At most this many events are read for somebody who comes back. */
const MOST_EVENTS = 1_000

/**
 * The posts that these events changed for everybody who may see them. Events about what only some may know, such as internal comments, say nothing:
 * even a post that comes unchanged would tell that something happened to it. `many`: there are too many.
 */
export async function changesIn(
  call: Permitted<'board:read'>,
  events: readonly LoggedEvent[],
): Promise<readonly LiveChange[] | 'many'> {
  const isNew = new Map<Id<'post'>, boolean>()
  for (const event of events) {
    const told = toldBy(event)
    if (told && event.postId) isNew.set(event.postId, isNew.get(event.postId) || told === 'new')
  }
  if (isNew.size > MOST_CHANGES) return 'many'
  const posts = await readPosts(call, [...isNew.keys()])
  // Others get the same answer, and the reader may see more than they do: as the author, or as one of a segment.
  const forSome = isTeam(call) ? new Set() : await idsForSegments(call)
  return posts
    .filter(({ moderationState, mergedIntoId }) => moderationState === 'approved' && mergedIntoId === undefined)
    .filter(({ category }) => !forSome.has(category.id))
    .map((post) => ({ post, isNew: isNew.get(post.id) ?? false }))
}

/** What changed after a position, and the position after it. */
export interface LiveChanges {
  readonly changes: readonly LiveChange[] | 'many'
  readonly next: Position
}

/** The changes after a position, or since a moment. */
export async function changesSince(call: Permitted<'board:read'>, from: Position | Date): Promise<LiveChanges> {
  const isMoment = from instanceof Date
  const start = isMoment ? await positionAt(call, from) : from
  const since = isMoment ? from : new Date(0)
  const { events, next, isCut } = await eventsAfter(call, start, { types: TOLD_TYPES, since, limit: MOST_EVENTS })
  if (isCut) return { changes: 'many', next: await endOfLog(call) }
  return { changes: await changesIn(call, events), next }
}

/** Whether it may change who may follow this project. Then every stream ends, and whoever comes back is checked again. */
export function endsStreams({ type }: Pick<LoggedEvent, 'type'>): boolean {
  return ENDING.some((beginning) => type.startsWith(beginning))
}

/** By their beginning, so that types of later versions are among them. */
const ENDING = ['project.updated', 'operator.role_', 'operator.removed', 'operator.owns_', 'category.', 'segment.']

/** Whether it may change what waits for the team. */
export function concernsTeam({ type }: Pick<LoggedEvent, 'type'>): boolean {
  return /^(?:post|comment)\./.test(type)
}

const TOLD: Partial<Record<EventType, (data: LoggedEvent['data']) => 'new' | 'changed' | undefined>> = {
  'post.created': () => 'new',
  'post.approved': ({ from_state }) => (from_state === 'approved' ? undefined : 'new'), // otherwise a report was settled
  'post.status_changed': () => 'changed',
  'post.updated': (data) => ('merged_post_id' in data || 'unmerged_post_id' in data ? 'changed' : undefined),
  'comment.created': (data) => (data.is_internal || data.moderation_state !== 'approved' ? undefined : 'changed'),
  'comment.approved': ({ from_state }) => (from_state === 'approved' ? undefined : 'changed'),
  'vote.cast': () => 'changed',
  'vote.withdrawn': () => 'changed',
}
const TOLD_TYPES = (Object.keys(EVENTS) as EventType[]).filter((type) => type in TOLD) // keys of EVENTS

/** Whether somebody who follows the board may learn of it. */
export function isTold(event: LoggedEvent): boolean {
  return toldBy(event) !== undefined
}

function toldBy({ type, data }: LoggedEvent): 'new' | 'changed' | undefined {
  return TOLD[type]?.(data)
}
