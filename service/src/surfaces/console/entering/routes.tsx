import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AccountCall, newCall } from '../../../domain/call/index.ts'
import {
  confirmByPasskey,
  enterByLink,
  enterByPasskey,
  linkInvalid,
  listPasskeys,
  type OpenedSession,
  passkeyRequest,
  peekLink,
  signOut,
} from '../../../domain/operators/index.ts'
import { Problem } from '../../../foundation/problems/index.ts'
import { addressOf, CONSOLE_ENTRIES } from '../../http/index.ts'
import { membersOf, queryOf, refuseForgery, sendPage, textIn, wantsJson } from '../../pages/index.ts'
import type { ConsoleContext } from '../shared/context.ts'
import { forgetPage, pageToReturnTo, rememberPage } from '../shared/return-cookie.ts'
import { returnPath } from '../shared/return-path.ts'
import { type ConsoleRoutes, goTo, onGet, operatorCall, SESSION_COOKIE } from '../shared/routing.ts'
import { viewOf, withFault } from '../shared/view.ts'
import { ConfirmPage, EnterPage } from './pages.tsx'

/** The entrance: signing in, and confirming again who the operator is. */
export function enteringRoutes(app: FastifyInstance, context: ConsoleContext, routes: ConsoleRoutes): void {
  const nobody = () => newCall(context.database, context.places, context.now())
  const door = { formTargets: [], isShared: false, isSecretive: true, isConfidential: true }

  /** Counts an attempt to sign in, and refuses forms of other sites. */
  async function knock(request: FastifyRequest): Promise<void> {
    refuseForgery(request, context.places.apiOrigin)
    await context.limits.take(CONSOLE_ENTRIES, addressOf(request))
  }

  /** Returns the next page: the one they came from, if they may see it. Without a new session, the current one continues. */
  function letIn(request: FastifyRequest, reply: FastifyReply, opened: OpenedSession | undefined): Promise<string> {
    if (opened) context.cookies.write(reply, SESSION_COOKIE, opened.token, opened.lastsSeconds)
    const token = opened?.token ?? context.cookies.read(request, SESSION_COOKIE) ?? ''
    return pageToReturnTo(context, request, reply, token)
  }

  onGet(app, '/console/enter', async (request, reply) =>
    sendPage(request, reply, <EnterPage view={viewOf(context, nobody(), request)} />, door),
  )

  /** Shows whom a link is for. Looking does not use it up. */
  app.post('/console/enter/peek', async (request, reply) => {
    await knock(request)
    reply.header('cache-control', 'no-store')
    const { email, invitation } = await peekLink(nobody(), codeIn(membersOf(request).code))
    const known = await operatorCall(context, request).catch(() => undefined)
    return {
      email: (invitation && known?.actor.operator.email) ?? email,
      project: invitation?.projectName ?? null,
      role: invitation?.role ?? null,
    }
  })

  app.post('/console/enter', async (request, reply) => {
    await knock(request)
    const code = codeIn(membersOf(request).code)
    const known = await operatorCall(context, request).catch(() => undefined)
    try {
      return goTo(reply, await letIn(request, reply, await enterByLink(nobody(), code, known)))
    } catch (error) {
      if (!(error instanceof Problem) || error.kind !== linkInvalid || wantsJson(request)) throw error
      const view = withFault(viewOf(context, nobody(), request), `${linkInvalid.title} ${linkInvalid.remedy}`)
      return sendPage(request, reply, <EnterPage view={view} />, { ...door, status: 401 })
    }
  })

  app.post('/console/enter/passkey/options', async (request, reply) => {
    await knock(request)
    reply.header('cache-control', 'no-store')
    return passkeyRequest(nobody())
  })

  app.post('/console/enter/passkey', async (request, reply) => {
    await knock(request)
    reply.header('cache-control', 'no-store')
    return { to: await letIn(request, reply, await enterByPasskey(nobody(), membersOf(request).response)) }
  })

  confirming(context, routes)

  app.post('/console/sign-out', async (request, reply) => {
    refuseForgery(request, context.places.apiOrigin)
    const call = await operatorCall(context, request).catch(() => undefined)
    if (call) await signOut(call)
    context.cookies.clear(reply, SESSION_COOKIE)
    forgetPage(context, request, reply)
    return goTo(reply, '/console/enter')
  })
}

function confirming(context: ConsoleContext, routes: ConsoleRoutes): void {
  routes.ownPage('/confirm', async (call, view, request, reply) => {
    const passkeys = await listPasskeys(call)
    const returnTo = returnPath(queryOf(request).return_to)
    rememberPage(context, reply, returnTo) // an operator without a passkey confirms with a new link
    return <ConfirmPage view={view} returnTo={returnTo} hasPasskey={passkeys.length > 0} />
  })
  routes.ownForm('/confirm/options', {}, (call) => passkeyRequest(call))
  routes.ownForm('/confirm', {}, async (call: AccountCall, request) => {
    await context.limits.take(CONSOLE_ENTRIES, call.actor.operator.id)
    await confirmByPasskey(call, membersOf(request).response)
    return { to: returnPath(membersOf(request).return_to) }
  })
}

/** People paste the whole link as often as only its code. */
function codeIn(value: unknown): string {
  const text = textIn(value).trim()
  return text.slice(text.lastIndexOf('#') + 1)
}
