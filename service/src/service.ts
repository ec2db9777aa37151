import type { Server } from 'node:http'
import type { Registry } from 'prom-client'
import type { Config } from './config.ts'
import { systemCall } from './domain/call/index.ts'
import { scanAfter } from './domain/events/index.ts'
import { openMailLinks } from './domain/mails/index.ts'
import { mayHaveCertificate } from './domain/projects/index.ts'
import { txtLookUp } from './foundation/dns/index.ts'
import { openEgress } from './foundation/egress/index.ts'
import type { Log } from './foundation/log/index.ts'
import { type Mailer, openMailer } from './foundation/mail/index.ts'
import { meterRedis, meterRequests } from './foundation/metrics/index.ts'
import { withObjects } from './foundation/objects/index.ts'
import { openCursors } from './foundation/paging/index.ts'
import { openRateLimits } from './foundation/rate-limits/index.ts'
import type { Storage } from './foundation/storage/index.ts'
import { openWakeUps } from './foundation/wake-ups/index.ts'
import { openLivePages } from './live.ts'
import { apiSurface, catalogue, openEventWaits, readMethod } from './surfaces/api/index.ts'
import { BOARD_POLICY, boardSurface } from './surfaces/board/index.ts'
import { CONSOLE_PATH, CONSOLE_POLICY, consoleSurface, type DeclaredRoute } from './surfaces/console/index.ts'
import { DOCS_PATH, DOCS_POLICY, docsSurface } from './surfaces/docs/index.ts'
import {
  type ConnectionLimits,
  openFrontDoor,
  pageHeaders,
  problemWriter,
  type Surface,
  securityHeaders,
} from './surfaces/http/index.ts'
import { renderMail, renderTest } from './surfaces/mails/index.ts'
import { OPERATIONS_PATH, operationsSurface } from './surfaces/operations/index.ts'
import { WIDGET_PATH, widgetSurface } from './surfaces/widget/index.ts'
import { openWebhookDesk } from './webhook-desk.ts'

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
export async function createService(options: ServiceOptions): Promise<Service> {
  const { config, log, connectionLimits } = options
  const state = { isStopping: false }
  const parts = await openParts(options)
  const surfaces = await openSurfaces(options, parts, () => state.isStopping)
  const door = openFrontDoor({
    write: parts.surface.write,
    log,
    headers: parts.surface.headers,
    ...(connectionLimits && { limits: connectionLimits }),
    surfaces: config.role === 'jobs' ? [operationsOf(surfaces)] : routesOf(surfaces, new URL(config.apiOrigin).host),
  })
  return {
    server: door.server,
    openapi: () => surfaces.api.swagger(),
    consoleRoutes: surfaces.consoleRoutes,
    stop: async () => {
      state.isStopping = true // `/readyz` says so, and whoever sends requests here stops
      await new Promise((wake) => setTimeout(wake, config.stopDelaySeconds * 1_000))
      parts.eventWaits.stop()
      parts.live.stop()
      await door.close(STOP_WITHIN_MS)
      await Promise.all([...surfaces.all.map((app) => app.close()), parts.shared.limits.close(), parts.wakeUps.close()])
      parts.mailer?.close()
      parts.egress.close()
    },
  }
}

/** What the surfaces stand on. */
async function openParts({ config, database: storage, log, registry, now }: ServiceOptions) {
  const { apiOrigin } = config
  const database = withObjects(storage, config.filesUrl)
  const clock = now ?? database.clock.now
  const egress = openEgress({ allow: config.egressAllow, dnsServers: config.dnsServers })
  const redis = meterRedis(registry)
  const limits = await openRateLimits({
    redisUrl: config.redisUrl,
    factor: config.rateLimitFactor,
    onAway: (error) => {
      redis.away()
      log.warn({ err: error }, 'Redis does not answer; this process counts for itself')
    },
    onBack: () => {
      redis.back()
      log.info('Redis answers again; all processes count together')
    },
  })
  const cursors = await openCursors(database.sql)
  const live = openLivePages({
    database,
    places: config,
    cursors,
    now: clock,
    registry,
    log,
    mostStreams: config.liveConnections,
    onFollowed: () => wakeUps.listen(),
  })
  const wakeUps = openWakeUps({ ...storage, onWake: live.wake })
  return {
    /** What each surface needs to answer at all. */
    surface: {
      write: problemWriter(apiOrigin),
      log,
      headers: securityHeaders(apiOrigin),
      meter: meterRequests(registry),
      onWrite: () => {
        live.wake()
        wakeUps.tell()
      },
    },
    /** What the surfaces of people and programs share. */
    shared: {
      database,
      places: config,
      limits,
      cursors,
      now: clock,
      trustedProxies: config.trustedProxies,
    },
    /** What API and console can do to a project. */
    setUp: {
      lookUpTxt: txtLookUp(config.dnsServers),
      webhooks: openWebhookDesk(egress, log),
      eventsKeptDays: config.eventsKeptDays,
    },
    egress,
    live,
    wakeUps,
    mailLinks: await openMailLinks(database.sql),
    mailer: await mailerOf(config),
    eventWaits: openEventWaits((places) => scanAfter(systemCall(database, config, clock()), places)),
  }
}

type Parts = Awaited<ReturnType<typeof openParts>>
type Surfaces = Awaited<ReturnType<typeof openSurfaces>>

async function openSurfaces(options: ServiceOptions, parts: Parts, stopping: () => boolean) {
  const { config, version, registry, allMetrics } = options
  const { surface, shared, setUp, mailLinks, mailer, eventWaits, live } = parts
  const api = await apiSurface({ ...surface, ...shared, ...setUp, version, eventWaits, live })
  const board = boardSurface({
    ...surface,
    ...shared,
    headers: pageHeaders(config.boardOrigin, BOARD_POLICY),
    mailLinks,
    live,
    sendsMail: mailer !== undefined,
  })
  const { app: operators, declared } = consoleSurface({
    ...surface,
    ...shared,
    ...setUp,
    version,
    live,
    headers: pageHeaders(config.apiOrigin, CONSOLE_POLICY),
    mail: {
      mailer,
      mailDelaySeconds: config.mailDelaySeconds,
      preview: (letter) => renderMail(letter, config, { ...mailLinks, write: () => 'preview', sign: () => 'preview' }),
      test: (project, email) => renderTest(project, email, config),
    },
  })
  const operations = operationsSurface({
    ...surface,
    database: shared.database,
    metricsToken: config.metricsToken,
    trustedProxies: config.trustedProxies,
    mayHaveCertificate: (name) => mayHaveCertificate(systemCall(shared.database, config, shared.now()), name),
    metrics: async () => ({ type: registry.contentType, text: await (allMetrics?.() ?? registry.metrics()) }),
    stopping,
  })
  const widget = widgetSurface(surface)
  const docs = docsSurface({
    ...surface,
    headers: pageHeaders(config.apiOrigin, DOCS_POLICY),
    openapi: () => api.swagger(),
    catalogue,
  })
  const all = [api, operations, board, operators, widget, docs]
  await Promise.all(all.map((app) => app.ready()))
  return { api, board, operators, operations, widget, docs, all, consoleRoutes: declared }
}

/** The busiest first. On its host the API refuses what no other surface takes; every other host is a board. */
function routesOf({ api, board, operators, operations, widget, docs }: Surfaces, apiHost: string): Surface[] {
  return [
    {
      takes: (host, path) => host === apiHost && path.startsWith('/v1/'),
      handle: (request, response) => api.routing(readMethod(request), response),
    },
    operationsOf({ operations }),
    { takes: (host, path) => host === apiHost && DOCS_PATH.test(path), handle: docs.routing },
    { takes: (host, path) => host === apiHost && WIDGET_PATH.test(path), handle: widget.routing },
    { takes: (host, path) => host === apiHost && CONSOLE_PATH.test(path), handle: operators.routing },
    { takes: (host) => host === apiHost, handle: api.routing },
    { takes: (host) => host !== '', handle: board.routing },
  ]
}

/** The only surface of a process that answers no requests of people and programs. */
function operationsOf({ operations }: Pick<Surfaces, 'operations'>): Surface {
  return { takes: (_, path) => OPERATIONS_PATH.test(path), handle: operations.routing }
}

/** For tests that operators ask for; `send-mails.ts` has its own. */
async function mailerOf({ smtpUrl, mailFrom }: Config): Promise<Mailer | undefined> {
  return smtpUrl === undefined || mailFrom === undefined ? undefined : openMailer({ smtpUrl, mailFrom, connections: 1 })
}
