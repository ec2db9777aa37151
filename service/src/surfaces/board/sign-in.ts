import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { peekBoardCode, useBoardCode } from '../../domain/board-codes/index.ts'
import { inTransaction, type ProjectCall, type UserCall } from '../../domain/call.ts'
import { followPost } from '../../domain/follows/index.ts'
import { postByNumber } from '../../domain/posts/index.ts'
import { boardOriginOf } from '../../domain/projects/index.ts'
import {
  endCurrentSession,
  exchangeOnBoard,
  type IssuedSession,
  openSession,
  resolveSession,
} from '../../domain/sessions/index.ts'
import { noteRejection } from '../../domain/sign-in-log/index.ts'
import { kidOfToken } from '../../domain/sign-in-tokens/index.ts'
import { displayName } from '../../domain/users/index.ts'
import { castVote } from '../../domain/votes/index.ts'
import { invalidRequest, notFound, Problem, type ProblemKind } from '../../foundation/problems/index.ts'
import { CODES, EXCHANGE_PER_ADDRESS, EXCHANGE_PER_PROJECT, REJECTED_TOKENS } from '../http/index.ts'
import type { BoardContext } from './context.ts'
import { refuseForgery } from './forgery.ts'
import { CallbackPage, ContinuePage } from './pages/notice.tsx'
import { returnPath } from './return-path.ts'
import { sendPage } from './send.tsx'
import { boardCall, formTargets, SESSION_COOKIE, viewOf, visitorCall } from './visitor.ts'

export const stateMismatch = {
  code: 'state_mismatch',
  status: 400,
  title: 'This sign-in was not started here, or it took too long.',
  remedy: 'Start it again on this board. The sign-in token was not used up.',
} as const satisfies ProblemKind

const FLOW_LASTS_SECONDS = 600
const FLOW_COOKIE = 'sso-'
/** More tabs than that nobody signs in from at once; the cookies of the others are cleared away. */
const MOST_FLOWS = 8
const INTENT = /^(vote|follow):([1-9][0-9]{0,8})$/

/** One sign-in under way, kept by the visitor's own browser alone. */
interface Flow {
  readonly state: string
  readonly returnTo: string
  readonly intent: string
  readonly startedAt: number
}

/** The board's half of the sign-in flow, and the hand-off from an app. */
export function signInRoutes(app: FastifyInstance, context: BoardContext): void {
  app.post('/sso/start', (request, reply) => start(context, request, reply))
  app.get('/sso/callback', (request, reply) => showScripted(context, request, reply, 'callback'))
  app.post('/sso/callback', (request, reply) => finish(context, request, reply))
  app.get('/continue', (request, reply) => showScripted(context, request, reply, 'continue'))
  app.post('/continue/look', (request, reply) => lookAtCode(context, request, reply))
  app.post('/continue', (request, reply) => confirmCode(context, request, reply))
  app.post('/sign-out', (request, reply) => signOut(context, request, reply))
}

async function start(context: BoardContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const call = await ownBoard(context, request)
  const { signInUrl } = call.project
  if (signInUrl === undefined) throw new Problem(notFound)
  const { return_to, intent } = request.body as Record<string, unknown> // a form
  const flow: Flow = {
    state: randomBytes(32).toString('base64url'),
    returnTo: returnPath(return_to),
    intent: typeof intent === 'string' && INTENT.test(intent) ? intent : '',
    startedAt: call.now.getTime(),
  }
  for (const name of context.cookies.named(request, FLOW_COOKIE).slice(0, -MOST_FLOWS))
    context.cookies.clear(reply, name)
  const value = Buffer.from(JSON.stringify(flow)).toString('base64url')
  context.cookies.write(reply, cookieOf(flow.state), value, FLOW_LASTS_SECONDS)
  const address = new URL(signInUrl)
  address.searchParams.set('state', flow.state)
  return reply.header('cache-control', 'no-store').redirect(address.href, 303)
}

/** A cookie a flow, so that two tabs do not take each other's; its name gives nothing of the state away. */
function cookieOf(state: string): string {
  return FLOW_COOKIE + createHash('sha256').update(state).digest('hex').slice(0, 16)
}

/** The state is checked before the token is looked at: a flow that was not started here uses nothing up. */
async function finish(context: BoardContext, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const call = await ownBoard(context, request)
  await context.limits.take(EXCHANGE_PER_ADDRESS, `${call.project.id} ${request.ip}`)
  const { token, state } = request.body as Record<string, unknown>
  if (typeof token !== 'string' || typeof state !== 'string') throw new Problem(invalidRequest)
  const flow = readFlow(context.cookies.read(request, cookieOf(state)), state, call.now)
  await context.limits.take(REJECTED_TOKENS, request.ip)
  await context.limits.take(EXCHANGE_PER_PROJECT, call.project.id)
  const session = await exchangeOnBoard(call, token, flow.state).catch(async (error) => {
    if (error instanceof Problem && error.kind.status < 500) {
      await noteRejection(call, { code: error.kind.code, kid: kidOfToken(token), audience: 'board' })
    }
    throw error
  })
  await context.limits.giveBack(REJECTED_TOKENS, request.ip)
  context.cookies.clear(reply, cookieOf(flow.state))
  keepSession(context, reply, call, session)
  await carryOut(await resolveSession(call, session.token), flow.intent)
  reply.header('cache-control', 'no-store')
  return { return_to: flow.returnTo }
}

function readFlow(cookie: string | undefined, state: string, now: Date): Flow {
  try {
    const flow = JSON.parse(Buffer.from(cookie ?? '', 'base64url').toString()) as Flow // what `start` wrote, or nothing of ours
    const age = now.getTime() - flow.startedAt
    if (flow.state === state && age >= 0 && age < FLOW_LASTS_SECONDS * 1000) {
      return { ...flow, returnTo: returnPath(flow.returnTo) }
    }
  } catch {
    // not ours
  }
  throw new Problem(stateMismatch)
}

/** What the visitor wanted before they signed in. If it cannot be done any more they see so on the page. */
async function carryOut(call: UserCall, intent: string): Promise<void> {
  const [, kind, number = ''] = INTENT.exec(intent) ?? []
  if (kind === undefined) return
  try {
    const { id } = await postByNumber(call, number)
    await (kind === 'vote' ? castVote(call, id) : followPost(call, id))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  }
}

async function lookAtCode(context: BoardContext, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const call = await ownBoard(context, request)
  await context.limits.take(CODES, request.ip)
  const owner = await peekBoardCode(call, codeOf(request))
  reply.header('cache-control', 'no-store')
  return { display_name: displayName(call.project, owner) }
}

async function confirmCode(context: BoardContext, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const board = await ownBoard(context, request)
  await context.limits.take(CODES, request.ip)
  const session = await inTransaction(board, async (call) => {
    const owner = await useBoardCode(call, codeOf(request))
    return openSession(call, { user: owner, sessionEpoch: owner.sessionEpoch })
  })
  keepSession(context, reply, board, session)
  reply.header('cache-control', 'no-store')
  return { return_to: '/' }
}

function codeOf({ body }: FastifyRequest): string {
  const { code } = body as Record<string, unknown>
  return typeof code === 'string' ? code : ''
}

/** A session of its own, always a new one: what was in the cookie before is worth nothing now. */
function keepSession(context: BoardContext, reply: FastifyReply, call: ProjectCall, session: IssuedSession): void {
  const seconds = (session.expiresAt.getTime() - call.now.getTime()) / 1000
  context.cookies.write(reply, SESSION_COOKIE, session.token, seconds)
}

async function signOut(context: BoardContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const board = await ownBoard(context, request)
  const call = await visitorCall(context, board, request, reply)
  if (call.user) await endCurrentSession(call as UserCall) // it has a user
  context.cookies.clear(reply, SESSION_COOKIE)
  return reply.header('clear-site-data', '"storage"').redirect('/', 303)
}

async function ownBoard(context: BoardContext, request: FastifyRequest): Promise<ProjectCall> {
  const call = await boardCall(context, request)
  refuseForgery(request, boardOriginOf(call.places, call.project))
  return call
}

/** Pages that are nothing but their script; they say the same to everybody and never hold what came in the fragment. */
async function showScripted(
  context: BoardContext,
  request: FastifyRequest,
  reply: FastifyReply,
  kind: 'callback' | 'continue',
): Promise<FastifyReply> {
  const call = await boardCall(context, request)
  const view = { ...viewOf(context, { ...call, user: undefined }, request), path: '/' }
  const page =
    kind === 'callback'
      ? CallbackPage({ view, script: context.assets.callback })
      : ContinuePage({ view, script: context.assets.continue })
  return sendPage(request, reply, page, { formTargets: formTargets(call), isShared: false, isSecretive: true })
}
