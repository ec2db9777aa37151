import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type BoardCall,
  FREQUENCIES,
  isSignedIn,
  type NotificationChoices,
  type ProjectCall,
  permit,
  type UserCall,
  type Visitor,
  viewerOf,
} from '../../../domain/call/index.ts'
import { barrierToMail, type MailBarrier } from '../../../domain/mails/index.ts'
import { snakeCase } from '../../../domain/members.ts'
import { changeMe } from '../../../domain/names/index.ts'
import { NEWS_KINDS } from '../../../domain/notification-types.ts'
import { exportDocument } from '../../../domain/privacy/index.ts'
import { sessionRequired } from '../../../domain/sessions/index.ts'
import { notificationsOf, type OwnChange } from '../../../domain/users/index.ts'
import { Problem } from '../../../foundation/problems/index.ts'
import { EXPORTS } from '../../http/index.ts'
import { membersOf, redirect } from '../../pages/index.ts'
import type { BoardContext } from '../shared/context.ts'
import { nameFault, nameIn } from '../shared/name-choices.tsx'
import { sendRefused, withFault } from '../shared/refused-forms.ts'
import type { BoardRoutes } from '../shared/routing.ts'
import { readerCall, viewOf, writerCall } from '../shared/visitor.ts'
import { ownListRoutes } from './list-routes.tsx'
import { MePage } from './page.tsx'

/** The visitor's own pages: their name, their mail, their ideas and marks, and all of their data. */
export function meRoutes(routes: BoardRoutes): void {
  const { context } = routes
  routes.page('/me', async (view, query, _, reply) => {
    const user = viewerOf(view.call)
    if (!user) return redirect(reply, `/sign-in?return_to=${encodeURIComponent('/me')}`, 303)
    const notice = query.saved === undefined ? undefined : ({ kind: 'done', text: view.words.say('me_saved') } as const)
    return <MePage view={{ ...view, notice }} user={user} barrier={await barrierOf(view.call, context)} />
  })
  routes.form('/me', (request, reply) => saveMe(context, request, reply))
  ownListRoutes(routes)
  routes.get('/me/data.json', (call, request, reply) => ownData(context, call, request, reply))
}

async function saveMe(context: BoardContext, request: FastifyRequest, reply: FastifyReply) {
  const call = await writerCall(context, request, reply)
  const form = membersOf(request)
  const name = nameIn(form)
  const chosen = notificationsIn(form, call)
  const change = { ...chosen, ...name }
  try {
    if (Object.keys(change).length > 0) await changeMe(call, change, undefined)
    return redirect(reply, '/me?saved=1', 303)
  } catch (error) {
    const fault = nameFault(error)
    if (!fault) throw error
    const { user } = call.actor
    const view = withFault(viewOf(context, call, request), fault)
    const notifications = { ...user.notifications, ...chosen.notifications }
    const typed = user.nameLocked ? user : { ...user, notifications, ...name }
    return sendRefused(
      call,
      request,
      reply,
      <MePage view={view} user={typed} barrier={await barrierOf(call, context)} />,
    )
  }
}

/** Where no mail is sent, nothing stands in its way. */
async function barrierOf(call: BoardCall, { sendsMail }: BoardContext): Promise<MailBarrier | undefined> {
  return sendsMail && isSignedIn(call) ? barrierToMail(permit(call, 'board:take_part')) : undefined
}

/** Only the choices that differ from before: unchanged ones still follow the project's defaults. */
function notificationsIn(form: ReturnType<typeof membersOf>, call: UserCall): Pick<OwnChange, 'notifications'> {
  const before = notificationsOf(call.project, call.actor.user)
  const frequency = FREQUENCIES.find((each) => each === form.frequency)
  const typed: Partial<NotificationChoices> = {
    ...(form.told === '1' && Object.fromEntries(NEWS_KINDS.map((kind) => [kind, form[snakeCase(kind)] === '1']))),
    ...(form.by_mail === '1' && { email: form.mail === '1', ...(frequency && { frequency }) }),
  }
  const entries = Object.entries(typed).filter(([kind, wants]) => before[kind as keyof NotificationChoices] !== wants) // its own keys
  return entries.length === 0 ? {} : { notifications: Object.fromEntries(entries) }
}

/** The same data as the API exports. */
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
