import type { Server } from 'node:http'
import type { Registry } from 'prom-client'
import type { Config } from './config.ts'
import { openWebhookDesk } from './deliver-webhooks.ts'
import { systemCall } from './domain/call/index.ts'
import { newsAfter } from './domain/events/index.ts'
import { openMailLinks } from './domain/mails/index.ts'
import { txtLookUp } from './foundation/dns/index.ts'
import { openEgress } from './foundation/egress/index.ts'
import type { Log } from './foundation/log/index.ts'
import { type Mailer, openMailer } from './foundation/mail/index.ts'
import { meterRequests } from './foundation/metrics/index.ts'
import { withObjects } from './foundation/objects/index.ts'
import { openCursors } from './foundation/paging/index.ts'
import { openRateLimits } from './foundation/rate-limits/index.ts'
import type { Storage } from './foundation/storage/index.ts'
import { apiSurface, catalogue, openEventWaits, readMethod } from './surfaces/api/index.ts'
import { BOARD_POLICY, boardSurface } from './surfaces/board/index.ts'
import { CONSOLE_PATH, CONSOLE_POLICY, consoleSurface, type DeclaredRoute } from './surfaces/console/index.ts'
import {
  type ConnectionLimits,
  openFrontDoor,
  pageHeaders,
  problemWriter,
  securityHeaders,
} from './surfaces/http/index.ts'
import { renderMail, renderTest } from './surfaces/mails/index.ts'
import { OPERATIONS_PATH, operationsSurface } from './surfaces/operations/index.ts'
import { REFERENCE_PATH, REFERENCE_POLICY, referenceSurface } from './surfaces/reference/index.ts'
import { WIDGET_PATH, widgetSurface } from './surfaces/widget/index.ts'

const STOP_WITHIN_MS = 10_000

export interface ServiceOptions {
  readonly config: Config
  readonly version: string
  readonly database: Storage
  readonly log: Log
  readonly registry: Registry
  /** The metrics of all processes together, if there are several. */
  readonly allMetrics?: () => Promise<string>
  /** Instead of the database's clock; for tests of the rules about time. */
  readonly now?: () => Date
  /** Other limits of a connection than the usual ones; for tests. */
  readonly connectionLimits?: Partial<ConnectionLimits>
}

export interface Service {
  readonly server: Server
  /** The API's own description of itself. */
  openapi(): object
  /** Each page and form of the console, and what it needs. */
  readonly consoleRoutes: readonly DeclaredRoute[]
  stop(): Promise<void>
}

/** The composition root: the only place that knows every surface. */
export async function createService({
  config,
  version,
  database: storage,
  log,
  registry,
  allMetrics,
  now,
  connectionLimits,
}: ServiceOptions): Promise<Service> {
  const { apiOrigin } = config
  const database = withObjects(storage, config.filesUrl)
  const apiHost = new URL(apiOrigin).host
  const write = problemWriter(apiOrigin)
  const headers = securityHeaders(apiOrigin)
  const surface = { write, log, headers, meter: meterRequests(registry) }
  const limits = await openRateLimits({
    redisUrl: config.redisUrl,
    factor: config.rateLimitFactor,
    onAway: (error) => log.warn({ err: error }, 'Redis does not answer; this process counts for itself'),
    onBack: () => log.info('Redis answers again; all processes count together'),
  })
  const cursors = await openCursors(database.sql)
  const mailLinks = await openMailLinks(database.sql)
  const mailer = mailerOf(config)
  const clock = now ?? database.clock.now
  const lookUpTxt = txtLookUp(config.dnsServers)
  const egress = openEgress({ allow: config.egressAllow, dnsServers: config.dnsServers })
  const webhooks = openWebhookDesk(egress)
  const eventWaits = openEventWaits((places) => newsAfter(systemCall(database, config, clock()), places))
  let stopping = false

  const api = await apiSurface({
    ...surface,
    database,
    places: config,
    limits,
    cursors,
    version,
    now: clock,
    lookUpTxt,
    webhooks,
    trustedProxies: config.trustedProxies,
    eventsKeptDays: config.eventsKeptDays,
    eventWaits,
  })
  const boards = boardSurface({
    ...surface,
    headers: pageHeaders(config.boardOrigin, BOARD_POLICY),
    database,
    mailLinks,
    places: config,
    limits,
    cursors,
    now: clock,
    trustedProxies: config.trustedProxies,
    sendsMail: mailer !== undefined,
  })
  const { app: operators, declared } = consoleSurface({
    ...surface,
    mail: {
      mailer,
      mailFrom: config.mailFrom,
      mailDelaySeconds: config.mailDelaySeconds,
      preview: (letter) => renderMail(letter, config, { ...mailLinks, write: () => 'preview', sign: () => 'preview' }),
      test: (project, email) => renderTest(project, email, config),
    },
    headers: pageHeaders(apiOrigin, CONSOLE_POLICY),
    database,
    places: config,
    limits,
    cursors,
    now: clock,
    lookUpTxt,
    webhooks,
    eventsKeptDays: config.eventsKeptDays,
    trustedProxies: config.trustedProxies,
  })
  const operations = operationsSurface({
    ...surface,
    database,
    metricsToken: config.metricsToken,
    metrics: async () => ({ type: registry.contentType, text: await (allMetrics?.() ?? registry.metrics()) }),
    stopping: () => stopping,
  })
  const widget = widgetSurface(surface)
  const reference = referenceSurface({
    ...surface,
    headers: pageHeaders(apiOrigin, REFERENCE_POLICY),
    openapi: () => api.swagger(),
    catalogue,
  })
  await Promise.all([api, operations, boards, operators, widget, reference].map((app) => app.ready()))

  const door = openFrontDoor({
    write,
    log,
    headers,
    ...(connectionLimits && { limits: connectionLimits }),
    // The busiest first; on its host the API refuses what no other surface takes.
    surfaces: [
      {
        takes: (host, path) => host === apiHost && path.startsWith('/v1/'),
        handle: (request, response) => api.routing(readMethod(request), response),
      },
      { takes: (_, path) => OPERATIONS_PATH.test(path), handle: operations.routing },
      { takes: (host, path) => host === apiHost && REFERENCE_PATH.test(path), handle: reference.routing },
      { takes: (host, path) => host === apiHost && WIDGET_PATH.test(path), handle: widget.routing },
      { takes: (host, path) => host === apiHost && CONSOLE_PATH.test(path), handle: operators.routing },
      { takes: (host) => host === apiHost, handle: api.routing },
      { takes: (host) => host !== '', handle: boards.routing },
    ],
  })
  return {
    server: door.server,
    openapi: () => api.swagger(),
    consoleRoutes: declared,
    stop: async () => {
      stopping = true
      eventWaits.stop()
      await door.close(STOP_WITHIN_MS)
      await Promise.all([
        api.close(),
        operations.close(),
        reference.close(),
        boards.close(),
        operators.close(),
        widget.close(),
        limits.close(),
      ])
      mailer?.close()
      egress.close()
    },
  }
}

/** For tests that operators ask for; `send-mails.ts` has its own. */
function mailerOf({ smtpUrl, mailFrom }: Config): Mailer | undefined {
  return smtpUrl === undefined || mailFrom === undefined ? undefined : openMailer({ smtpUrl, mailFrom, connections: 1 })
}
