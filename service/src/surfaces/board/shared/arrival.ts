import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inProject, newCall, type ProjectCall, type Visitor } from '../../../domain/call/index.ts'
import { boardOriginOf } from '../../../domain/projects/index.ts'
import { csrfRejected, Problem, unknownHost } from '../../../foundation/problems/index.ts'
import { addressOf, READS } from '../../http/index.ts'
import { pathOf, redirect, refuseForgery } from '../../pages/index.ts'
import type { BoardContext } from './context.ts'

/** The board at the request's host, under its own domain or its slug. */
export async function boardCall(context: BoardContext, request: FastifyRequest): Promise<ProjectCall<Visitor>> {
  const call = newCall(context.database, context.places, context.now())
  const guesser = { limits: context.limits, limit: READS, address: addressOf(request) }
  const project = await context.directory.byHost(call, hostOf(request), guesser)
  if (!project) throw new Problem(unknownHost)
  return inProject(call, project)
}

/** The board as it was last seen, for a page that must not cost a query. */
export function boardAsRemembered(context: BoardContext, request: FastifyRequest): ProjectCall<Visitor> {
  const project = context.directory.remembered(hostOf(request))
  if (!project) throw new Problem(unknownHost)
  return inProject(newCall(context.database, context.places, context.now()), project)
}

/** The board of a form, or of a request of our script. Both must come from a page of this board. */
export async function ownBoard(context: BoardContext, request: FastifyRequest): Promise<ProjectCall<Visitor>> {
  const call = await boardCall(context, request)
  if (canonicalAddress(call, request) !== undefined) throw new Problem(csrfRejected)
  refuseForgery(request, boardOriginOf(call.places, call.project))
  return call
}

export type Show = (call: ProjectCall<Visitor>, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** A page. HEAD is answered like GET without its body: link previews and link checkers send it first. */
export function onGet(app: FastifyInstance, context: BoardContext, path: string, show: Show): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: path,
    handler: async (request, reply) => {
      const call = await boardCall(context, request)
      const address = canonicalAddress(call, request)
      return address === undefined ? show(call, request, reply) : redirect(reply, address, 308)
    },
  })
}

/**
 * The sign-in token is in the fragment, which browsers keep over a redirect and never send. A token in the query is not
 * carried to another host.
 */
const SIGN_IN = /^\/(?:sso|continue)(?:[/?]|$)/i

/**
 * The same page at the board's canonical address; undefined if this is that address. A client that configured the
 * origin with a slash at the end asks for //sso/callback; with the origin in front, no path can lead to another host.
 */
function canonicalAddress({ places, project }: ProjectCall, request: FastifyRequest): string | undefined {
  const origin = boardOriginOf(places, project)
  const path = pathOf(request).replace(/^\/{2,}/, '/')
  const isHere = origin.endsWith(`//${hostOf(request)}`) && path === pathOf(request)
  if (isHere) return undefined
  const isOfSignIn = SIGN_IN.test(path) || SIGN_IN.test(request.routeOptions.url ?? '')
  return origin + (isOfSignIn ? path.replace(/\?.*$/s, '') : path)
}

function hostOf({ headers }: FastifyRequest): string {
  return headers.host?.toLowerCase() ?? ''
}
