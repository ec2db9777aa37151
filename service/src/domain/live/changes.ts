import type { Id } from '../../foundation/ids/index.ts'
import { isTeam, type Permitted } from '../call/index.ts'
import { idsForSegments } from '../categories/inside.ts'
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
/** So many posts are read at a time. */
const PORTION = 100
/** So many times posts are read for one answer. Then there are too many, even if the caller sees none of them. */
const MOST_PORTIONS = 10
/** At most this many events are read for somebody who comes back, and as many times. */
const MOST_EVENTS = 1_000
const MOST_READS = 5

/**
 * The posts that these events changed for everybody who may see them. Events about what only some may know, such as internal comments, say nothing:
 * even a post that comes unchanged would tell that something happened to it. `many`: there are too many. Posts that the caller does not see count only as
 * work: `left` is how many portions may still be read.
 */
export async function changesIn(
  call: Permitted<'board:read'>,
  events: readonly LoggedEvent[],
  left = { portions: MOST_PORTIONS },
): Promise<readonly LiveChange[] | 'many'> {
  const isNew = new Map<Id<'post'>, boolean>()
  for (const event of events) {
    const told = toldBy(event)
    if (told && event.postId) isNew.set(event.postId, isNew.get(event.postId) || told === 'new')
  }
  // Others get the same answer, and the reader may see more than they do: as the author, or as one of a segment.
  const idsForSome = async () => (isTeam(call) ? new Set<string>() : idsForSegments(call))
  const ids = [...isNew.keys()]
  const changes: LiveChange[] = []
  let before = ids.length > 0 ? await idsForSome() : new Set<string>()
  for (let from = 0; from < ids.length && changes.length <= MOST_CHANGES; from += PORTION) {
    if (left.portions === 0) return 'many'
    left.portions -= 1
    const posts = await readPosts(call, ids.slice(from, from + PORTION))
    const after = await idsForSome() // a category may have got a segment before the posts were read
    for (const post of posts) {
      const isForSome = before.has(post.category.id) || after.has(post.category.id)
      if (isPublic(post) && !isForSome) changes.push({ post, isNew: isNew.get(post.id) ?? false })
    }
    before = after
  }
  return changes.length > MOST_CHANGES ? 'many' : changes
}

/** The reader may be the author, who sees more than others. */
function isPublic({ moderationState, mergedIntoId }: Post): boolean {
  return moderationState === 'approved' && mergedIntoId === undefined
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
  const found = new Map<Id<'post'>, LiveChange>()
  const left = { portions: MOST_PORTIONS }
  let place = start
  for (let read = 0; read < MOST_READS && found.size <= MOST_CHANGES; read += 1) {
    const { events, next, isCut } = await eventsAfter(call, place, { types: TOLD_TYPES, since, limit: MOST_EVENTS })
    const changes = await changesIn(call, events, left)
    if (changes === 'many') break
    for (const { post, isNew } of changes)
      found.set(post.id, { post, isNew: isNew || found.get(post.id)?.isNew === true })
    if (!isCut && found.size <= MOST_CHANGES) return { changes: [...found.values()], next }
    place = next
  }
  return { changes: 'many', next: await endOfLog(call) }
}

/** Whether it may change who may follow this project. Then every stream ends, and whoever comes back is checked again. */
export function endsStreams({ type }: Pick<LoggedEvent, 'type'>): boolean {
  return ENDING.some((beginning) => type.startsWith(beginning))
}

/** By their beginning, so that types of later versions are among them. */
const ENDING = ['project.updated', 'operator.role_', 'operator.removed', 'operator.owns_', 'category.']

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

function toldBy({ type, data }: LoggedEvent): 'new' | 'changed' | undefined {
  return TOLD[type]?.(data)
}
