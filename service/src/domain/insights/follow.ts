import type { Id } from '../../foundation/ids/index.ts'
import { inProject, inTransaction, type ProjectCall, type ServiceCall } from '../call/index.ts'
import { type EventFailure, type EventType, type LoggedEvent, openReader, takeEvents } from '../events/index.ts'
import { projectsByIds } from '../projects/inside.ts'
import { countAccounts, countAllAccounts, countEverybody, countPosts } from './count-store.ts'
import {
  type DuePost,
  deleteGonePosts,
  EVERYBODY,
  holdView,
  insertDue,
  insertDueAfter,
  insertDueFor,
  insertDueOf,
  putBack,
  restartCounts,
  selectProjectsDue,
  selectViewsDue,
  setCountedUntil,
  takeChanges,
  takeDue,
  type View,
} from './store.ts'
import { countBeside, FRESH_MS, inProjectOfNow } from './views.ts'

const READER = 'insights'
const EVENTS_AT_ONCE = 500
const CHANGES_AT_ONCE = 200
const POSTS_AT_ONCE = 500
/** So many votes are read in one transaction, unless a single post has more. */
const VOTES_AT_ONCE = 50_000
const PROJECTS_AT_ONCE = 20
/** Fewer people than this are counted again whenever some of them changed; more are counted when somebody asks, at most every ten minutes. */
const COUNTED_AT_ONCE = 100_000

/** Events after which a post is counted again. */
const ABOUT_POSTS: ReadonlySet<EventType> = new Set([
  'vote.cast',
  'vote.withdrawn',
  'post.created',
  'post.deleted',
  'post.merged',
  'post.unmerged',
  'post.approved',
  'post.rejected',
  'post.undecided',
])
/** Imports tell nothing of each vote, so all posts are counted again after one. */
const ABOUT_ALL: ReadonlySet<EventType> = new Set(['import.finished', 'import.undone'])

/** From now on every event counts, also while nobody reads. */
export function openInsights(call: ServiceCall): Promise<void> {
  return openReader(call, READER)
}

/** Notes which posts the next events make out of date. Returns how many events there were. */
export function noteForInsights(call: ServiceCall, report?: (failure: EventFailure) => void): Promise<number> {
  return takeEvents(call, READER, EVENTS_AT_ONCE, noteDue, report)
}

async function noteDue(call: ServiceCall, events: readonly LoggedEvent[]): Promise<void> {
  await insertDue(call, events.flatMap(postsOf))
  const whole = events.filter(({ type }) => ABOUT_ALL.has(type)).map(({ projectId }) => projectId)
  await restartCounts(call, [...new Set(whole)])
}

function postsOf({ type, projectId, postId, data }: LoggedEvent): DuePost[] {
  if (!ABOUT_POSTS.has(type)) return []
  const others = [data.into_post_id, data.from_post_id]
  return [postId, ...others].flatMap((id) => (typeof id === 'string' ? [{ projectId, postId: id }] : []))
}

/** The project that had its turn last; empty: the first one comes next. */
export interface Turn {
  last: string
}

/**
 * Counts a portion of what is due in each of some projects. Projects take turns, so that busy ones do not keep others waiting; so pass the same turn
 * again. A project that cannot be counted stops no other: its error is thrown at the end. False: nothing is due.
 */
export async function countInsights(service: ServiceCall, turn: Turn = { last: '' }): Promise<boolean> {
  const before = new Date(service.now.getTime() - FRESH_MS)
  const due = await takeTurns(service, before, turn)
  const asked = await selectViewsDue(service, before)
  const projects = await projectsByIds(service, [...due, ...(asked ? [asked.project_id] : [])])
  const failures: unknown[] = []
  const countIn = async (id: Id<'project'>, count: (call: ProjectCall) => Promise<boolean>) => {
    const project = projects.get(id)
    if (!project) return false
    return count(inProject(service, project)).catch((error) => {
      failures.push(error)
      return false
    })
  }
  let hasCounted = false
  for (const id of due) if (await countIn(id, countPortion)) hasCounted = true
  if (asked && (await countIn(asked.project_id, (call) => countBeside(call, asked.id)))) hasCounted = true
  if (failures.length > 0) throw failures[0]
  return hasCounted
}

async function takeTurns(service: ServiceCall, before: Date, turn: Turn): Promise<Id<'project'>[]> {
  const next = await selectProjectsDue(service, before, turn.last, PROJECTS_AT_ONCE)
  const due =
    next.length > 0 || turn.last === '' ? next : await selectProjectsDue(service, before, '', PROJECTS_AT_ONCE)
  turn.last = due.at(-1) ?? ''
  return due
}

/** A portion of what is due in a project. False: another process is at it, or nobody has ever looked at the numbers. */
export function countPortion(call: ProjectCall): Promise<boolean> {
  return inTransaction(call, async (held) => {
    const view = await holdView(held, EVERYBODY)
    if (!view) return false
    const call = await inProjectOfNow(held)
    if (view.countedUntil === '') await countAllAccounts(call)
    const hasChanged = await followChanges(call)
    await countDue(call)
    if (view.countedUntil !== undefined) await markNext(call, view.countedUntil)
    else if (isOld(call, view) || (hasChanged && view.people < COUNTED_AT_ONCE)) await countEverybody(call)
    return true
  })
}

/** People who changed: their accounts first, then what they voted for. False: nobody did. */
async function followChanges(call: ProjectCall): Promise<boolean> {
  const changes = await takeChanges(call, CHANGES_AT_ONCE)
  const changed = await countAccounts(
    call,
    changes.flatMap(({ accounts }) => accounts),
  )
  await insertDueOf(
    call,
    changes.map(({ user_id }) => user_id),
  )
  await insertDueFor(call, changed)
  return changes.length > 0
}

async function countDue(call: ProjectCall): Promise<void> {
  const taken = await takeDue(call, POSTS_AT_ONCE)
  let votes = 0
  const fits = taken.findIndex((post, place) => {
    votes += post.votes
    return place > 0 && votes > VOTES_AT_ONCE
  })
  const ids = taken.map(({ post_id }) => post_id)
  const now = fits === -1 ? ids : ids.slice(0, fits)
  await putBack(call, ids.slice(now.length))
  if (now.length > 0) await countPosts(call, now)
}

/** The next posts of a count of everything. */
async function markNext(call: ProjectCall, after: string): Promise<void> {
  const last = await insertDueAfter(call, after, POSTS_AT_ONCE)
  await setCountedUntil(call, last)
  if (last !== undefined) return
  await deleteGonePosts(call)
  await countEverybody(call)
}

function isOld({ now }: ProjectCall, { countedAt, askedAt }: View): boolean {
  return countedAt === undefined || (now.getTime() - countedAt.getTime() > FRESH_MS && askedAt > countedAt)
}
