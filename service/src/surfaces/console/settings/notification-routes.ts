import type { FastifyRequest } from 'fastify'
import { FREQUENCIES, type NotificationChoices, type OperatorCall } from '../../../domain/call/index.ts'
import { changeSettings } from '../../../domain/project-settings/index.ts'
import { formWordsOf, Problem } from '../../../foundation/problems/index.ts'
import { membersOf } from '../../pages/index.ts'
import type { ConsoleContext } from '../shared/context.ts'
import { versionIn } from '../shared/form-values.ts'
import { type ConsoleRoutes, goTo } from '../shared/routing.ts'

type Caller = OperatorCall<'project:write'>

/** `refuse` shows the settings again with what was wrong. */
export function notificationRoutes(
  routes: ConsoleRoutes,
  { mail }: ConsoleContext,
  refuse: (call: Caller, request: FastifyRequest, text: string) => Promise<object>,
): void {
  routes.form('/settings/notifications', { needs: 'project:write' }, async (call, request, reply) => {
    const members = membersOf(request)
    const notificationDefaults = defaultsIn(members, mail.mailer !== undefined)
    try {
      const { slug } = await changeSettings(call, { notificationDefaults }, [versionIn(members.version)])
      return goTo(reply, `/console/${slug}/settings#notifications`, 'settings_saved')
    } catch (error) {
      if (!(error instanceof Problem) || error.kind.status >= 500) throw error
      reply.code(error.kind.status)
      return refuse(call, request, formWordsOf(error))
    }
  })
}

/** What is about mail is not asked for while mail is off, and stays as it is. */
function defaultsIn(members: Readonly<Record<string, unknown>>, sendsMail: boolean): Partial<NotificationChoices> {
  const isOn = (name: string) => members[name] === 'yes'
  const frequency = FREQUENCIES.find((one) => one === members.frequency)
  return {
    statusChanges: isOn('status_changes'),
    comments: isOn('comments'),
    changelog: isOn('changelog'),
    ...(sendsMail && { email: isOn('email'), ...(frequency && { frequency }) }),
  }
}
