import type { FastifyReply, FastifyRequest } from 'fastify'
import type { WordKey } from '../../../../../ui/words/words.ts'
import { report } from '../../../domain/moderation/index.ts'
import { writeComment } from '../../../domain/posting/index.ts'
import { getPost, postByNumber } from '../../../domain/posts/index.ts'
import { makeOnce, membersOf, pathOf, type Query, redirect, textIn, textOf } from '../../pages/index.ts'
import { readWrittenForm } from '../editor/written-form.ts'
import type { BoardContext } from '../shared/context.ts'
import { nameFault, nameIn, takeName } from '../shared/name-choices.tsx'
import { postPath } from '../shared/posts.tsx'
import { bodyFault, formOf, sendRefused, withFault } from '../shared/refused-forms.ts'
import type { BoardRoutes, Shown } from '../shared/routing.ts'
import type { ReaderView, View } from '../shared/view.ts'
import { viewOf, writerCall } from '../shared/visitor.ts'
import { fieldFor } from './discussion.tsx'
import { ownRoutes } from './own-routes.ts'
import { postPage } from './show.tsx'

/** An idea, its comments, and reports of both. */
export function postRoutes(routes: BoardRoutes): void {
  const { context } = routes
  routes.page('/posts/:number', (view, query, request, reply) => postOf(context, view, query, request, reply))
  routes.page('/posts/:number/:slug', (view, query, request, reply) => postOf(context, view, query, request, reply))
  routes.fileForm('/posts/:number/comments', (request, reply) => comment(context, request, reply))
  routes.form('/posts/:number/report', (request, reply) => reportPost(context, request, reply))
  routes.form('/posts/:number/comments/:comment/report', (request, reply) => reportPost(context, request, reply))
  ownRoutes(routes)
}

async function postOf(
  context: BoardContext,
  view: ReaderView,
  query: Query,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Shown> {
  const { number, slug } = request.params as { number: string; slug?: string } // as the routes say
  const post = await postByNumber(view.call, number)
  if (post.mergedIntoId) {
    const target = await getPost(view.call, post.mergedIntoId)
    return redirect(reply, `${postPath(target)}?merged=${post.number}`, 301)
  }
  const canonical = postPath(post)
  const [path = '', ...rest] = pathOf(request).split('?')
  if (slug === undefined || path !== canonical) return redirect(reply, [canonical, ...rest].join('?'), 308)
  return postPage(context, { ...view, notice: await noticeOf(view, query) }, query, post)
}

/** The message about the form that led here. */
const DONE: Readonly<Record<string, WordKey>> = {
  reported: 'reported',
  saved: 'me_saved',
  deleted: 'your_comment_deleted',
}

async function noticeOf(view: ReaderView, query: Query): Promise<View['notice']> {
  const done = Object.entries(DONE).find(([name]) => query[name] !== undefined)
  if (done) return { kind: 'done', text: view.words.say(done[1]) }
  const merged = textOf(query.merged)
  if (merged === undefined) return undefined
  const { title } = await postByNumber(view.call, merged).catch(() => ({ title: undefined }))
  return title === undefined ? undefined : { kind: 'done', text: view.words.say('merged_notice', { title }) }
}

async function comment(context: BoardContext, request: FastifyRequest, reply: FastifyReply) {
  const { number } = request.params as { number: string } // as the routes say
  const call = await writerCall(context, request, reply)
  const { body, parentId, fault } = await readWrittenForm(context, call, request)
  const draft = { body, ...(parentId && { parentId }) }
  const typedName = nameIn(membersOf(request))
  const refuse = async (why: WordKey) => {
    const view = { ...withFault(viewOf(context, call, request), why), typedName }
    const returned = { form: fieldFor(draft.parentId), body }
    return sendRefused(
      call,
      request,
      reply,
      await postPage(context, view, {}, await postByNumber(call, number), returned),
    )
  }
  if (fault) return refuse(fault)
  try {
    const address = await makeOnce(call, formOf(call), request, async (call) => {
      const post = await postByNumber(call, number)
      await takeName(call, typedName)
      const { id } = await writeComment(call, post.id, draft)
      return `${postPath(post)}#${id}`
    })
    return redirect(reply, address, 303)
  } catch (error) {
    const why = bodyFault(error, body, 'comment_invalid') ?? nameFault(error)
    if (!why) throw error
    return refuse(why)
  }
}

async function reportPost(context: BoardContext, request: FastifyRequest, reply: FastifyReply) {
  const { number, comment } = request.params as { number: string; comment?: string } // as the routes say
  const call = await writerCall(context, request, reply)
  const post = await postByNumber(call, number)
  const what = comment === undefined ? { postId: post.id } : { commentId: comment }
  await report(call, what, textIn(membersOf(request).reason))
  return redirect(reply, `${postPath(post)}?reported=1`, 303)
}
