import { sendPage } from '../../pages/index.ts'
import { NoticePage } from '../shared/notice-page.tsx'
import type { BoardRoutes } from '../shared/routing.ts'
import { countStranger, policyOf, viewOf } from '../shared/visitor.ts'
import worker from './worker.ts?browser'

/** A worker has the content policy of its own file, and this one must be able to request the pages that it passes on. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"

/** The page for the time without a connection, and the worker that keeps it. */
export function offlineRoutes(routes: BoardRoutes): void {
  const { context } = routes
  routes.get('/worker.js', async (_, __, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', WORKER_POLICY)
      .send(worker),
  )
  routes.get('/offline', async (call, request, reply) => {
    await countStranger(context, call, request)
    const view = viewOf(context, call, request)
    const page = NoticePage({ view, title: 'offline_title', lead: 'offline_lead', home: false })
    return sendPage(request, reply, page, { ...policyOf(call), isShared: false })
  })
}
