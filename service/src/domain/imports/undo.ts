import type { Id } from '../../foundation/ids/index.ts'
import type { ActorName, SystemCall } from '../call/index.ts'
import { removeEntries } from '../changelog/inside.ts'
import { answersTo, commentIdsOf, deleteComments } from '../comments/inside.ts'
import { commentsTold, deleteQuietEvents, deleteQuietEventsAbout, postsTold, recordEvents } from '../events/inside.ts'
import { deleteFilesAt } from '../files/inside.ts'
import { deleteFollowsFor, followsOfImport, removeImportedFollows } from '../follows/inside.ts'
import { holdWithTargets, settleCopies, unmergeQuietly } from '../posting/inside.ts'
import { changeStanding, deletePosts, holdPosts } from '../posts/inside.ts'
import { leaveQueue } from '../review-queue/inside.ts'
import { noteGoneWords } from '../search/inside.ts'
import { textOf } from '../texts/index.ts'
import {
  deleteSomeVotesFor,
  deleteVotesFor,
  removeImportedVotes,
  trendOfVotes,
  votesOfImport,
} from '../votes/inside.ts'
import { type Import, portionSize } from './import.ts'
import { deleteMerges, selectMergesAcross, selectMergesOf } from './merges-store.ts'
import { deleteRecordsOf, forgetTargets, selectMade } from './records-store.ts'
import type { ImportChange } from './store.ts'
import { undoShared } from './undo-shared.ts'

const POSTS_AT_ONCE = 200
const MERGES_AT_ONCE = 50
const ROWS_AT_ONCE = 2_000
/** Each portion counts the trend of a post again. */
const VOTES_AT_ONCE = 20_000

/** What a portion changed about the import, or undefined if nothing of its step is left. */
type Undone = Promise<ImportChange | undefined>

/** One portion of a step of an undo. */
export async function undoStep(call: SystemCall, held: Import): Undone {
  switch (held.step) {
    case 'entries':
      return undoEntries(call, held)
    case 'merges':
      return undoMerges(call, held)
    case 'posts':
      return undoPosts(call, held)
    case 'comments':
      return undoComments(call, held)
    case 'votes':
      return undoVotes(call, held)
    case 'follows':
      return undoFollows(call, held)
    case 'shared':
      return undoShared(call, held, portionSize(ROWS_AT_ONCE, held))
    default:
      throw new Error(`An undo has no step ${held.step}`)
  }
}

async function undoEntries(call: SystemCall, held: Import): Undone {
  const ids = await selectMade<Id<'changelogEntry'>>(call, held, 'chg', portionSize(POSTS_AT_ONCE, held))
  if (ids.length === 0) return undefined
  await deleteFilesAt(call, ids)
  await removeEntries(call, ids)
  await deleteRecordsOf(call, held, ids)
  return {}
}

/** Merges of posts that stay. */
async function undoMerges(call: SystemCall, held: Import): Undone {
  const merged = await selectMergesOf(call, held, portionSize(MERGES_AT_ONCE, held))
  if (merged.length === 0) return undefined
  await holdWithTargets(
    call,
    merged.map(({ id }) => id),
  ) // all at once, in their order
  for (const { id, stands } of merged) {
    if (stands) await unmergeQuietly(call, id, { actor: actorOf(held), isTold: held.notifies })
  }
  await deleteMerges(
    call,
    merged.map(({ id }) => id),
  )
  return {}
}

async function undoPosts(call: SystemCall, held: Import): Undone {
  const ids = await selectMade<Id<'post'>>(call, held, 'pst', portionSize(POSTS_AT_ONCE, held))
  if (ids.length === 0) return undefined
  const actor = actorOf(held)
  const across = await selectMergesAcross(call, held, ids)
  await holdWithTargets(call, [...new Set([...ids, ...across.map(({ id }) => id)])]) // all at once, in their order
  // What these posts gave to others by merging goes with them, and posts that were merged into them are seen again.
  for (const { id, isTold } of across) await unmergeQuietly(call, id, { actor, isTold: isTold && !ids.includes(id) })
  const most = portionSize(ROWS_AT_ONCE, held)
  const comments = await commentIdsOf(call, ids, most)
  if (comments.length === most) {
    await removeComments(call, held, comments)
    return {} // the posts themselves come when few are left
  }
  if (await loseVotes(call, held, ids)) return {}
  await deleteFilesAt(call, [...ids, ...comments])
  await leaveQueue(call, ...ids)
  await deleteQuietEvents(call, ids)
  const voted = await deleteVotesFor(call, ids, held.number)
  const told = held.notifies ? ids : [...new Set([...voted, ...(await postsTold(call, ids))])]
  const happenings = told.map((id) => ({ type: 'post.deleted', subject: id, post: id }) as const)
  await recordEvents(call, happenings, { actor, isTold: true })
  await deleteFollowsFor(call, ids)
  const texts = await deletePosts(call, ids)
  await noteGoneWords(call, texts.map(textOf))
  await forgetTargets(call, [...ids, ...comments])
  return {}
}

/** Takes away some of the votes that the import brought to these posts. True: there may be more. */
async function loseVotes(call: SystemCall, held: Import, ids: readonly Id<'post'>[]): Promise<boolean> {
  const most = portionSize(VOTES_AT_ONCE, held)
  const lost = await deleteSomeVotesFor(call, ids, held.number, most)
  const isMore = [...lost.values()].reduce((sum, count) => sum + count, 0) === most
  for (const [post, count] of isMore ? lost : []) {
    await changeStanding(call, post, { votes: -count, trend: await trendOfVotes(call, post), touches: false })
  }
  return isMore
}

async function undoComments(call: SystemCall, held: Import): Undone {
  const most = portionSize(ROWS_AT_ONCE, held)
  const ids = await selectMade<Id<'comment'>>(call, held, 'cmt', most)
  if (ids.length === 0) return undefined
  const answers = await answersTo(call, ids, most)
  await removeComments(call, held, answers.length === most ? answers : ids)
  return {}
}

/** With their answers. */
async function removeComments(call: SystemCall, held: Import, ids: readonly Id<'comment'>[]): Promise<void> {
  const gone = await deleteComments(call, ids)
  const all = [...new Set([...ids, ...gone.map(({ id }) => id)])]
  const posts = [...new Set(gone.map(({ postId }) => postId))].sort()
  await holdPosts(call, posts)
  for (const post of posts) {
    const lost = gone.filter(({ postId, wasPublic }) => postId === post && wasPublic).length
    await changeStanding(call, post, { comments: -lost, touches: false })
  }
  await deleteFilesAt(call, all)
  await leaveQueue(call, ...all)
  const places = [...posts, ...new Set(gone.flatMap(({ mergedPath }) => mergedPath))]
  await deleteQuietEventsAbout(call, places, all)
  const told = new Set(await commentsTold(call, places, all))
  const happenings = gone
    .filter(({ id, wasDeleted }) => told.has(id) && !wasDeleted)
    .map(({ id, postId }) => ({ type: 'comment.deleted', subject: id, post: postId }) as const)
  await recordEvents(call, happenings, { actor: actorOf(held), isTold: true })
  await forgetTargets(call, all)
}

async function undoVotes(call: SystemCall, held: Import): Undone {
  const cast = await votesOfImport(call, held.number, portionSize(ROWS_AT_ONCE, held))
  if (cast.size === 0) return undefined
  const states = await holdWithTargets(call, [...cast.keys()])
  for (const [post, users] of cast) {
    const { lost } = await removeImportedVotes(call, held.number, post, users)
    await changeStanding(call, post, { votes: -lost, trend: await trendOfVotes(call, post), touches: false })
    await settleCopies(call, [post, ...(states.get(post)?.chain ?? [])])
  }
  if (held.notifies) {
    const happenings = [...cast].flatMap(([post, users]) =>
      users.map((id) => ({ type: 'vote.withdrawn', subject: post, post, data: { user_id: id } }) as const),
    )
    await recordEvents(call, happenings, { actor: actorOf(held), isTold: true })
  }
  return {}
}

async function undoFollows(call: SystemCall, held: Import): Undone {
  const begun = await followsOfImport(call, held.number, portionSize(ROWS_AT_ONCE, held))
  if (begun.size === 0) return undefined
  const states = await holdWithTargets(call, [...begun.keys()])
  for (const [post, users] of begun) {
    await removeImportedFollows(call, held.number, post, users)
    await settleCopies(call, [post, ...(states.get(post)?.chain ?? [])])
  }
  return {}
}

function actorOf({ undoActor, actor }: Import): ActorName {
  return undoActor ?? actor
}
