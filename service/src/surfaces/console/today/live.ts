import { atInstant, type OperatorCall } from '../../../domain/call/index.ts'
import { concernsTeam } from '../../../domain/live/index.ts'
import { inboxCounts } from '../../../domain/moderation/index.ts'
import { addressOf, liveBeginning, liveMessage } from '../../http/index.ts'
import type { ConsoleContext } from '../shared/context.ts'
import { upTo99, waitingIn } from '../shared/pieces.tsx'
import type { ConsoleRoutes } from '../shared/routing.ts'
import type { ProjectView } from '../shared/view.ts'
import type { LiveInbox } from './messages.ts'

/** How many items wait, for open pages of the console. */
export function inboxRoute(routes: ConsoleRoutes, context: ConsoleContext): void {
  const { live, cursors, now } = context
  routes.page('/live', { needs: 'moderation:read' }, async (call, view, request, reply) => {
    const projectId = call.project.id
    const address = addressOf(request)
    liveBeginning(request, { cursors, projectId, now: call.now, replicas: undefined }) // refuses a cursor of another list; the counts say everything
    live.refuseFull(projectId, address)
    if (request.method === 'HEAD') return reply.type('text/event-stream; charset=utf-8').send()
    reply.hijack()
    live.join(reply.raw, reply.getHeaders(), {
      channel: {
        key: JSON.stringify(['console', projectId, view.words.language]),
        projectId,
        tell: async (events) => (events.some(concernsTeam) ? told(atInstant(call, now()), view) : ''),
      },
      address,
      session: { kind: 'operator', hash: call.actor.session.hash },
      since: '',
      missed: () => told(call, view),
    })
    return reply
  })
}

async function told(call: OperatorCall<'moderation:read'>, view: ProjectView): Promise<string> {
  const n = waitingIn(await inboxCounts(call))
  const inbox: LiveInbox = {
    waiting: n,
    shown: upTo99(view, n),
    text: view.words.say('shared_nav_waiting', { n }),
  }
  return liveMessage('inbox', inbox)
}
