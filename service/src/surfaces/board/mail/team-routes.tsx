import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ProjectCall, Visitor } from '../../../domain/call/index.ts'
import { peekTeamMail, switchTeamMail } from '../../../domain/team-mails/index.ts'
import { boardCall } from '../shared/arrival.ts'
import type { BoardRoutes } from '../shared/routing.ts'
import { viewOf } from '../shared/visitor.ts'
import { answerLink } from './routes.tsx'
import { StoppedTeamPage, StopTeamPage } from './team-page.tsx'

/** The links of mails to operators: as those of mails to users. */
export function teamMailRoutes(routes: BoardRoutes): void {
  const { context } = routes
  routes.get('/mail/team/:link', (call: ProjectCall<Visitor>, request, reply) =>
    answerLink(context, call, request, reply, async (link) => {
      const choice = await peekTeamMail(call, context.mailLinks, link)
      const view = viewOf(context, call, request)
      return choice.isOn ? StopTeamPage({ view, choice, link }) : StoppedTeamPage({ view, choice, link })
    }),
  )
  const change = (isOn: boolean) => async (request: FastifyRequest, reply: FastifyReply) => {
    request.raw.resume() // whatever the mail program wrote: the address says everything
    const call = await boardCall(context, request)
    return answerLink(context, call, request, reply, async (link) => {
      const choice = await switchTeamMail(call, context.mailLinks, link, isOn)
      return StoppedTeamPage({ view: viewOf(context, call, request), choice, link })
    })
  }
  routes.openForm('/mail/team/:link', change(false))
  routes.openForm('/mail/team/:link/again', change(true))
}
