import type { FastifyReply, FastifyRequest } from 'fastify'
import { enterByCode, peekBoardCode } from '../../../domain/board-codes/index.ts'
import type { ProjectCall } from '../../../domain/call/index.ts'
import { displayName } from '../../../domain/users/index.ts'
import { addressOf, CODES, countGuess } from '../../http/index.ts'
import { membersOf, sendPage } from '../../pages/index.ts'
import { ownBoard } from '../shared/arrival.ts'
import type { BoardContext } from '../shared/context.ts'
import type { BoardRoutes } from '../shared/routing.ts'
import { countStranger, keepSession, policyOf, viewOf } from '../shared/visitor.ts'
import { ContinuePage } from './page.tsx'

/** From an app to its board: a visitor with a code sees whose account it is, and only their click uses the code. */
export function handOffRoutes(routes: BoardRoutes): void {
  const { context } = routes
  routes.get('/continue', async (call, request, reply) => {
    await countStranger(context, call, request)
    const view = { ...viewOf(context, call, request), path: '/' }
    const page = ContinuePage({ view, script: context.assets.continue })
    const options = { ...policyOf(call), isShared: false, isSecretive: true }
    return sendPage(request, reply, page, options)
  })
  routes.form('/continue/look', (request, reply) => look(context, request, reply))
  routes.form('/continue', (request, reply) => confirm(context, request, reply))
}

async function look(context: BoardContext, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const call = await ownBoard(context, request)
  const owner = await countGuess(context.limits, CODES, addressOf(request), () => peekBoardCode(call, codeOf(request)))
  reply.header('cache-control', 'no-store')
  return { display_name: displayName(call.project, owner) }
}

async function confirm(context: BoardContext, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const board: ProjectCall = await ownBoard(context, request)
  const session = await countGuess(context.limits, CODES, addressOf(request), () => enterByCode(board, codeOf(request)))
  keepSession(context, reply, board, session)
  reply.header('cache-control', 'no-store')
  return { return_to: '/' }
}

function codeOf(request: FastifyRequest): string {
  const { code } = membersOf(request)
  return typeof code === 'string' ? code : ''
}
