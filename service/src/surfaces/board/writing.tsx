import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { JSX } from 'preact'
import type { WordKey } from '../../../../ui/words/words.ts'
import { isSignedIn, type ProjectCall, permit, type UserCall, type Visitor } from '../../domain/call/index.ts'
import { followPost, unfollowPost } from '../../domain/follows/index.ts'
import { report } from '../../domain/moderation/index.ts'
import { changeMe } from '../../domain/names/index.ts'
import { writeComment, writePost } from '../../domain/posting/index.ts'
import { postByNumber } from '../../domain/posts/index.ts'
import { sessionRequired } from '../../domain/sessions/index.ts'
import { castVote, withdrawVote } from '../../domain/votes/index.ts'
import { Problem } from '../../foundation/problems/index.ts'
import { EXPORTS, exportDocument } from '../http/index.ts'
import { makeOnce, membersOf, redirect, sendPage, textIn, wantsJson } from '../pages/index.ts'
import { onGet } from './arrival.ts'
import type { BoardContext } from './context.ts'
import type { View } from './model.ts'
import { MePage } from './pages/me.tsx'
import { NewPage } from './pages/new.tsx'
import { postPath } from './pieces.tsx'
import { followedPosts, postPage } from './reading.tsx'
import { returnPath } from './return-path.ts'
import { policyOf, readerCall, viewOf, writerCall } from './visitor.ts'

/**
 * Forms. Each is answered with a page to go to, or, where the page's script asked, with what has become true. One that cannot be taken
 * comes back with what was typed and what is wrong with it.
 */
export function writingRoutes(app: FastifyInstance, context: BoardContext): void {
  const vote: Mark = { kind: 'vote', on: castVote, off: withdrawVote }
  const follow: Mark = { kind: 'follow', on: followPost, off: unfollowPost }
  app.post('/posts/:number/vote', (request, reply) => mark(context, request, reply, vote))
  app.post('/posts/:number/follow', (request, reply) => mark(context, request, reply, follow))
  app.post('/posts/:number/comments', (request, reply) => comment(context, request, reply))
  app.post('/posts/:number/report', (request, reply) => reportPost(context, request, reply))
  app.post('/posts/:number/comments/:comment/report', (request, reply) => reportPost(context, request, reply))
  app.post('/new', (request, reply) => write(context, request, reply))
  app.post('/me', (request, reply) => saveMe(context, request, reply))
  onGet(app, context, '/me/data.json', (call, request, reply) => ownData(context, call, request, reply))
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

/** Without script an action leads to the page of the sign-in, and is done after it. */
function askToSignIn(reply: FastifyReply, returnTo: unknown, intent: string): FastifyReply {
  const query = new URLSearchParams({ return_to: returnPath(returnTo), intent })
  return redirect(reply, `/sign-in?${query}`, 303)
}

async function comment(context: BoardContext, request: FastifyRequest, reply: FastifyReply) {
  const { number } = request.params as { number: string } // as the routes say
  const call = await writerCall(context, request, reply)
  const form = membersOf(request)
  const parentId = textIn(form.parent_id)
  const draft = { body: textIn(form.body), ...(parentId && { parentId }) }
  try {
    const address = await makeOnce(call, formOf(call), request, async (call) => {
      const post = await postByNumber(call, number)
      const { id } = await writeComment(call, post.id, draft)
      return `${postPath(post)}#${id}`
    })
    return redirect(reply, address, 303)
  } catch (error) {
    if (!isAbout(error, '/body')) throw error
    const view = withFault(viewOf(context, call, request), 'comment_invalid')
    const page = await postPage(context, view, {}, await postByNumber(call, number), draft)
    return sendRefused(call, request, reply, page)
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
    if (!isAbout(error, '/title') && !isAbout(error, '/body')) throw error
    const faults = (['title', 'body'] as const).filter((field) => isAbout(error, `/${field}`))
    const view = withFault(viewOf(context, call, request), ...faults.map((field) => FAULTS[field]))
    return sendRefused(call, request, reply, <NewPage view={view} {...draft} similar={[]} />)
  }
}

/** Whose form it is: what is kept of it goes with them. */
function formOf({ actor: { user } }: UserCall) {
  return { caller: `${user.id} board`, userId: user.id }
}

/** Whether a form was refused for what stands in this field of it. */
function isAbout(error: unknown, field: string): boolean {
  return error instanceof Problem && (error.errors?.some(({ pointer }) => pointer === field) ?? false)
}

const FAULTS = { title: 'title_invalid', body: 'body_too_long' } as const

function withFault<V extends View>(view: V, ...why: readonly WordKey[]): V {
  return { ...view, notice: { kind: 'fault', text: why.map((key) => view.words.say(key)).join(' ') } }
}

/** The page of the form, with what was typed and what is wrong with it. */
function sendRefused(
  call: UserCall,
  request: FastifyRequest,
  reply: FastifyReply,
  page: JSX.Element,
): Promise<FastifyReply> {
  return sendPage(request, reply, page, { ...policyOf(call), isShared: false, status: 400 })
}

const NAME_FAULTS: Readonly<Record<string, WordKey>> = {
  name_locked: 'name_locked_now',
  name_unavailable: 'name_unavailable',
  invalid_request: 'name_invalid',
}

async function saveMe(context: BoardContext, request: FastifyRequest, reply: FastifyReply) {
  const call = await writerCall(context, request, reply)
  const form = membersOf(request)
  const choice = (['default', 'first_name', 'custom'] as const).find((choice) => choice === form.name_choice)
  const customName = choice === 'custom' ? { customName: textIn(form.custom_name) } : {}
  const change = { notifications: { email: form.mail === '1' }, ...(choice && { nameChoice: choice }), ...customName }
  try {
    await changeMe(call, change, undefined)
    return redirect(reply, '/me?saved=1', 303)
  } catch (error) {
    const key = error instanceof Problem ? NAME_FAULTS[error.kind.code] : undefined
    if (!key) throw error
    const view = withFault(viewOf(context, call, request), key)
    const typed = {
      ...call.actor.user,
      notifyByEmail: change.notifications.email,
      ...(choice && { nameChoice: choice }),
      ...customName,
    }
    const user = typed.nameLocked ? call.actor.user : typed
    return sendRefused(call, request, reply, <MePage view={view} user={user} follows={await followedPosts(call)} />)
  }
}

/** As the API exports it. */
async function ownData(
  context: BoardContext,
  board: ProjectCall<Visitor>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const call = await readerCall(context, board, request, reply)
  if (!isSignedIn(call)) throw new Problem(sessionRequired)
  await context.limits.take(EXPORTS, call.actor.user.id)
  // What fails after the first bytes cannot be told any more; the connection is cut, and the log knows why.
  const onFailure = (error: unknown) => context.log.error({ request_id: request.id, err: error }, 'an export broke off')
  return reply
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-disposition', 'attachment; filename="my-data.json"')
    .send(Readable.from(exportDocument(permit(call, 'board:take_part'), onFailure)))
}
