import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { JSX } from 'preact'
import { isSignedIn, permit, type ReaderCall } from '../../../domain/call/index.ts'
import { countUnread } from '../../../domain/notifications/index.ts'
import { editionOf, revalidate } from '../../http/index.ts'
import { type Query, queryOf, RenderedPage, sendPage, sendUnchanged } from '../../pages/index.ts'
import { oldestPartOf } from './ages.ts'
import { onGet, type Show } from './arrival.ts'
import type { BoardContext } from './context.ts'
import { readForVisitor } from './reading.ts'
import type { ReaderView } from './view.ts'
import { policyOf, readerCall, viewOf } from './visitor.ts'

/** A page, or the reply if it was already sent, such as a redirect. */
export type Shown = JSX.Element | RenderedPage | FastifyReply

export interface PageRoute {
  /** The page changes only with what the log of events records, what `viewOf` reads, and what this returns. */
  readonly alsoDependsOn?: (view: ReaderView, request: FastifyRequest) => readonly unknown[]
}

type Take = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** The ways in which a feature declares its routes. */
export interface BoardRoutes {
  readonly context: BoardContext
  /** A page for visitors who may read the board. */
  page(
    path: string,
    show: (view: ReaderView, query: Query, request: FastifyRequest, reply: FastifyReply) => Promise<Shown>,
    options?: PageRoute,
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

/** What `viewOf` reads of a request of somebody who is not signed in. */
function decidedBy({ path, origin, words, theme, list }: ReaderView): readonly unknown[] {
  return [path, origin, words.language, theme, list]
}

function isPage(shown: Shown): shown is JSX.Element | RenderedPage {
  return shown instanceof RenderedPage || ('type' in shown && 'props' in shown)
}

export function boardRoutes(app: FastifyInstance, context: BoardContext): BoardRoutes {
  return {
    context,
    page: (path, show, { alsoDependsOn } = {}) =>
      onGet(app, context, path, async (board, request, reply) => {
        const call = await readerCall(context, board, request, reply)
        const view = viewOf(context, call, request)
        const known =
          alsoDependsOn && !reply.hasHeader('set-cookie')
            ? await revalidate(call, request, [...decidedBy(view), ...alsoDependsOn(view, request)])
            : undefined
        if (known?.tag !== undefined) return sendUnchanged(reply, known.tag)
        const shown = await readForVisitor(context, call, request, async (call) =>
          show({ ...view, call, ...(await unreadOf(call)) }, queryOf(request), request, reply),
        )
        if (!isPage(shown)) return reply // it was already sent
        const isShared = !isSignedIn(call) && !call.project.isPrivate
        return sendPage(request, reply, shown, {
          ...policyOf(call),
          isShared,
          edition: editionOf(call.now),
          onTagged: (tag) => known?.keep(tag, oldestPartOf(request)),
        })
      }),
    get: (path, show) => onGet(app, context, path, show),
    form: (path, take) => void app.post(path, take),
    openForm: (path, take) => void app.post(path, { config: { takesFile: true } }, take),
    fileForm: (path, take) => void app.post(path, { config: { takesFile: true } }, take),
  }
}
