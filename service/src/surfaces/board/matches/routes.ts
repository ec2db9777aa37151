import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ProjectCall, Visitor } from '../../../domain/call/index.ts'
import { type Post, SearchWords, similarPosts } from '../../../domain/posts/index.ts'
import { queryOf, textOf } from '../../pages/index.ts'
import type { BoardContext } from '../shared/context.ts'
import { isVotable, voteLabels } from '../shared/mark-buttons.tsx'
import { postPath } from '../shared/posts.tsx'
import { readForVisitor } from '../shared/reading.ts'
import type { BoardRoutes } from '../shared/routing.ts'
import { statusName } from '../shared/statuses.tsx'
import type { View } from '../shared/view.ts'
import { readerCall, viewOf } from '../shared/visitor.ts'

export const MOST_MATCHES = 5

/** The ideas that a script requests while somebody types. */
export function matchRoutes(routes: BoardRoutes): void {
  routes.get('/similar', (board, request, reply) => similarTo(routes.context, board, request, reply))
}

/** The answer for the script. */
export interface Matches {
  readonly heading: string
  readonly lead: string
  /** The number of matches, for screen readers. */
  readonly said: string
  readonly posts: readonly ReturnType<typeof matchOf>[]
}

async function similarTo(
  context: BoardContext,
  board: ProjectCall<Visitor>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Matches> {
  const call = await readerCall(context, board, request, reply)
  const view = viewOf(context, call, request)
  const { words } = view
  const title = textOf(queryOf(request).title)?.slice(0, SearchWords.maxLength)
  const posts = title
    ? await readForVisitor(context, call, request, (call) =>
        similarPosts(call, title, { limit: MOST_MATCHES }, 'beginning'),
      )
    : []
  reply.header('cache-control', 'no-store')
  return {
    heading: words.say('similar_title'),
    lead: words.say('similar_lead'),
    said: words.say('matches', { n: posts.length }),
    posts: posts.map((post) => matchOf(view, post)),
  }
}

function matchOf(view: View, post: Post) {
  return {
    title: post.title,
    path: postPath(post),
    number: post.number,
    count: post.voteCount,
    votes: view.words.say('votes', { n: post.voteCount }),
    labels: voteLabels(view, post),
    is_on: post.hasVoted === true,
    is_open: isVotable(post),
    status: { name: statusName(view, post.status), color: post.status.color },
  }
}
