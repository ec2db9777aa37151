import type { Id } from '../../foundation/ids/index.ts'
import { Problem } from '../../foundation/problems/index.ts'
import { inTransaction, type Permitted, type UserCall } from '../call/index.ts'
import { noteImport } from '../numbers/inside.ts'
import { getPost, postId, refuseMerged } from '../posts/index.ts'
import { refuseFuture } from '../refuse-future.ts'
import { isVotingClosed } from '../statuses/index.ts'
import { readBody, Text } from '../texts/index.ts'
import type { UserName } from '../users/index.ts'
import { requireNamed, userById, userBySub } from '../users/inside.ts'
import { votingClosed } from './problems.ts'
import { deleteVote, insertVote, updateNote } from './store.ts'

/** Voting twice is one vote, so a client may repeat the call without asking first. */
export function castVote(call: UserCall, post: string): Promise<void> {
  return cast(call, post, call.actor.user.id)
}

/** Withdrawing a vote twice is the same as once. */
export function withdrawVote(call: UserCall, post: string): Promise<void> {
  return withdraw(call, post, call.actor.user.id)
}

export const VoteNote = Text(1, 500, 'Where they asked for it, such as a ticket or a call. Only your team sees it.')

export interface VoteForDetails {
  /** The time of an imported vote. */
  readonly createdAt?: Date
  readonly note?: string
}

/**
 * A vote by the team or a server, for a user who asked for it elsewhere. With a time it is an old vote: it has little weight in the trend, and counts
 * even if the post is done. An existing vote keeps its time, and its note until there is another one.
 */
export async function castVoteFor(
  call: Permitted<'votes:write'>,
  post: string,
  user: UserName,
  { createdAt, note: text }: VoteForDetails = {},
): Promise<void> {
  if (createdAt) refuseFuture(call, createdAt)
  const note = text === undefined ? undefined : readBody(text, VoteNote, '/note')
  const { id } = await requireNamed(call, user)
  if (!createdAt && note === undefined) return cast(call, post, id)
  await inTransaction(call, async (call) => {
    await cast(call, post, id, createdAt)
    if (note !== undefined) await updateNote(call, postId(post), id, note)
    if (createdAt) await noteImport(call, createdAt)
  })
}

export async function withdrawVoteFor(call: Permitted<'votes:write'>, post: string, user: UserName): Promise<void> {
  const { id } = await ('sub' in user ? userBySub(call, user.sub) : userById(call, user.userId))
  await withdraw(call, post, id)
}

async function cast(call: Permitted, post: string, user: Id<'user'>, imported?: Date): Promise<void> {
  const outcome = await insertVote(call, postId(post), user, imported)
  if (!outcome?.isListed) await refuseUnlisted(call, post)
  else if (isVotingClosed(outcome.category) && !outcome.hadVoted && !imported) throw new Problem(votingClosed)
}

async function withdraw(call: Permitted, post: string, user: Id<'user'>): Promise<void> {
  const outcome = await deleteVote(call, postId(post), user)
  if (!outcome?.isListed) await refuseUnlisted(call, post)
  else if (isVotingClosed(outcome.category) && outcome.hadVoted) throw new Problem(votingClosed)
}

/** Nothing was changed; find out why: the post is merged, missing, or not public yet. */
async function refuseUnlisted(call: Permitted, post: string): Promise<never> {
  refuseMerged(await getPost(call, post))
  throw new Problem(votingClosed, { detail: 'The post is not public, so nobody can vote for it.' })
}
