import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OperatorCall } from '../../../domain/call/index.ts'
import { confirmationRequired, isConfirmed, listPasskeys } from '../../../domain/operators/index.ts'
import { changeSettings } from '../../../domain/project-settings/index.ts'
import { privateKeyRejected } from '../../../domain/signing-keys/index.ts'
import { formWordsOf, Problem } from '../../../foundation/problems/index.ts'
import { isJson, membersOf, queryOf, textOf } from '../../pages/index.ts'
import type { ConsoleContext } from '../shared/context.ts'
import { readText, versionAfter, versionIn } from '../shared/form-values.ts'
import { withNotice } from '../shared/notices.ts'
import { type ConsoleRoutes, goTo } from '../shared/routing.ts'
import { type ProjectView, projectView, withFault } from '../shared/view.ts'
import { addKeyOf, typedKey } from '../signing-keys/upload.ts'
import { newProjectRoutes } from './new-project-routes.tsx'
import { SetupPage } from './page.tsx'
import type { SetupShown, TypedAddresses } from './pieces.tsx'
import { brokenIn, firstOpenStep, newsSince, progressOf, STEPS, type StepId } from './progress.ts'
import { samplesFor } from './samples/index.ts'

type Caller = OperatorCall<'signing_keys:read' | 'signing_keys:write' | 'project:write'>

const READ = { needs: ['signing_keys:read', 'signing_keys:write', 'project:write'] } as const
const CHANGE = { needs: ['signing_keys:read', 'signing_keys:write', 'project:write'], isSensitive: true } as const

/** From a new project to a sign-in that works. */
export function setupRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  newProjectRoutes(routes, context)
  const again = async (
    call: Caller,
    request: FastifyRequest,
    reply: FastifyReply,
    error: unknown,
    shown: SetupShown,
  ) => {
    if (!(error instanceof Problem) || error.kind.status >= 500) throw error
    reply.code(error.kind.status)
    return show(call, withFault(await projectView(context, call, request), formWordsOf(error)), shown)
  }
  routes.page('/setup', READ, (call, view, request) => {
    const { step, lang } = queryOf(request)
    return show(call, view, { step: STEPS.find((known) => known === step), language: textOf(lang) })
  })
  routes.form('/setup/key', CHANGE, async (call, request, reply) => {
    try {
      const next = withNotice(`/console/${call.project.slug}/setup?step=addresses`, 'key_added')
      const to = await addKeyOf(call, request, next)
      return isJson(request) ? { to } : goTo(reply, to)
    } catch (error) {
      if (isJson(request) || !(error instanceof Problem)) throw error
      const isBurnt = error.kind === privateKeyRejected
      return again(call, request, reply, error, { step: 'key', typedKey: typedKey(error, request), isBurnt })
    }
  })
  routes.form('/setup/addresses', READ, async (call, request, reply) => {
    const typed = addressesIn(request)
    try {
      const changes = { signInUrl: typed.signInUrl || undefined, allowedOrigins: originsOf(typed.allowedOrigins) }
      await changeSettings(call, changes, typed.version === undefined ? undefined : [typed.version])
      return goTo(reply, `/console/${call.project.slug}/setup?step=code`, 'addresses_saved')
    } catch (error) {
      if (isJson(request)) throw error
      if (error instanceof Problem && error.kind === confirmationRequired) {
        reply.code(confirmationRequired.status)
        const asks = { hasPasskey: (await listPasskeys(call)).length > 0 }
        return show(call, await projectView(context, call, request), { step: 'addresses', typed, asks })
      }
      const version = versionAfter(error, typed.version, call.project.version)
      return again(call, request, reply, error, { step: 'addresses', typed: { ...typed, version } })
    }
  })
  // A script requests it repeatedly while somebody tests the sign-in.
  routes.page('/setup/check', READ, async (call, { words }, request) => {
    const since = new Date(textOf(queryOf(request).since) ?? Number.NaN)
    const { acceptedAt, refused } = await newsSince(call, words, Number.isNaN(since.getTime()) ? undefined : since)
    return {
      accepted_at: acceptedAt?.toISOString() ?? null,
      refused: refused
        ? {
            ...refused,
            at: refused.at.toISOString(),
            kid: refused.kid ?? null,
            broken: refused.broken ? brokenIn(words, refused.broken) : null,
          }
        : null,
    }
  })
}

async function show(call: Caller, view: ProjectView, shown: SetupShown) {
  const { places, project } = call
  const progress = await progressOf(call, view.words)
  const step: StepId = shown.step ?? firstOpenStep(progress)
  const keyId = progress.key?.kid ?? 'YOUR_KEY_ID'
  const samples = samplesFor({
    projectId: project.id,
    keyId,
    apiOrigin: places.apiOrigin,
    boardOrigin: view.boardOrigin,
  })
  return (
    <SetupPage
      view={view}
      progress={progress}
      apiOrigin={places.apiOrigin}
      samples={samples}
      isConfirmed={isConfirmed(call)}
      shown={{ ...shown, step }}
    />
  )
}

function addressesIn(request: FastifyRequest): TypedAddresses {
  const { sign_in_url: url, allowed_origins: origins, version } = membersOf(request)
  return {
    signInUrl: readText(url).trim().slice(0, 4000),
    allowedOrigins: readText(origins).slice(0, 20_000),
    version: version === undefined ? undefined : versionIn(version),
  }
}

/** One per line. An address copied from a browser ends with a slash, which an origin does not have. */
function originsOf(text: string): string[] {
  const lines = text.split(/[\s,]+/).filter((line) => line !== '')
  return [...new Set(lines.map((line) => line.replace(/^(https?:\/\/[^/?#]+)\/$/i, '$1').toLowerCase()))]
}
