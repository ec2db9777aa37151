import type { FastifyReply, FastifyRequest } from 'fastify'
import type { JSX } from 'preact'
import type { ProjectCall, Visitor } from '../../../domain/call/index.ts'
import { changeSubscription, peekSubscription } from '../../../domain/mails/index.ts'
import { notFound, Problem } from '../../../foundation/problems/index.ts'
import { addressOf, CODES, countGuess } from '../../http/index.ts'
import { sendPage } from '../../pages/index.ts'
import { boardCall } from '../shared/arrival.ts'
import type { BoardContext } from '../shared/context.ts'
import type { BoardRoutes } from '../shared/routing.ts'
import { countStranger, policyOf, viewOf } from '../shared/visitor.ts'
import { NoMailPage, StopPage, StoppedPage } from './page.tsx'

/**
 * The links of mails. To look at one changes nothing, because programs that check mails look at every link; a form does it, from anywhere and
 * without a cookie, because mail programs have a button for it (RFC 8058). The link says whose mail it is about, and signs nobody in.
 */
export function mailRoutes(routes: BoardRoutes): void {
  const { context } = routes
  const look = (call: ProjectCall<Visitor>, request: FastifyRequest, reply: FastifyReply) =>
    answerLink(context, call, request, reply, async (link) => {
      const subscription = await peekSubscription(call, context.mailLinks, link)
      const view = viewOf(context, call, request, subscription.locale)
      return subscription.isOn
        ? StopPage({ view, subscription, link })
        : StoppedPage({ view, subscription, link, isOn: false })
    })
  const change = (isOn: boolean) => async (request: FastifyRequest, reply: FastifyReply) => {
    request.raw.resume() // whatever the mail program wrote: the address says everything
    const call = await boardCall(context, request)
    return answerLink(context, call, request, reply, async (link) => {
      const subscription = await changeSubscription(call, context.mailLinks, link, isOn)
      const view = viewOf(context, call, request, subscription.locale)
      return StoppedPage({ view, subscription, link, isOn })
    })
  }
  routes.get('/mail/:link', look)
  routes.openForm('/mail/:link', change(false))
  routes.openForm('/mail/:link/again', change(true))
}

/** The page behind a link of a mail. */
export async function answerLink(
  context: BoardContext,
  call: ProjectCall<Visitor>,
  request: FastifyRequest,
  reply: FastifyReply,
  show: (link: string) => Promise<JSX.Element>,
): Promise<FastifyReply> {
  const { link } = request.params as { link: string } // as the routes say
  await countStranger(context, call, request)
  const options = { ...policyOf(call), isShared: false, isSecretive: true }
  try {
    const page = await countGuess(context.limits, CODES, addressOf(request), () => show(link))
    return sendPage(request, reply, page, options)
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== notFound) throw error
    const view = { ...viewOf(context, call, request), path: '/' }
    return sendPage(request, reply, NoMailPage({ view }), { ...options, status: 404 })
  }
}
