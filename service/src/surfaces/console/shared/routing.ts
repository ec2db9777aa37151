import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { JSX } from 'preact'
import {
  type AccountCall,
  type Needs,
  newCall,
  type OperatorCall,
  type Permission,
  type ProofOf,
  permit,
  permitService,
  type ServiceCall,
} from '../../../domain/call/index.ts'
import {
  confirmationRequired,
  enterProject,
  operatorRequired,
  requireConfirmed,
  resolveOperator,
} from '../../../domain/operators/index.ts'
import { notFound, Problem } from '../../../foundation/problems/index.ts'
import { addressOf, CONSOLE_USE, isRefusal, READS } from '../../http/index.ts'
import { isJson, membersOf, redirect, refuseForgery, sendPage } from '../../pages/index.ts'
import { AskPage, isAnswered } from './ask-page.tsx'
import type { ConsoleContext } from './context.ts'
import { type Done, withNotice } from './notices.ts'
import { rememberPage } from './return-cookie.ts'
import { pageOf } from './return-path.ts'
import { type ProjectView, projectView, type View, viewOf } from './view.ts'

export const SESSION_COOKIE = 'console'

export interface Access<N extends Needs = Needs> extends OwnAccess {
  /** The permissions that the operator needs; the handler gets the proof. */
  readonly needs: N
}

export interface OwnAccess {
  /** Whether it needs a sign-in of the last 15 minutes. */
  readonly isSensitive?: boolean
  /** Whether a question comes before the form is processed. Its `Form` has the words. */
  readonly asks?: boolean
  /** Whether the form has one file and nothing else, which the route reads by itself. */
  readonly takesFile?: boolean
  /** How many bytes a form with files may have, which the route reads as it arrives. */
  readonly takesUpload?: number
}

export interface DeclaredRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Absent: the route belongs to no project. */
  readonly needs?: readonly Permission[]
  readonly isSensitive?: boolean
  readonly asks?: boolean
  readonly takesFile?: boolean
  readonly takesUpload?: number
}

type Answer = JSX.Element | FastifyReply | object
type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<Answer>

/** The `:id` of a route that has one. */
export function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id // as the route says
}

/** Every route of the console except the entrance. Permissions are checked before a handler is called. */
export interface ConsoleRoutes {
  /** The pages and forms of projects with their permissions, and the forms of an operator's own account. A test requests each with every role. */
  readonly declared: readonly DeclaredRoute[]
  /** A page within a project; `path` is the part after its slug. */
  page<const N extends Needs>(
    path: string,
    access: Access<N>,
    show: (
      call: OperatorCall & ProofOf<N>,
      view: ProjectView,
      request: FastifyRequest,
      reply: FastifyReply,
    ) => Promise<Answer>,
  ): void
  /** A form of such a page. */
  form<const N extends Needs>(
    path: string,
    access: Access<N>,
    take: (call: OperatorCall & ProofOf<N>, request: FastifyRequest, reply: FastifyReply) => Promise<Answer>,
  ): void
  /** A page of the operator alone. */
  ownPage(
    path: string,
    show: (call: AccountCall, view: View, request: FastifyRequest, reply: FastifyReply) => Promise<Answer>,
  ): void
  ownForm(
    path: string,
    access: OwnAccess,
    take: (call: AccountCall, request: FastifyRequest, reply: FastifyReply) => Promise<Answer>,
  ): void
  /** A page of the whole service, for owners of everything. Others get a 404. */
  servicePage(
    path: string,
    show: (call: OwnerCall, view: View, request: FastifyRequest, reply: FastifyReply) => Promise<Answer>,
  ): void
  /** A form of such a page. */
  serviceForm(
    path: string,
    access: OwnAccess,
    take: (call: OwnerCall, request: FastifyRequest, reply: FastifyReply) => Promise<Answer>,
  ): void
}

type OwnerCall = AccountCall & ServiceCall

export function consoleRoutes(app: FastifyInstance, context: ConsoleContext): ConsoleRoutes {
  const declared: DeclaredRoute[] = []
  const inProject = async <N extends Needs>(request: FastifyRequest, access: Access<N>) => {
    const { slug } = request.params as { slug: string } // as the routes say
    const call = await enterProject(await operatorCall(context, request), slug)
    const permitted = permit(call, access.needs)
    if (access.isSensitive) requireConfirmed(call)
    return permitted
  }
  const on = (method: 'GET' | 'POST', url: string, work: Handler, { takesFile, takesUpload }: OwnAccess = {}) => {
    const handler: Handler = async (request, reply) => {
      if (method === 'POST') refuseForgery(request, context.places.apiOrigin)
      try {
        return answer(request, reply, await work(request, reply))
      } catch (error) {
        const page = pageOf(request, context.places.apiOrigin)
        const path = isJson(request) ? undefined : detourOf(error, page)
        if (path === undefined) throw error
        rememberPage(context, reply, page)
        return goTo(reply, path)
      }
    }
    if (method === 'GET') onGet(app, url, handler)
    else
      app.post(
        url,
        { config: { ...(takesFile && { takesFile }), ...(takesUpload !== undefined && { takesUpload }) } },
        handler,
      )
  }
  const asked = (access: OwnAccess, call: AccountCall, request: FastifyRequest) =>
    access.asks && !isAnswered(request)
      ? AskPage({
          view: viewOf(context, call, request),
          members: membersOf(request),
          back: pageOf(request, context.places.apiOrigin),
        })
      : undefined
  const ownPage = <C extends AccountCall>(
    path: string,
    admit: (call: AccountCall) => C,
    show: (call: C, view: View, request: FastifyRequest, reply: FastifyReply) => Promise<Answer>,
  ) =>
    on('GET', `/console${path}`, async (request, reply) => {
      const call = admit(await operatorCall(context, request))
      return show(call, viewOf(context, call, request), request, reply)
    })
  const ownForm = <C extends AccountCall>(
    path: string,
    access: OwnAccess,
    admit: (call: AccountCall) => C,
    take: (call: C, request: FastifyRequest, reply: FastifyReply) => Promise<Answer>,
  ) => {
    declared.push({ method: 'POST', path: `/console${path}`, ...access })
    on('POST', `/console${path}`, async (request, reply) => {
      const account = await operatorCall(context, request)
      if (access.isSensitive) requireConfirmed(account)
      const call = admit(account)
      return asked(access, call, request) ?? take(call, request, reply)
    })
  }
  return {
    declared,
    page(path, access, show) {
      declared.push({ method: 'GET', path: `/console/:slug${path}`, ...access, needs: needsOf(access) })
      on('GET', `/console/:slug${path}`, async (request, reply) => {
        const call = await inProject(request, access)
        return show(call, await projectView(context, call, request), request, reply)
      })
    },
    form(path, access, take) {
      declared.push({ method: 'POST', path: `/console/:slug${path}`, ...access, needs: needsOf(access) })
      on(
        'POST',
        `/console/:slug${path}`,
        async (request, reply) => {
          const call = await inProject(request, access)
          return asked(access, call, request) ?? take(call, request, reply)
        },
        access,
      )
    },
    ownPage: (path, show) => ownPage(path, (call) => call, show),
    ownForm: (path, access, take) => ownForm(path, access, (call) => call, take),
    servicePage: (path, show) => ownPage(path, ownerOfAll, show),
    serviceForm: (path, access, take) => ownForm(path, access, ownerOfAll, take),
  }
}

function needsOf({ needs }: Access): readonly Permission[] {
  return typeof needs === 'string' ? [needs] : needs
}

function ownerOfAll(call: AccountCall): OwnerCall {
  if (!call.actor.operator.ownsAll) throw new Problem(notFound)
  return permitService(call)
}

/** The page where somebody signs in or confirms before they get the requested page. */
function detourOf(error: unknown, page: string): string | undefined {
  if (!(error instanceof Problem)) return undefined
  if (error.kind === operatorRequired) return '/console/enter'
  if (error.kind !== confirmationRequired) return undefined
  return `/console/confirm?return_to=${encodeURIComponent(page)}`
}

/** The operator of a valid session cookie. */
export async function operatorCall(context: ConsoleContext, request: FastifyRequest): Promise<AccountCall> {
  const token = context.cookies.read(request, SESSION_COOKIE)
  if (token === undefined) throw new Problem(operatorRequired)
  const call = await resolveOperator(newCall(context.database, context.places, context.now()), token).catch(
    async (error) => {
      if (isRefusal(error)) await context.limits.take(READS, addressOf(request)) // a guessed session counts against the limit
      throw error
    },
  )
  await context.limits.take(CONSOLE_USE, call.actor.operator.id)
  return call
}

export function onGet(
  app: FastifyInstance,
  url: string,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  app.route({ method: ['GET', 'HEAD'], url, handler })
}

/** Sends a page, or JSON for a script, unless an answer was sent already. */
function answer(request: FastifyRequest, reply: FastifyReply, shown: Answer): Answer | Promise<FastifyReply> {
  if (shown === reply) return reply
  reply.header('cache-control', 'no-store')
  if (!('type' in shown && 'props' in shown)) return shown
  const options = { formTargets: [], hasFrames: true, isShared: false, isConfidential: true, status: reply.statusCode }
  return sendPage(request, reply, shown as JSX.Element, options) // it has what an element has
}

/** Redirects after a form to a page that says what was done. */
export function goTo(reply: FastifyReply, path: string, done?: Done): FastifyReply {
  return redirect(reply, done === undefined ? path : withNotice(path, done), 303)
}
