import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { UserCall } from '../../domain/call.ts'
import { followPost, unfollowPost } from '../../domain/follows/index.ts'
import { report } from '../../domain/moderation/index.ts'
import { changeMe } from '../../domain/names/index.ts'
import { writeComment, writePost } from '../../domain/posting/index.ts'
import { postByNumber, similarPosts } from '../../domain/posts/index.ts'
import { sessionRequired } from '../../domain/sessions/index.ts'
import { castVote, withdrawVote } from '../../domain/votes/index.ts'
import { Problem } from '../../foundation/problems/index.ts'
import type { BoardContext } from './context.ts'
import { MePage } from './pages/me.tsx'
import { NewPage } from './pages/new.tsx'
import { postPath } from './pieces.tsx'
import { returnPath } from './return-path.ts'
import { sendPage } from './send.tsx'
import { boardCall, countRead, formTargets, viewOf, visitorCall, writerCall } from './visitor.ts'
import type { WordKey } from './words/words.ts'

type Form = Readonly<Record<string, string | string[] | undefined>>

/** Forms. Each is answered with a page to go to, or, where the page's script asked, with what has become true. */
export function writingRoutes(app: FastifyInstance, context: BoardContext): void {
  app.post('/posts/:number/vote', (request, reply) => mark(context, request, reply, castVote, withdrawVote))
  app.post('/posts/:number/follow', (request, reply) => mark(context, request, reply, followPost, unfollowPost))
  app.post('/posts/:number/comments', (request, reply) => comment(context, request, reply))
  app.post('/posts/:number/report', (request, reply) => reportPost(context, request, reply))
  app.post('/posts/:number/comments/:comment/report', (request, reply) => reportPost(context, request, reply))
  app.post('/new', (request, reply) => write(context, request, reply))
  app.post('/me', (request, reply) => saveMe(context, request, reply))
  app.get('/similar', (request, reply) => similar(context, request, reply))
}

type Verb = (call: UserCall, post: string) => Promise<void>

async function mark(context: BoardContext, request: FastifyRequest, reply: FastifyReply, on: Verb, off: Verb) {
  const { number } = request.params as { number: string } // as the routes say
  const isVote = request.url.includes('/vote')
  const form = formOf(request)
  const call = await writerCall(context, request, reply).catch((error) => {
    if (error instanceof Problem && error.kind === sessionRequired && !wantsJson(request)) return undefined
    throw error
  })
  if (!call) return askToSignIn(reply, form, `${isVote ? 'vote' : 'follow'}:${number}`)
  const { id } = await postByNumber(call, number)
  await (text(form.on) === '0' ? off : on)(call, id)
  const post = await postByNumber(call, number)
  if (!wantsJson(request)) return reply.redirect(returnPath(form.return_to ?? postPath(post)), 303)
  const { words } = viewOf(context, call, request)
  return isVote
    ? { count: post.voteCount, text: words.say('votes', { n: post.voteCount }) }
    : { text: words.say(post.isFollowing ? 'following' : 'follow') }
}

/** Without script an action leads to the page of the sign-in, and is done after it. */
function askToSignIn(reply: FastifyReply, form: Form, intent: string): FastifyReply {
  const query = new URLSearchParams({ return_to: returnPath(form.return_to), intent })
  return reply.redirect(`/sign-in?${query}`, 303)
}

async function comment(context: BoardContext, request: FastifyRequest, reply: FastifyReply) {
  const { number } = request.params as { number: string } // as the routes say
  const call = await writerCall(context, request, reply)
  const post = await postByNumber(call, number)
  const form = formOf(request)
  const parentId = text(form.parent_id)
  const { id } = await writeComment(call, post.id, { body: text(form.body), ...(parentId && { parentId }) })
  return reply.redirect(`${postPath(post)}#${id}`, 303)
}

async function reportPost(context: BoardContext, request: FastifyRequest, reply: FastifyReply) {
  const { number, comment } = request.params as { number: string; comment?: string } // as the routes say
  const call = await writerCall(context, request, reply)
  const post = await postByNumber(call, number)
  await report(call, comment === undefined ? { postId: post.id } : { commentId: comment }, text(formOf(request).reason))
  return reply.redirect(`${postPath(post)}?reported=1`, 303)
}

/** A form that cannot be taken comes back with what was typed and what is wrong with it. */
async function write(context: BoardContext, request: FastifyRequest, reply: FastifyReply) {
  const call = await writerCall(context, request, reply)
  const form = formOf(request)
  const draft = { title: text(form.title), body: text(form.body) }
  try {
    return reply.redirect(postPath(await writePost(call, draft)), 303)
  } catch (error) {
    if (!(error instanceof Problem) || error.kind.status !== 400) throw error
    const view = viewOf(context, call, request)
    const isBody = error.errors?.some(({ pointer }) => pointer === '/body') ?? false
    const notice = { kind: 'fault', text: view.words.say(isBody ? 'body_too_long' : 'title_invalid') } as const
    const page = <NewPage view={{ ...view, notice }} {...draft} similar={[]} />
    return sendPage(request, reply, page, { formTargets: formTargets(call), isShared: false, status: 400 })
  }
}

const NAME_FAULTS: Readonly<Record<string, WordKey>> = {
  name_locked: 'name_locked_now',
  name_unavailable: 'name_unavailable',
  invalid_request: 'name_invalid',
}

async function saveMe(context: BoardContext, request: FastifyRequest, reply: FastifyReply) {
  const call = await writerCall(context, request, reply)
  const form = formOf(request)
  const choice = (['default', 'first_name', 'custom'] as const).find((choice) => choice === form.name_choice)
  const customName = choice === 'custom' ? { customName: text(form.custom_name) } : {}
  try {
    await changeMe(
      call,
      { notifications: { email: form.mail === '1' }, ...(choice && { nameChoice: choice }), ...customName },
      undefined,
    )
    return reply.redirect('/me?saved=1', 303)
  } catch (error) {
    const key = error instanceof Problem ? NAME_FAULTS[error.kind.code] : undefined
    if (!key) throw error
    const view = viewOf(context, call, request)
    const page = (
      <MePage view={{ ...view, notice: { kind: 'fault', text: view.words.say(key) } }} user={call.user} follows={[]} />
    )
    return sendPage(request, reply, page, { formTargets: formTargets(call), isShared: false, status: 400 })
  }
}

/** For the script of the page of a new idea. */
async function similar(context: BoardContext, request: FastifyRequest, reply: FastifyReply) {
  const board = await boardCall(context, request)
  const call = await visitorCall(context, board, request, reply)
  await countRead(context, call, request)
  if (call.project.isPrivate && !call.user) throw new Problem(sessionRequired)
  const { words } = viewOf(context, call, request)
  const title = text((request.query as Form).title)
    .replaceAll('\0', '')
    .slice(0, 200)
  const posts = title ? await similarPosts(call, title, 5) : []
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

function formOf({ body }: FastifyRequest): Form {
  return (body ?? {}) as Form // forms are read by node:querystring
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function wantsJson({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('application/json') ?? false
}
