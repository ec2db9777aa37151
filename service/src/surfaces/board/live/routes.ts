import { statusName } from '../../../../../ui/words/names.ts'
import type { Words } from '../../../../../ui/words/words.ts'
import { atInstant, isSignedIn, type ReaderCall } from '../../../domain/call/index.ts'
import { audienceOf } from '../../../domain/categories/index.ts'
import { changesIn, changesSince, type LiveChange } from '../../../domain/live/index.ts'
import { addressOf, type LiveChannel, liveBeginning, liveMessage } from '../../http/index.ts'
import type { BoardContext } from '../shared/context.ts'
import { isVotable } from '../shared/mark-buttons.tsx'
import type { BoardRoutes } from '../shared/routing.ts'
import { readerCall, viewOf } from '../shared/visitor.ts'
import type { LivePost } from './messages.ts'

/** What happens on the board, for its open pages. */
export function liveRoutes(routes: BoardRoutes): void {
  const { context } = routes
  routes.get('/live', async (board, request, reply) => {
    const call = await readerCall(context, board, request, reply)
    const address = addressOf(request)
    const { words } = viewOf(context, call, request)
    const { cursors, database } = context
    const { replicas } = database
    const from = liveBeginning(request, { cursors, projectId: call.project.id, now: call.now, replicas })
    context.live.refuseFull(call.project.id, address)
    if (request.method === 'HEAD') return reply.type('text/event-stream; charset=utf-8').send()
    reply.hijack()
    context.live.join(reply.raw, reply.getHeaders(), {
      channel: channelOf(context, call, words),
      address,
      session: isSignedIn(call)
        ? { kind: 'user', projectId: call.project.id, hash: call.actor.sessionHash }
        : undefined,
      since: JSON.stringify(from),
      missed: async () => told((await changesSince(call, from)).changes, words),
    })
    return reply
  })
}

function channelOf({ now }: BoardContext, call: ReaderCall, words: Words): LiveChannel {
  return {
    key: JSON.stringify(['board', call.project.id, audienceOf(call), words.language]),
    projectId: call.project.id,
    tell: async (events) => told(await changesIn(atInstant(call, now()), events), words),
  }
}

function told(changes: readonly LiveChange[] | 'many', words: Words): string {
  if (changes === 'many') return liveMessage('reset', {})
  return changes
    .flatMap(({ post, isNew }) => [
      liveMessage('post', postIn(words, post)),
      ...(isNew ? [liveMessage('new', { number: post.number })] : []),
    ])
    .join('')
}

function postIn(words: Words, post: LiveChange['post']): LivePost {
  const { number, voteCount, commentCount, status } = post
  return {
    number,
    votes: voteCount,
    votes_text: words.say('votes', { n: voteCount }),
    comments: commentCount,
    comments_text: words.say('comments', { n: commentCount }),
    status: { id: status.id, name: statusName(words, status), color: status.color },
    is_votable: isVotable(post),
  }
}
