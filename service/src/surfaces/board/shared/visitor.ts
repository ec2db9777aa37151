import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseLanguage, wishesOf, wordsIn } from '../../../../../ui/words/words.ts'
import {
  type BoardCall,
  isSignedIn,
  type ProjectCall,
  permit,
  type ReaderCall,
  type UserCall,
  type Visitor,
  viewerOf,
} from '../../../domain/call/index.ts'
import { boardOriginOf, type Project } from '../../../domain/projects/index.ts'
import { type IssuedSession, resolveSession, sessionRequired } from '../../../domain/sessions/index.ts'
import { displayName } from '../../../domain/users/index.ts'
import { Problem } from '../../../foundation/problems/index.ts'
import { addressOf, READS, WRITES } from '../../http/index.ts'
import { languageOf, NONCE, pathOf } from '../../pages/index.ts'
import { ownBoard } from './arrival.ts'
import { choicesOf } from './choices.ts'
import type { BoardContext } from './context.ts'
import { listBefore } from './lists.ts'
import type { View } from './view.ts'

export const SESSION_COOKIE = 'session'

/** The visitor, once known, so that an error page does not look them up again. */
const visitors = new WeakMap<FastifyRequest, Promise<BoardCall>>()

/** The visitor: signed in by the cookie of this board, or not. An expired session counts as not signed in. */
export function visitorCall(
  context: BoardContext,
  call: ProjectCall<Visitor>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<BoardCall> {
  let visitor = visitors.get(request)
  if (!visitor) {
    visitor = lookAtCookie(context, call, request, reply)
    visitors.set(request, visitor)
  }
  return visitor
}

/** The visitor, if already known; finding out may cost a query. */
export async function visitorSoFar(call: ProjectCall<Visitor>, request: FastifyRequest): Promise<BoardCall> {
  return (await visitors.get(request)) ?? call
}

async function lookAtCookie(
  context: BoardContext,
  call: ProjectCall<Visitor>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<BoardCall> {
  const token = context.cookies.read(request, SESSION_COOKIE)
  if (token === undefined) return call
  try {
    return await resolveSession(call, token)
  } catch (error) {
    if (!(error instanceof Problem) || error.kind.status !== 401) throw error
    if (!reply.hasHeader('set-cookie')) context.cookies.clear(reply, SESSION_COOKIE)
    return call
  }
}

/** Counts the reader against the limit; on a private board only signed-in visitors may read. */
export async function readerCall(
  context: BoardContext,
  board: ProjectCall<Visitor>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ReaderCall> {
  const call = await visitorCall(context, board, request, reply)
  await countRead(context, call, request)
  return permit(call, 'board:read')
}

/** Reads are counted for the session, or for the address without one. */
export async function countRead(context: BoardContext, { actor }: BoardCall, request: FastifyRequest): Promise<void> {
  if (!context.limits.count) return
  const caller = actor.kind === 'user' ? actor.sessionHash.toString('base64url') : addressOf(request)
  await context.limits.take(READS, caller)
}

/** Answers that are the same for everybody are counted for the address. */
export function countStranger(
  context: BoardContext,
  call: ProjectCall<Visitor>,
  request: FastifyRequest,
): Promise<void> {
  return countRead(context, call, request)
}

/**
 * For content that is the same for everybody on a public board, so that shared caches may store it. On a private board the visitor must be signed in.
 */
export async function sharedCall(
  context: BoardContext,
  board: ProjectCall<Visitor>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ReaderCall> {
  if (board.project.isPrivate) return readerCall(context, board, request, reply)
  await countStranger(context, board, request)
  return permit(board, 'board:read')
}

/** A writer must come from a page of this board, be signed in, and stay within the limit. */
export async function writerCall(
  context: BoardContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<UserCall> {
  const board = await ownBoard(context, request)
  const call = await visitorCall(context, board, request, reply)
  if (!isSignedIn(call)) {
    await countRead(context, call, request) // as the API counts guessed sessions
    throw new Problem(sessionRequired)
  }
  await context.limits.take(WRITES, call.actor.user.id)
  return permit(call, 'board:take_part')
}

/** Always a new session, to prevent session fixation; the old cookie becomes useless. */
export function keepSession(
  context: BoardContext,
  reply: FastifyReply,
  call: ProjectCall,
  session: IssuedSession,
): void {
  const seconds = (session.expiresAt.getTime() - call.now.getTime()) / 1000
  context.cookies.write(reply, SESSION_COOKIE, session.token, seconds)
}

/** `locale`: of the person whom the page is for, where somebody without a session follows a link of theirs. */
export function viewOf<C extends BoardCall>(
  context: BoardContext,
  call: C,
  request: FastifyRequest,
  locale?: string,
): View<C> {
  const user = viewerOf(call)
  const { language, theme } = choicesOf(context, request)
  const origin = boardOriginOf(call.places, call.project)
  return {
    call,
    project: call.project,
    words: wordsIn(
      chooseLanguage([
        language,
        user?.locale ?? locale,
        ...wishesOf(request.headers['accept-language']),
        languageOf(call.project),
      ]),
    ),
    theme,
    visitorName: user && displayName(call.project, user),
    sendsMail: context.sendsMail,
    formId: user && randomBytes(16).toString('base64url'),
    path: pathOf(request),
    list: listBefore(request, origin),
    origin,
    nonce: NONCE,
    assets: context.assets,
  }
}

/**
 * The targets of this board's forms: itself, and through /sso/start the client's app. Browsers also check every further redirect against this, and
 * the app may send visitors on to any place where its users sign in, so the entry is a scheme and not a host.
 */
function formTargets({ signInUrl }: Project): string[] {
  if (signInUrl === undefined) return []
  return signInUrl.startsWith('https:') ? ['https:'] : ['http:', 'https:'] // http is only possible on this machine
}

/** The policy of this board's pages: offline/client.ts starts the worker by its address, and editor/writing-client.ts shows a preview. */
export function policyOf({ project }: ProjectCall) {
  return { formTargets: formTargets(project), trustedTypes: 'worker preview' }
}
