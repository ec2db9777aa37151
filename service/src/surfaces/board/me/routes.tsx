import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSignedIn, type ProjectCall, permit, type Visitor, viewerOf } from '../../../domain/call/index.ts'
import { changeMe } from '../../../domain/names/index.ts'
import { sessionRequired } from '../../../domain/sessions/index.ts'
import { Problem } from '../../../foundation/problems/index.ts'
import { EXPORTS, exportDocument } from '../../http/index.ts'
import { membersOf, redirect } from '../../pages/index.ts'
import type { BoardContext } from '../shared/context.ts'
import { nameFault, nameIn } from '../shared/name-choices.tsx'
import { sendRefused, withFault } from '../shared/refused-forms.ts'
import type { BoardRoutes } from '../shared/routing.ts'
import { readerCall, viewOf, writerCall } from '../shared/visitor.ts'
import { ownListRoutes } from './list-routes.tsx'
import { MePage } from './page.tsx'

/** What belongs to the visitor: their name, their mail, their ideas and marks, and all of their data. */
export function meRoutes(routes: BoardRoutes): void {
  const { context } = routes
  routes.page('/me', async (view, query, _, reply) => {
    const user = viewerOf(view.call)
    if (!user) return redirect(reply, `/sign-in?return_to=${encodeURIComponent('/me')}`, 303)
    const notice = query.saved === undefined ? undefined : ({ kind: 'done', text: view.words.say('me_saved') } as const)
    return <MePage view={{ ...view, notice }} user={user} />
  })
  routes.form('/me', (request, reply) => saveMe(context, request, reply))
  ownListRoutes(routes)
  routes.get('/me/data.json', (call, request, reply) => ownData(context, call, request, reply))
}

async function saveMe(context: BoardContext, request: FastifyRequest, reply: FastifyReply) {
  const call = await writerCall(context, request, reply)
  const form = membersOf(request)
  const name = nameIn(form)
  const notifyByEmail = form.mail === '1'
  try {
    await changeMe(call, { notifications: { email: notifyByEmail }, ...name }, undefined)
    return redirect(reply, '/me?saved=1', 303)
  } catch (error) {
    const fault = nameFault(error)
    if (!fault) throw error
    const { user } = call.actor
    const view = withFault(viewOf(context, call, request), fault)
    const typed = user.nameLocked ? user : { ...user, notifyByEmail, ...name }
    return sendRefused(call, request, reply, <MePage view={view} user={typed} />)
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
  // A failure after the first bytes can no longer be reported: the connection is cut, and the log has the reason.
  const onFailure = (error: unknown) => context.log.error({ request_id: request.id, err: error }, 'an export broke off')
  return reply
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-disposition', 'attachment; filename="my-data.json"')
    .send(Readable.from(exportDocument(permit(call, 'board:take_part'), onFailure)))
}
