import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ProjectCall, Visitor } from '../../../domain/call/index.ts'
import { writePost } from '../../../domain/posting/index.ts'
import { SearchWords, similarPosts } from '../../../domain/posts/index.ts'
import { Title } from '../../../domain/texts/index.ts'
import { makeOnce, membersOf, queryOf, redirect, textIn, textOf } from '../../pages/index.ts'
import type { BoardContext } from '../shared/context.ts'
import { postPath } from '../shared/posts.tsx'
import { formOf, isAbout, sendRefused, withFault } from '../shared/refused-forms.ts'
import type { BoardRoutes } from '../shared/routing.ts'
import { readerCall, viewOf, writerCall } from '../shared/visitor.ts'
import { NewIdeaPage } from './page.tsx'

const SIMILAR = 5

/** The form of a new idea, and what its script asks for while somebody types. */
export function newIdeaRoutes(routes: BoardRoutes): void {
  const { context } = routes
  routes.page('/new', async (view, query) => {
    const title = textOf(query.title)?.slice(0, Title.maxLength) ?? ''
    const similar = title ? await similarPosts(view.call, title, SIMILAR, 'beginning') : []
    return <NewIdeaPage view={view} title={title} body="" similar={similar} />
  })
  routes.form('/new', (request, reply) => write(context, request, reply))
  routes.get('/similar', (board, request, reply) => similarTo(context, board, request, reply))
}

const FAULTS = { title: 'title_invalid', body: 'body_too_long' } as const

async function write(context: BoardContext, request: FastifyRequest, reply: FastifyReply) {
  const call = await writerCall(context, request, reply)
  const form = membersOf(request)
  const draft = { title: textIn(form.title), body: textIn(form.body) }
  try {
    return redirect(
      reply,
      await makeOnce(call, formOf(call), request, async (call) => postPath(await writePost(call, draft))),
      303,
    )
  } catch (error) {
    const faults = (['title', 'body'] as const).filter((field) => isAbout(error, `/${field}`))
    if (faults.length === 0) throw error
    const view = withFault(viewOf(context, call, request), ...faults.map((field) => FAULTS[field]))
    return sendRefused(call, request, reply, <NewIdeaPage view={view} {...draft} similar={[]} />)
  }
}

async function similarTo(
  context: BoardContext,
  board: ProjectCall<Visitor>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const call = await readerCall(context, board, request, reply)
  const { words } = viewOf(context, call, request)
  const title = textOf(queryOf(request).title)?.slice(0, SearchWords.maxLength)
  const posts = title ? await similarPosts(call, title, SIMILAR, 'beginning') : []
  reply.header('cache-control', 'no-store')
  return {
    heading: words.say('similar_title'),
    lead: words.say('similar_lead'),
    posts: posts.map((post) => ({
      title: post.title,
      path: postPath(post),
      votes: words.say('votes', { n: post.voteCount }),
    })),
  }
}
