import type { Id } from '../../foundation/ids/index.ts'
import { Problem } from '../../foundation/problems/index.ts'
import type { SystemCall } from '../call/index.ts'
import { removeEntries } from '../changelog/inside.ts'
import { deleteComments } from '../comments/inside.ts'
import { deleteEventsOf } from '../events/inside.ts'
import { deleteFilesAt } from '../files/inside.ts'
import { deleteFollowsFor, deleteFollowsOfImport } from '../follows/inside.ts'
import { unmergePost } from '../posting/index.ts'
import { changeStanding, deletePosts, holdPosts, postsMergedInto } from '../posts/inside.ts'
import { deleteStatus, statusInUse, statusRequired } from '../statuses/index.ts'
import { deleteTag } from '../tags/index.ts'
import { deleteImported } from '../users/inside.ts'
import { deleteVotesFor, deleteVotesOfImport, trendOfVotes } from '../votes/inside.ts'
import type { Import } from './import.ts'
import {
  deleteRecordsOf,
  deleteSomeRecords,
  forgetComments,
  forgetCommentsOn,
  forgetPeople,
  selectMade,
} from './records-store.ts'

const POSTS_AT_ONCE = 200
const ROWS_AT_ONCE = 2_000

/** One portion of a step of an undo. False: the step is done. */
export async function undoStep(call: SystemCall, held: Import): Promise<boolean> {
  switch (held.step) {
    case 'entries':
      return undoEntries(call, held)
    case 'posts':
      return undoPosts(call, held)
    case 'comments':
      return undoComments(call, held)
    case 'votes':
      return undoVotes(call, held)
    case 'follows':
      return (await deleteFollowsOfImport(call, held.number, ROWS_AT_ONCE)) > 0
    case 'people':
      return undoRest(call, held)
    default:
      throw new Error(`An undo has no step ${held.step}`)
  }
}

async function undoEntries(call: SystemCall, held: Import): Promise<boolean> {
  const ids = await selectMade<Id<'changelogEntry'>>(call, held, 'chg', POSTS_AT_ONCE)
  if (ids.length === 0) return false
  await deleteFilesAt(call, ...ids)
  await removeEntries(call, ids)
  await deleteRecordsOf(call, held, ids)
  return true
}

async function undoPosts(call: SystemCall, held: Import): Promise<boolean> {
  const ids = await selectMade<Id<'post'>>(call, held, 'pst', POSTS_AT_ONCE)
  if (ids.length === 0) return false
  const gone = new Set(ids)
  // A post of somebody else that was merged into one of these is seen again.
  for (const id of await postsMergedInto(call, ids)) if (!gone.has(id)) await unmergePost(call, id)
  await holdPosts(call, ids)
  await deleteVotesFor(call, ids)
  await deleteFollowsFor(call, ids)
  await deleteFilesAt(call, ...ids)
  await deleteEventsOf(call, ids)
  await forgetCommentsOn(call, ids)
  await deletePosts(call, ids)
  await deleteRecordsOf(call, held, ids)
  return true
}

async function undoComments(call: SystemCall, held: Import): Promise<boolean> {
  const ids = await selectMade<Id<'comment'>>(call, held, 'cmt', ROWS_AT_ONCE)
  if (ids.length === 0) return false
  await forgetComments(call, ids)
  await deleteRecordsOf(call, held, ids) // also of those that are gone: this step must come to its end
  const lost = await deleteComments(call, ids)
  const posts = [...lost.keys()].sort()
  await holdPosts(call, posts)
  for (const post of posts) await changeStanding(call, post, { comments: -(lost.get(post) ?? 0), touches: false })
  return true
}

async function undoVotes(call: SystemCall, held: Import): Promise<boolean> {
  const lost = await deleteVotesOfImport(call, held.number, ROWS_AT_ONCE)
  const posts = [...lost.keys()].sort()
  for (const post of posts) {
    const trend = await trendOfVotes(call, post)
    await changeStanding(call, post, { votes: -(lost.get(post) ?? 0), trend, touches: false })
  }
  return lost.size > 0
}

/** People, statuses and tags that nothing needs any more, and then the records of what was there before. */
async function undoRest(call: SystemCall, held: Import): Promise<boolean> {
  const people = await selectMade<Id<'user'>>(call, held, 'usr', ROWS_AT_ONCE)
  if (people.length > 0) await forgetPeople(call, await deleteImported(call, people))
  const tags = await selectMade<Id<'tag'>>(call, held, 'tag', ROWS_AT_ONCE)
  for (const id of tags) await deleteTag(call, id)
  const statuses = await selectMade<Id<'status'>>(call, held, 'sts', ROWS_AT_ONCE)
  for (const id of statuses) await deleteStatus(call, id).catch(unlessInUse)
  await deleteRecordsOf(call, held, [...people, ...tags, ...statuses])
  return people.length + tags.length + statuses.length + (await deleteSomeRecords(call, held, ROWS_AT_ONCE)) > 0
}

function unlessInUse(error: unknown): void {
  if (!(error instanceof Problem) || (error.kind !== statusInUse && error.kind !== statusRequired)) throw error
}
