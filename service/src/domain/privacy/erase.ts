import { deleteRecordsOfUser } from '../../foundation/idempotency/index.ts'
import type { Id } from '../../foundation/ids/index.ts'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import { deleteCodesOf } from '../board-codes/inside.ts'
import { inTransaction, type Permitted, type ProjectCall } from '../call/index.ts'
import { forgetUnseenComments, postsOfUnseenComments } from '../comments/inside.ts'
import { recordEvent } from '../events/inside.ts'
import { deleteFilesAt, deleteFilesOf } from '../files/inside.ts'
import { deleteFollowsOf } from '../follows/inside.ts'
import { blankPerson, holdErasures } from '../imports/inside.ts'
import { forgetNarrowViews } from '../insights/inside.ts'
import { deleteMailsOf } from '../mails/inside.ts'
import { deleteNotificationsOf } from '../notifications/inside.ts'
import { forgetVotesByTrait } from '../numbers/inside.ts'
import { forgetUnseenPosts, holdPostsOf, unseenPostsOf } from '../posts/inside.ts'
import { blankReasonsOf, leaveQueue } from '../review-queue/inside.ts'
import { forgetSegmentCounts } from '../segments/inside.ts'
import { userId } from '../users/index.ts'
import { blankUser, rememberErasure } from '../users/inside.ts'
import { forgetNotesOf } from '../votes/inside.ts'
import { blankAnswersAbout } from '../webhooks/inside.ts'

/**
 * Removes everything that identifies the person, and everything they wrote that is not public. Public texts stay, by a "deleted user", so that others
 * can follow the discussion; votes stay, so that no number changes. Tokens from before the erasure are refused; a later token makes a new user.
 */
export async function eraseUser(call: Permitted<'users:erase'>, id: string): Promise<void> {
  const user = userId(id)
  await inTransaction(call, async (call) => {
    await holdErasures(call)
    await deleteMailsOf(call, user) // first: mails are found by the user's address
    const before = await blankUser(call, user)
    if (!before) throw new Problem(notFound)
    await rememberErasure(call, before)
    await blankPerson(call, before) // an import that waits would make them again
    const held = await holdUnseen(call, user)
    const posts = await forgetUnseenPosts(call, user, held)
    const comments = await forgetUnseenComments(call, user, held)
    const gone = [...posts, ...comments].map(({ id }) => id)
    for (const subject of gone) await leaveQueue(call, subject)
    for (const { id, isDeleted } of posts)
      if (!isDeleted) await recordEvent(call, { type: 'post.deleted', subject: id, post: id })
    for (const { id, postId, isDeleted } of comments)
      if (!isDeleted) await recordEvent(call, { type: 'comment.deleted', subject: id, post: postId })
    await deleteFilesAt(call, gone) // also those that the team sent for them
    await blankReasonsOf(call, user)
    await deleteFilesOf(call, user)
    await deleteFollowsOf(call, user)
    await deleteNotificationsOf(call, user)
    await forgetNotesOf(call, user)
    await deleteCodesOf(call, user)
    await blankAnswersAbout(call, user)
    await deleteRecordsOfUser(call.sql, call.project.id, user)
    await recordEvent(call, { type: 'user.erased', subject: user })
    await forgetSegmentCounts(call)
    await forgetNarrowViews(call)
    await forgetVotesByTrait(call) // last: others may wait for it
  })
}

/** Locks the posts with texts of the user that are not public. */
async function holdUnseen(call: ProjectCall, user: Id<'user'>): Promise<ReadonlySet<Id<'post'>>> {
  const { found } = await holdPostsOf(
    call,
    async () => new Set([...(await unseenPostsOf(call, user)), ...(await postsOfUnseenComments(call, user))]),
    (places) => [...places],
  )
  return found
}
