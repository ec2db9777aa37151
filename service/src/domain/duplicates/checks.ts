import type { Id } from '../../foundation/ids/index.ts'
import { codeOf, isPassing } from '../../foundation/storage/index.ts'
import { type Call, inTransaction, type ServiceCall, type System, systemCallIn } from '../call/index.ts'
import { type EventFailure, type LoggedEvent, openReader, takeEvents } from '../events/index.ts'
import { projectById } from '../projects/index.ts'
import {
  type Due,
  endCheck,
  insertChecks,
  insertChecksByVotes,
  type PostKey,
  postponeCheck,
  selectDue,
} from './checks-store.ts'
import { findDuplicates } from './compare.ts'
import { replaceSuggestions, trimSuggestions } from './store.ts'

const READER = 'duplicates'
const EVENTS_AT_ONCE = 200
/** A post whose comparison takes too long is tried so often, and then left out. */
const MOST_TRIES = 3
/** What PostgreSQL says of a statement that took too long. */
const TOOK_TOO_LONG = '57014'
/** Posts of one project before the next one has its turn. */
const POSTS_AT_ONCE = 5

/** A post whose comparison failed. */
export interface CheckFailure {
  readonly projectId: Id<'project'>
  readonly postId: Id<'post'>
  readonly error: unknown
}

/** How often the comparison of a post took too long. It has only posts that are tried again. */
export type Tries = Map<Id<'post'>, number>

/** From now on every post counts, also while nobody reads. */
export function openDuplicates(call: ServiceCall): Promise<void> {
  return openReader(call, READER)
}

/** Notes which posts are to be compared because of the next events. Returns how many events there were. */
export function noteChecks(call: ServiceCall, report?: (failure: EventFailure) => void): Promise<number> {
  return takeEvents(call, READER, EVENTS_AT_ONCE, insertDue, report)
}

async function insertDue(call: ServiceCall, events: readonly LoggedEvent[]): Promise<void> {
  await insertChecks(call, events.filter(changesPost).flatMap(postOf))
  await insertChecksByVotes(call, events.filter(({ type }) => type === 'vote.cast').flatMap(postOf))
}

/** What it says, or whether it is on the board. */
function changesPost({ type, data }: LoggedEvent): boolean {
  if (type !== 'post.updated') return CHANGES.has(type)
  return Array.isArray(data.members) && data.members.some((member) => member === 'title' || member === 'body')
}

const CHANGES: ReadonlySet<string> = new Set([
  'post.created',
  'post.deleted',
  'post.merged',
  'post.unmerged',
  'post.approved',
  'post.rejected',
  'post.undecided',
])

function postOf({ projectId, postId }: LoggedEvent): PostKey[] {
  return postId === undefined ? [] : [{ projectId, postId }]
}

/**
 * Compares some posts of one project. Projects take turns: pass the project that had its turn last. Returns whose turn it was; undefined: no post is due.
 * After a comparison that took too long the turn is over, so that a project with many of them holds up no other.
 * A post is compared outside of a transaction, because readers of the log wait for transactions. It may be compared twice, by two processes.
 */
export async function compareNext(
  service: Call<System> & ServiceCall,
  last: Id<'project'> | undefined,
  report?: (failure: CheckFailure) => void,
  tries: Tries = new Map(),
): Promise<Id<'project'> | undefined> {
  const first = await selectDue(service, last ?? '', POSTS_AT_ONCE)
  const due = first.length > 0 || last === undefined ? first : await selectDue(service, '', POSTS_AT_ONCE)
  for (const one of due) if (!(await compareOne(service, one, report, tries))) break
  return due[0]?.projectId
}

/** Whether the project may go on. */
async function compareOne(
  service: Call<System> & ServiceCall,
  due: Due,
  report: ((failure: CheckFailure) => void) | undefined,
  tries: Tries,
): Promise<boolean> {
  const { projectId, postId } = due
  try {
    const call = systemCallIn(service, await projectById(service, projectId))
    const found = await findDuplicates(call, postId)
    await inTransaction(call, async (call) => {
      if (!(await endCheck(call, due))) return
      await replaceSuggestions(call, postId, found)
      await trimSuggestions(call)
    })
    tries.delete(postId)
    return true
  } catch (error) {
    const isSlow = codeOf(error) === TOOK_TOO_LONG
    if (!report || (isPassing(error) && !isSlow)) throw error
    const tried = (tries.get(postId) ?? 0) + 1
    if (isSlow && tried < MOST_TRIES) {
      await postponeCheck(service, due)
      tries.set(postId, tried)
      return false
    }
    tries.delete(postId)
    report({ projectId, postId, error })
    await endCheck(service, due)
    return !isSlow
  }
}
