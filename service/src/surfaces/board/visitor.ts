import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Call, callOn, type ProjectCall, type ReaderCall, type UserCall } from '../../domain/call.ts'
import { boardOriginOf } from '../../domain/projects/index.ts'
import { resolveSession, sessionRequired } from '../../domain/sessions/index.ts'
import { displayName } from '../../domain/users/index.ts'
import { Problem, unknownHost } from '../../foundation/problems/index.ts'
import { READS, WRITES } from '../http/index.ts'
import type { BoardContext } from './context.ts'
import { refuseForgery } from './forgery.ts'
import type { View } from './model.ts'
import { NONCE } from './send.tsx'
import { chooseLanguage, wishesOf, wordsIn } from './words/words.ts'

export const SESSION_COOKIE = 'session'

/** The board at the request's host. A board with a domain of its own lives there alone. */
export async function boardCall(context: BoardContext, request: FastifyRequest): Promise<ProjectCall> {
  const call: Call = callOn(context.database, context.places, context.now())
  const project = await context.directory.byHost(call, request.headers.host?.toLowerCase() ?? '')
  if (!project) throw new Problem(unknownHost)
  return { ...call, project }
}

/** Whoever looks: signed in by the cookie of this board, or a stranger. A session that is over is no session. */
export async function visitorCall(
  context: BoardContext,
  call: ProjectCall,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ReaderCall> {
  const token = context.cookies.read(request, SESSION_COOKIE)
  if (token === undefined) return { ...call, user: undefined }
  try {
    return await resolveSession(call, token)
  } catch (error) {
    if (!(error instanceof Problem) || error.kind.status !== 401) throw error
    context.cookies.clear(reply, SESSION_COOKIE)
    return { ...call, user: undefined }
  }
}

/** Reads are counted for the session, or for the address without one. */
export async function countRead(context: BoardContext, call: ReaderCall, request: FastifyRequest): Promise<void> {
  if (!context.limits.count) return
  const session = (call as Partial<UserCall>).sessionHash // there where there is a user
  await context.limits.take(READS, session ? session.toString('base64url') : request.ip)
}

/** Whoever writes: from a page of this board, signed in, and not too often. */
export async function writerCall(
  context: BoardContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<UserCall> {
  const board = await boardCall(context, request)
  refuseForgery(request, boardOriginOf(board.places, board.project))
  const call = await visitorCall(context, board, request, reply)
  if (!call.user) throw new Problem(sessionRequired)
  await context.limits.take(WRITES, call.user.id)
  return call as UserCall // it has a user
}

export function viewOf(context: BoardContext, call: ReaderCall, request: FastifyRequest): View {
  const language = chooseLanguage([call.user?.locale, ...wishesOf(request.headers['accept-language'])])
  return {
    call,
    project: call.project,
    words: wordsIn(language),
    visitorName: call.user && displayName(call.project, call.user),
    path: request.url,
    origin: boardOriginOf(call.places, call.project),
    nonce: NONCE,
    assets: context.assets,
  }
}

/** Where forms of this board may lead: to itself, and through /sso/start to the client's app. */
export function formTargets({ project }: ProjectCall): string[] {
  return project.signInUrl === undefined ? [] : [new URL(project.signInUrl).origin]
}
