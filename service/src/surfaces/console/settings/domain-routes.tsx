import type { FastifyRequest } from 'fastify'
import type { OperatorCall } from '../../../domain/call/index.ts'
import { changeSettings } from '../../../domain/project-settings/index.ts'
import {
  type BoardMove,
  boardMove,
  boardOriginOf,
  claimOf,
  formerOriginsOf,
  recordOf,
  verifyDomain,
} from '../../../domain/projects/index.ts'
import { formWordsOf, Problem } from '../../../foundation/problems/index.ts'
import { DOMAIN_CHECKS } from '../../http/index.ts'
import { membersOf } from '../../pages/index.ts'
import { AskPage, isAnswered } from '../shared/ask-page.tsx'
import type { ConsoleContext } from '../shared/context.ts'
import { type ConsoleRoutes, goTo } from '../shared/routing.ts'
import { viewOf } from '../shared/view.ts'
import type { DomainShown } from './domain.tsx'

type Caller = OperatorCall<'project:write'>

const CHANGE = { needs: 'project:write', isSensitive: true } as const

/** `refuse` shows the settings again with the faults. */
export function domainRoutes(
  routes: ConsoleRoutes,
  context: ConsoleContext,
  refuse: (call: Caller, request: FastifyRequest, text: string) => Promise<object>,
): void {
  routes.form('/settings/domain/check', CHANGE, async (call, request, reply) => {
    try {
      await context.limits.take(DOMAIN_CHECKS, call.project.id)
      await verifyDomain(call, context.lookUpTxt)
      return goTo(reply, `/console/${call.project.slug}/settings`, 'domain_verified')
    } catch (error) {
      if (!(error instanceof Problem) || error.kind.status >= 500) throw error
      reply.code(error.kind.status)
      return refuse(call, request, formWordsOf(error))
    }
  })
  routes.form('/settings/domain/renew', CHANGE, async (call, _, reply) => {
    const { domain, slug } = call.project
    if (domain !== undefined) await changeSettings(call, { domain })
    return goTo(reply, `/console/${slug}/settings`, 'domain_claimed')
  })
}

export async function domainShown(call: Caller): Promise<DomainShown> {
  const { places, project, now } = call
  const formers = await formerOriginsOf(call)
  return {
    claim: claimOf(project, now),
    record: recordOf(project),
    move: boardMove(call, project, { slug: project.slug, verifiedDomain: project.domain }),
    formerOrigins: formers.filter(({ acceptedUntil }) => now < acceptedUntil),
    boardOrigin: boardOriginOf(places, project),
  }
}

/** Asks before a change moves the board to another address. Undefined if it does not move, or if the answer was yes. */
export function askAboutMove(
  context: ConsoleContext,
  call: Caller,
  request: FastifyRequest,
  move: BoardMove | undefined,
): ReturnType<typeof AskPage> | undefined {
  if (!move || isAnswered(request)) return undefined
  const view = viewOf(context, call, request)
  const { words } = view
  const asks = [
    words.say('settings_move_ask'),
    words.say('settings_move_does', { from: move.from, to: move.to }),
    words.say('settings_move_yes'),
  ]
  const members = { ...membersOf(request), asks }
  const back = `/console/${call.project.slug}/settings`
  return AskPage({ view, members, back, keepsTyped: true })
}
