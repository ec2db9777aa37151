import type { FastifyRequest } from 'fastify'
import type { OperatorCall } from '../../../domain/call/index.ts'
import { issueSecretKey, listSecretKeys, revokeSecretKey } from '../../../domain/caller-keys/index.ts'
import { isConfirmed } from '../../../domain/operators/index.ts'
import { formWordsOf, Problem } from '../../../foundation/problems/index.ts'
import { makeOnce, membersOf, textIn, textsIn } from '../../pages/index.ts'
import type { ConsoleContext } from '../shared/context.ts'
import { type ConsoleRoutes, goTo } from '../shared/routing.ts'
import { type ProjectView, projectView, withFault } from '../shared/view.ts'
import { type NewSecret, SecretKeysPage, type TypedKey } from './page.tsx'

type Caller = OperatorCall<'secret_keys:write'>

const READ = { needs: 'secret_keys:write' } as const
const CHANGE = { needs: 'secret_keys:write', isSensitive: true } as const

/** Keys of the client's servers. */
export function secretKeyRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  const show = async (call: Caller, view: ProjectView, shown: { made?: NewSecret; typed?: TypedKey } = {}) => (
    <SecretKeysPage view={view} keys={await listSecretKeys(call)} isConfirmed={isConfirmed(call)} {...shown} />
  )
  routes.page('/secret-keys', READ, (call, view) => show(call, view))
  routes.form('/secret-keys/add', CHANGE, async (call, request, reply) => {
    const view = await projectView(context, call, request)
    const typed = readKeyForm(request)
    try {
      return show(call, view, { made: await makeKey(call, request, typed) })
    } catch (error) {
      if (!(error instanceof Problem) || error.kind.status >= 500) throw error
      reply.code(error.kind.status)
      const text = typed.scopes.length === 0 ? view.words.say('secret_keys_choose_scope') : formWordsOf(error)
      return show(call, withFault(view, text), { typed })
    }
  })
  routes.form('/secret-keys/revoke', { ...CHANGE, asks: true }, async (call, request, reply) => {
    await revokeSecretKey(call, textIn(membersOf(request).id))
    return goTo(reply, `/console/${call.project.slug}/secret-keys`, 'secret_key_revoked')
  })
}

/** A second click shows the key of the first. The answer is kept sealed under the form itself, which only this browser has. */
async function makeKey(call: Caller, request: FastifyRequest, typed: TypedKey): Promise<NewSecret> {
  const answer = await makeOnce(call, { caller: `${call.actor.operator.id} console` }, request, async (call) => {
    const { secretKey, secret } = await issueSecretKey(call, typed)
    const made: NewSecret = { name: secretKey.name, secret }
    return JSON.stringify(made)
  })
  return JSON.parse(answer) as NewSecret // as it was written above
}

function readKeyForm(request: FastifyRequest): TypedKey {
  const { name, scope } = membersOf(request)
  return { name: textIn(name).trim(), scopes: textsIn(scope) }
}
