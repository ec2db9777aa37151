import { chooseTeamMails, ownTeamMails } from '../../../domain/team-mails/index.ts'
import { membersOf, textsIn } from '../../pages/index.ts'
import type { ConsoleContext } from '../shared/context.ts'
import { type ConsoleRoutes, goTo } from '../shared/routing.ts'
import { MyMailPage } from './page.tsx'

const OWN = { needs: 'board:read' } as const

/** Every operator chooses what they get by mail, whatever their role. */
export function myMailRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  routes.page('/my-mail', OWN, async (call, view) => (
    <MyMailPage view={view} {...(await ownTeamMails(call))} sendsMail={context.mail.mailer !== undefined} />
  ))
  routes.form('/my-mail', OWN, async (call, request, reply) => {
    await chooseTeamMails(call, new Set(textsIn(membersOf(request).kinds)))
    return goTo(reply, `/console/${call.project.slug}/my-mail`, 'my_mail_saved')
  })
}
