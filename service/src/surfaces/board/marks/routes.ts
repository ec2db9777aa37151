import type { FastifyReply, FastifyRequest } from 'fastify'
import type { UserCall } from '../../../domain/call/index.ts'
import { followPost, unfollowPost } from '../../../domain/follows/index.ts'
import { postByNumber } from '../../../domain/posts/index.ts'
import { sessionRequired } from '../../../domain/sessions/index.ts'
import { castVote, withdrawVote } from '../../../domain/votes/index.ts'
import { Problem } from '../../../foundation/problems/index.ts'
import { membersOf, redirect, wantsJson } from '../../pages/index.ts'
import type { BoardContext } from '../shared/context.ts'
import { postPath } from '../shared/posts.tsx'
import { returnPath } from '../shared/return-path.ts'
import type { BoardRoutes } from '../shared/routing.ts'
import { viewOf, writerCall } from '../shared/visitor.ts'

/** Votes and follows. */
export function markRoutes(routes: BoardRoutes): void {
  const { context } = routes
  const vote: Mark = { kind: 'vote', on: castVote, off: withdrawVote }
  const follow: Mark = { kind: 'follow', on: followPost, off: unfollowPost }
  routes.form('/posts/:number/vote', (request, reply) => mark(context, request, reply, vote))
  routes.form('/posts/:number/follow', (request, reply) => mark(context, request, reply, follow))
}

type Verb = (call: UserCall, post: string) => Promise<void>

interface Mark {
  readonly kind: 'vote' | 'follow'
  readonly on: Verb
  readonly off: Verb
}

async function mark(context: BoardContext, request: FastifyRequest, reply: FastifyReply, { kind, on, off }: Mark) {
  const { number } = request.params as { number: string } // as the routes say
  const form = membersOf(request)
  const call = await writerCall(context, request, reply).catch((error) => {
    if (error instanceof Problem && error.kind === sessionRequired && !wantsJson(request)) return undefined
    throw error
  })
  if (!call) return askToSignIn(reply, form.return_to, `${kind}:${number}`)
  const { id } = await postByNumber(call, number)
  await (form.on === '0' ? off : on)(call, id)
  const post = await postByNumber(call, number)
  if (!wantsJson(request)) return redirect(reply, returnPath(form.return_to ?? postPath(post)), 303)
  const { words } = viewOf(context, call, request)
  return kind === 'vote'
    ? { count: post.voteCount, text: words.say('votes', { n: post.voteCount }) }
    : { text: words.say(post.isFollowing ? 'following' : 'follow') }
}

/** Without script, an action leads to the sign-in page and is done after the sign-in. */
function askToSignIn(reply: FastifyReply, returnTo: unknown, intent: string): FastifyReply {
  const query = new URLSearchParams({ return_to: returnPath(returnTo), intent })
  return redirect(reply, `/sign-in?${query}`, 303)
}
