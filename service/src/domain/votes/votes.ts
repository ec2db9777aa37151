import type { Id } from '../../foundation/ids/index.ts'
import { Problem } from '../../foundation/problems/index.ts'
import type { ProjectCall, UserCall } from '../call.ts'
import { getPost, postId, refuseMerged } from '../posts/index.ts'
import { isVotingClosed } from '../statuses/index.ts'
import { requireUser, userById } from '../users/index.ts'
import { votingClosed } from './problems.ts'
import { deleteVote, insertVote } from './store.ts'

/** Voting twice is one vote, so a client may repeat the call without asking first. */
export function castVote(call: UserCall, post: string): Promise<void> {
  return cast(call, post, call.user.id)
}

/** Withdrawing what is not there is withdrawn. */
export function withdrawVote(call: UserCall, post: string): Promise<void> {
  return withdraw(call, post, call.user.id)
}

/** By a server, for somebody who said so elsewhere. */
export async function castVoteFor(call: ProjectCall, post: string, user: string): Promise<void> {
  await cast(call, post, (await requireUser(call, user)).id)
}

export async function withdrawVoteFor(call: ProjectCall, post: string, user: string): Promise<void> {
  await withdraw(call, post, (await userById(call, user)).id)
}

async function cast(call: ProjectCall, post: string, user: Id<'user'>): Promise<void> {
  const outcome = await insertVote(call, postId(post), user)
  if (!outcome?.isListed) await refuseUnlisted(call, post)
  else if (isVotingClosed(outcome.category) && !outcome.hadVoted) throw new Problem(votingClosed)
}

async function withdraw(call: ProjectCall, post: string, user: Id<'user'>): Promise<void> {
  const outcome = await deleteVote(call, postId(post), user)
  if (!outcome?.isListed) await refuseUnlisted(call, post)
  else if (isVotingClosed(outcome.category) && outcome.hadVoted) throw new Problem(votingClosed)
}

/** Nothing was changed; what is left is to say why: it is merged, not there, or not public yet. */
async function refuseUnlisted(call: ProjectCall, post: string): Promise<never> {
  refuseMerged(await getPost(call, post))
  throw new Problem(votingClosed, { detail: 'The post is not public, so nobody can vote for it.' })
}
