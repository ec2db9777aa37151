import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { JSX } from 'preact'
import { isSignedIn, permit, type ReaderCall } from '../../../domain/call/index.ts'
import { countUnread } from '../../../domain/notifications/index.ts'
import { type Query, queryOf, sendPage } from '../../pages/index.ts'
import { onGet, type Show } from './arrival.ts'
import type { BoardContext } from './context.ts'
import { readForVisitor } from './reading.ts'
import type { ReaderView } from './view.ts'
import { policyOf, readerCall, viewOf } from './visitor.ts'

/** Half as long as a cursor works, so that the links of a cached page still work. */
const EDITION_LASTS_MS = 30 * 60 * 1000

/** A page, or the reply if it was already sent, such as a redirect. */
export type Shown = JSX.Element | FastifyReply
type Take = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** The ways in which a feature declares its routes. */
export interface BoardRoutes {
  readonly context: BoardContext
  /** A page for visitors who may read the board. */
  page(
    path: string,
    show: (view: ReaderView, query: Query, request: FastifyRequest, reply: FastifyReply) => Promise<Shown>,
  ): void
  /** Anything else that is read. `show` checks who may read it. */
  get(path: string, show: Show): void
  /**
   * A form. The answer is a redirect to a page, or, for the page's script, the new state. A refused form is shown again with what was typed and the
   * faults.
   */
  form(path: string, take: Take): void
  /** A form that anybody may send, from any page and without a cookie. Its address says everything; the body is not read. */
  openForm(path: string, take: Take): void
  /** A form with a file, which `take` reads by itself. */
  fileForm(path: string, take: Take): void
}

async function unreadOf(call: ReaderCall): Promise<Pick<ReaderView, 'unread'>> {
  return isSignedIn(call) ? { unread: await countUnread(permit(call, 'board:take_part')) } : {}
}

export function boardRoutes(app: FastifyInstance, context: BoardContext): BoardRoutes {
  return {
    context,
    page: (path, show) =>
      onGet(app, context, path, async (board, request, reply) => {
        const call = await readerCall(context, board, request, reply)
        const shown = await readForVisitor(context, call, request, async (call) => {
          const view = { ...viewOf(context, call, request), ...(await unreadOf(call)) }
          return show(view, queryOf(request), request, reply)
        })
        if (!('type' in shown && 'props' in shown)) return reply // the reply was already sent
        const isShared = !isSignedIn(call) && !call.project.isPrivate
        const edition = String(Math.floor(call.now.getTime() / EDITION_LASTS_MS))
        return sendPage(request, reply, shown, { ...policyOf(call), isShared, edition })
      }),
    get: (path, show) => onGet(app, context, path, show),
    form: (path, take) => void app.post(path, take),
    openForm: (path, take) => void app.post(path, { config: { takesFile: true } }, take),
    fileForm: (path, take) => void app.post(path, { config: { takesFile: true } }, take),
  }
}
