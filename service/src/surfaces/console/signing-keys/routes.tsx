import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OperatorCall } from '../../../domain/call/index.ts'
import { isConfirmed } from '../../../domain/operators/index.ts'
import { countSignedInBy, SESSION_LASTS_MS } from '../../../domain/sessions/index.ts'
import {
  listSigningKeys,
  privateKeyRejected,
  retireSigningKey,
  revokeSigningKey,
  type SigningKey,
} from '../../../domain/signing-keys/index.ts'
import { formWordsOf, Problem } from '../../../foundation/problems/index.ts'
import { isJson, membersOf, textIn } from '../../pages/index.ts'
import type { ConsoleContext } from '../shared/context.ts'
import { type Done, withNotice } from '../shared/notices.ts'
import { type Access, type ConsoleRoutes, goTo } from '../shared/routing.ts'
import { type ProjectView, projectView, withFault } from '../shared/view.ts'
import { type CountedKey, KeysPage } from './page.tsx'
import { addKeyOf, typedKey } from './upload.ts'

type Caller = OperatorCall<'signing_keys:read' | 'signing_keys:write'>

const READ = { needs: ['signing_keys:read', 'signing_keys:write'] } as const
const CHANGE = { needs: ['signing_keys:read', 'signing_keys:write'], isSensitive: true } as const
const ASKED = { ...CHANGE, asks: true } as const
const NOBODY = { people: 0, isAtLeast: false }

interface Shown {
  readonly typed?: string
  readonly isBurnt?: boolean
}

/** The public keys that vouch for a project's users: add, deploy, retire, revoke. */
export function keyRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  const show = async (call: Caller, view: ProjectView, shown: Shown = {}) => (
    <KeysPage view={view} keys={await countedKeys(call)} isConfirmed={isConfirmed(call)} {...shown} />
  )
  const again = async (call: Caller, request: FastifyRequest, reply: FastifyReply, error: unknown) => {
    if (!(error instanceof Problem) || error.kind.status >= 500 || error.kind.status === 404) throw error
    reply.code(error.kind.status)
    const view = withFault(await projectView(context, call, request), formWordsOf(error))
    return show(call, view, { typed: typedKey(error, request), isBurnt: error.kind === privateKeyRejected })
  }
  routes.page('/keys', READ, (call, view) => show(call, view))
  routes.form('/keys/add', CHANGE, async (call, request, reply) => {
    try {
      const to = await addKeyOf(call, request, withNotice(`/console/${call.project.slug}/keys`, 'key_added'))
      return isJson(request) ? { to } : goTo(reply, to)
    } catch (error) {
      if (isJson(request)) throw error
      return again(call, request, reply, error)
    }
  })
  const change = (
    path: string,
    access: Access<(typeof READ)['needs']>,
    verb: (call: Caller, kid: string, members: Readonly<Record<string, unknown>>) => Promise<Done>,
  ) =>
    routes.form(path, access, async (call, request, reply) => {
      try {
        const members = membersOf(request)
        const done = await verb(call, textIn(members.kid), members)
        return goTo(reply, `/console/${call.project.slug}/keys`, done)
      } catch (error) {
        return again(call, request, reply, error)
      }
    })
  change('/keys/retire', ASKED, async (call, kid) => {
    await retireSigningKey(call, kid)
    return 'key_retired'
  })
  change('/keys/revoke', CHANGE, async (call, kid, members) => {
    const endSessions = members.end_sessions === 'yes'
    await revokeSigningKey(call, kid, { endSessions })
    return endSessions ? 'key_revoked_with_sessions' : 'key_revoked'
  })
}

/** Each key with the number of people it signs in now. A key that was revoked longer ago than a session lasts has none. */
function countedKeys(call: Caller): Promise<CountedKey[]> {
  const earliest = call.now.getTime() - SESSION_LASTS_MS
  const count = (key: SigningKey) =>
    key.revokedAt && key.revokedAt.getTime() < earliest ? NOBODY : countSignedInBy(call, key.kid)
  return listSigningKeys(call).then((keys) => Promise.all(keys.map(async (key) => ({ ...key, ...(await count(key)) }))))
}
