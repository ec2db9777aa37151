import type { FastifyReply, FastifyRequest } from 'fastify'
import { type BoardCall, may } from '../../../domain/call/index.ts'
import { sessionEnded, sessionExpired, sessionInvalid, sessionRequired } from '../../../domain/sessions/index.ts'
import { type Problem, type ProblemKind, unavailable, unknownHost } from '../../../foundation/problems/index.ts'
import { rateLimited } from '../../../foundation/rate-limits/index.ts'
import { isJson, pathOf, renderPage, wantsJson } from '../../pages/index.ts'
import { boardAsRemembered, boardCall } from './arrival.ts'
import type { BoardContext } from './context.ts'
import { isForPerson, NO_BOARD_PAGE } from './no-board-page.ts'
import { NoticePage, SignInPage } from './notice-page.tsx'
import { returnPath } from './return-path.ts'
import type { View } from './view.ts'
import { policyOf, viewOf, visitorCall, visitorSoFar } from './visitor.ts'

const SIGNED_OUT: readonly ProblemKind[] = [sessionRequired, sessionEnded, sessionExpired, sessionInvalid]
const FOR_PROGRAMS = /^\/similar$|\.(?:xml|js|css|json|txt|svg)$/
/** These pages get a token in the fragment of their address, which must not be passed on. */
const SECRETIVE = /^\/(?:sso|continue)(?:\/|$)/

/** People get a page in their language that says what to do; programs get the problem itself. */
export async function problemPage(
  context: BoardContext,
  problem: Problem,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | undefined> {
  const [path = '/'] = pathOf(request).split('?', 1)
  if (problem.kind === unknownHost) return isForPerson(request.headers.accept) ? NO_BOARD_PAGE : undefined
  if (wantsJson(request) || isJson(request) || FOR_PROGRAMS.test(path)) return undefined
  const call = await whoever(context, problem, request, reply)
  const view = viewOf(context, call, request)
  const isShut = !may(call, 'board:read')
  const page =
    SIGNED_OUT.includes(problem.kind) || (isShut && problem.kind.status === 404) ? (
      <SignInPage view={view} returnTo={returnPath(pageOf(request))} intent="" />
    ) : (
      notice(view, problem)
    )
  return renderPage(reply, page, { ...policyOf(call), isSecretive: SECRETIVE.test(path) })
}

/**
 * Without the database the visitor is unknown, and the page uses the remembered board. A rate-limited visitor gets the same page, because it must not
 * cost a query.
 */
async function whoever(
  context: BoardContext,
  { kind }: Problem,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<BoardCall> {
  if (kind === unavailable) return boardAsRemembered(context, request)
  if (kind === rateLimited) return visitorSoFar(boardAsRemembered(context, request), request)
  const board = await boardCall(context, request).catch(() => boardAsRemembered(context, request))
  return visitorCall(context, board, request, reply).catch(() => board)
}

function notice(view: View, { kind: { status, code }, headers }: Problem) {
  if (status === 404) return <NoticePage view={view} title="not_found_title" lead="not_found_lead" />
  if (status === 429)
    return (
      <NoticePage
        view={view}
        title="too_many_title"
        lead="too_many_lead"
        values={{ n: Number(headers?.['retry-after'] ?? 1) }}
      />
    )
  return <NoticePage view={view} title="problem_title" lead="problem_lead" code={code} />
}

/** The requested page, or the page whose form was sent. */
function pageOf(request: FastifyRequest): string {
  const path = pathOf(request)
  if (request.method === 'GET' || request.method === 'HEAD') return path
  return /^\/(?:posts\/[1-9][0-9]{0,8}|new|me)(?=[/?]|$)/.exec(path)?.[0] ?? '/'
}
