import type { OperatorCall } from '../../../domain/call/index.ts'
import {
  changeRole,
  endSessionsHere,
  invite,
  isConfirmed,
  listPeople,
  ROLES,
  type Role,
  withdrawInvitation,
} from '../../../domain/operators/index.ts'
import { mailsOwnInvitations } from '../../../domain/team-mails/index.ts'
import { formWordsOf, invalidRequest, Problem } from '../../../foundation/problems/index.ts'
import { idIn, membersOf, textIn } from '../../pages/index.ts'
import type { ConsoleContext } from '../shared/context.ts'
import type { Done } from '../shared/notices.ts'
import { type Access, type ConsoleRoutes, goTo } from '../shared/routing.ts'
import { type ProjectView, projectView, withFault } from '../shared/view.ts'
import { type MadeLink, PeoplePage } from './page.tsx'

type Caller = OperatorCall<'people:read'>
type Writer = OperatorCall<'people:read' | 'people:write'>

const READ = { needs: 'people:read' } as const
const WRITES = ['people:read', 'people:write'] as const
const CHANGE = { needs: WRITES, isSensitive: true } as const

/** The people with access to a project. */
export function peopleRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  const show = async (call: Caller, view: ProjectView, made?: MadeLink) => (
    <PeoplePage
      view={view}
      {...(await listPeople(call))}
      isConfirmed={isConfirmed(call)}
      sendsMail={context.mail.mailer !== undefined && (await mailsOwnInvitations(call))}
      {...(made && { made })}
    />
  )
  routes.page('/people', READ, (call, view) => show(call, view))
  routes.form('/people/invite', CHANGE, async (call, request, reply) => {
    const view = await projectView(context, call, request)
    try {
      const { email, role } = membersOf(request)
      const made = { email: textIn(email).trim(), role: roleIn(role) }
      return show(call, view, { ...made, ...(await invite(call, made.email, made.role)) })
    } catch (error) {
      if (!(error instanceof Problem) || error.kind.status >= 500) throw error
      reply.code(error.kind.status)
      return show(call, withFault(view, formWordsOf(error)))
    }
  })
  routes.form('/people/withdraw', CHANGE, async (call, request, reply) => {
    await withdrawInvitation(call, idIn(membersOf(request).id))
    return goTo(reply, `/console/${call.project.slug}/people`, 'invitation_withdrawn')
  })
  const change = (
    path: string,
    done: Done,
    access: Access<typeof WRITES>,
    verb: (call: Writer, id: string, role: unknown) => Promise<void>,
  ) =>
    routes.form(path, access, async (call, request, reply) => {
      const { id, role } = membersOf(request)
      try {
        await verb(call, textIn(id), role)
        return goTo(reply, `/console/${call.project.slug}/people`, done)
      } catch (error) {
        if (!(error instanceof Problem) || error.kind.status !== 409) throw error
        reply.code(409)
        return show(call, withFault(await projectView(context, call, request), formWordsOf(error)))
      }
    })
  change('/people/role', 'role_changed', CHANGE, (call, id, role) => changeRole(call, id, roleIn(role)))
  change('/people/remove', 'removed', { ...CHANGE, asks: true }, (call, id) => changeRole(call, id, undefined))
  change('/people/sign-out', 'sessions_ended_here', { ...CHANGE, asks: true }, endSessionsHere)
}

function roleIn(value: unknown): Role {
  const role = ROLES.find((role) => role === value)
  if (!role) throw new Problem(invalidRequest)
  return role
}
