import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSignedIn, type ProjectCall, permit, type UserCall } from '../../../domain/call/index.ts'
import { followPost } from '../../../domain/follows/index.ts'
import { postByNumber } from '../../../domain/posts/index.ts'
import {
  endCurrentSession,
  exchangeOnBoard,
  type IssuedSession,
  refuseIncomplete,
  resolveSession,
  stateMismatch,
} from '../../../domain/sessions/index.ts'
import { noteRejection } from '../../../domain/sign-in-log/index.ts'
import { castVote } from '../../../domain/votes/index.ts'
import { invalidRequest, notFound, Problem } from '../../../foundation/problems/index.ts'
import {
  addressOf,
  countGuess,
  EXCHANGE_PER_ADDRESS,
  EXCHANGE_PER_PROJECT,
  isRefusal,
  REJECTED_TOKENS,
  WRITES,
} from '../../http/index.ts'
import { membersOf, redirect } from '../../pages/index.ts'
import { ownBoard } from '../shared/arrival.ts'
import type { BoardContext } from '../shared/context.ts'
import { returnPath } from '../shared/return-path.ts'
import type { BoardRoutes } from '../shared/routing.ts'
import { countRead, countStranger, keepSession, SESSION_COOKIE, visitorCall } from '../shared/visitor.ts'

const FLOW_LASTS_SECONDS = 600
/** Another process may have begun the flow, by a clock that was a little ahead of ours. */
const CLOCKS_DIFFER_MS = 5_000
const FLOW_COOKIE = /^sso-[0-9a-f]{16}$/
/** More tabs than anyone signs in from at once; all headers of a request together may have 16 KiB. */
const MOST_FLOWS = 8
const MOST_OF_FLOWS = 6_000
const INTENT = /^(vote|follow):([1-9][0-9]{0,8})$/

/** One sign-in in progress, stored only in the visitor's browser. */
interface Flow {
  readonly state: string
  readonly returnTo: string
  readonly intent: string
  readonly startedAt: number
}

/** The board's half of the sign-in flow: to the client's app, back from it, and out. */
export function flowRoutes(routes: BoardRoutes): void {
  const { context } = routes
  routes.form('/sso/start', (request, reply) => start(context, request, reply))
  routes.form('/sso/callback', (request, reply) => finish(context, request, reply))
  routes.form('/sign-out', (request, reply) => signOut(context, request, reply))
}

async function start(context: BoardContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const call = await ownBoard(context, request)
  await countStranger(context, call, request)
  const { signInUrl } = call.project
  if (signInUrl === undefined) throw new Problem(notFound)
  const { return_to, intent } = membersOf(request)
  const flow: Flow = {
    state: randomBytes(32).toString('base64url'),
    returnTo: returnPath(return_to),
    intent: typeof intent === 'string' && INTENT.test(intent) ? intent : '',
    startedAt: call.now.getTime(),
  }
  forgetOldFlows(context, request, reply)
  const value = Buffer.from(JSON.stringify(flow)).toString('base64url')
  context.cookies.write(reply, cookieOf(flow.state), value, FLOW_LASTS_SECONDS)
  const address = new URL(signInUrl)
  address.searchParams.set('state', flow.state)
  return redirect(reply, address.href, 303)
}

/** Each flow has its own cookie, so that two tabs do not mix; its name does not reveal the state. */
function cookieOf(state: string): string {
  return `sso-${createHash('sha256').update(state).digest('hex').slice(0, 16)}`
}

function forgetOldFlows(context: BoardContext, request: FastifyRequest, reply: FastifyReply): void {
  let left = MOST_OF_FLOWS
  const newestFirst = context.cookies.named(request, FLOW_COOKIE).reverse()
  for (const [place, { name, value }] of newestFirst.entries()) {
    left -= value.length
    if (place >= MOST_FLOWS || left < 0) context.cookies.clear(reply, name)
  }
}

/** The state is checked before the token: a flow that was not started here does not use the token up. */
async function finish(context: BoardContext, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const call = await ownBoard(context, request)
  await context.limits.take(EXCHANGE_PER_ADDRESS, `${call.project.id} ${addressOf(request)}`)
  const { token, state, misplaced } = membersOf(request)
  if (typeof token !== 'string' || typeof state !== 'string') throw new Problem(invalidRequest)
  const { flow, session } = await countGuess(context.limits, REJECTED_TOKENS, addressOf(request), async () => {
    try {
      refuseIncomplete({ token, state, isMisplaced: misplaced === true })
      const flow = readFlow(context.cookies.read(request, cookieOf(state)), state, call.now)
      await context.limits.take(EXCHANGE_PER_PROJECT, call.project.id)
      return { flow, session: await exchangeOnBoard(call, token, flow.state) }
    } catch (error) {
      // Without a sign-in under way in this browser it is a visit to this address, not a fault of the client's app.
      const isUnderWay = context.cookies.named(request, FLOW_COOKIE).length > 0
      if (isRefusal(error) && isUnderWay) await noteRejection(call, error, { token, audience: 'board' })
      throw error
    }
  })
  context.cookies.clear(reply, cookieOf(flow.state))
  keepSession(context, reply, call, session)
  await carryOut(context, call, session, flow.intent, request.id)
  reply.header('cache-control', 'no-store')
  return { return_to: flow.returnTo }
}

function readFlow(cookie: string | undefined, state: string, now: Date): Flow {
  try {
    const flow = JSON.parse(Buffer.from(cookie ?? '', 'base64url').toString()) as Flow // `start` wrote it; other values fail below
    const age = now.getTime() - flow.startedAt
    if (flow.state === state && age > -CLOCKS_DIFFER_MS && age < FLOW_LASTS_SECONDS * 1000) {
      return { ...flow, returnTo: returnPath(flow.returnTo) }
    }
  } catch {
    // not ours
  }
  throw new Problem(stateMismatch)
}

/** Does what the visitor wanted before the sign-in. The sign-in succeeds either way; a failure is shown on the page. */
async function carryOut(
  context: BoardContext,
  call: ProjectCall,
  session: IssuedSession,
  intent: string,
  requestId: string,
): Promise<void> {
  const [, kind, number = ''] = INTENT.exec(intent) ?? []
  if (kind === undefined) return
  try {
    await context.limits.take(WRITES, session.user.id)
    const visitor: UserCall = await resolveSession(call, session.token)
    const { id } = await postByNumber(visitor, number)
    await (kind === 'vote' ? castVote(visitor, id) : followPost(visitor, id))
  } catch (error) {
    if (error instanceof Problem && error.kind.status < 500) return
    context.log.error({ request_id: requestId, err: error }, 'an intent was lost')
  }
}

async function signOut(context: BoardContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const board = await ownBoard(context, request)
  const call = await visitorCall(context, board, request, reply)
  await countRead(context, call, request)
  if (isSignedIn(call)) await endCurrentSession(permit(call, 'board:take_part'))
  context.cookies.clear(reply, SESSION_COOKIE)
  return redirect(reply.header('clear-site-data', '"storage"'), '/', 303)
}
