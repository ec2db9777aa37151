import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { deliverWebhooks } from '../../src/deliver-webhooks.ts'
import type { ProjectDraft } from '../../src/domain/projects/index.ts'
import type { DeliveryState } from '../../src/domain/webhooks/index.ts'
import { openEgress } from '../../src/foundation/egress/index.ts'
import { createLog } from '../../src/foundation/log/index.ts'
import { emptiedDatabase, emptiedService } from '../harness/emptied-database.ts'
import { ownDatabase } from '../harness/own-database.ts'
import { until } from '../harness/process.ts'
import { startProject, type TestProject } from '../harness/project.ts'
import { type SharedService, startService } from '../harness/service.ts'

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /* biome-ignore lint/suspicious/noExplicitAny: tests read what was sent, whatever it is */
  readonly body: any
}

export interface Receiver {
  readonly url: string
  readonly received: Received[]
}

type Answer = (received: Received, response: ServerResponse, count: number) => void

/** A receiver on this machine, which ends with the test. */
export async function startReceiver(answer: Answer = (_, response) => response.end()): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      const one = { path: request.url ?? '', headers: request.headers, text, body: JSON.parse(text) }
      received.push(one)
      answer(one, response, received.length)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo // it listens on a port
  return { url: `http://127.0.0.1:${port}/hook`, received }
}

/** A clock that a test moves. */
export interface Clock {
  readonly now: () => Date
  forward(ms: number): void
}

export interface WebhookStage extends TestProject {
  readonly running: SharedService
  readonly clock: Clock
  readonly databaseName: string
  webhook(url: string, more?: object): Promise<{ readonly id: string; readonly secret: string }>
  post(title: string): Promise<string>
  /** Sends what is due, until the test ends. */
  startDeliverer(options?: {
    readonly withinMs?: number
    readonly count?: (result: string) => void
  }): Promise<{ stop(): Promise<void> }>
  /** Of a webhook, oldest first. */
  deliveries(webhookId: string): Promise<readonly Seen[]>
  /** Waits until the deliveries of a webhook are in these states. */
  settledAs(webhookId: string, ...states: DeliveryState[]): Promise<readonly Seen[]>
  another(draft?: Partial<ProjectDraft>): Promise<WebhookStage>
}

export interface Seen {
  readonly id: string
  readonly event_id: string
  readonly event_type: string
  readonly state: DeliveryState
  readonly next_attempt_at: string | null
  readonly attempts: readonly {
    readonly status: number | null
    readonly error: string | null
    readonly response_excerpt: string
    readonly at: string
  }[]
}

/** A project on a database without others: a deliverer serves the webhooks of every project. `isAlone`: for a test that changes tables or starts processes. */
export async function startWebhookStage({ isAlone = false } = {}): Promise<WebhookStage> {
  let aheadMs = 0
  const clock = {
    now: () => new Date(running.database.clock.now().getTime() + aheadMs),
    forward: (ms: number) => {
      aheadMs += ms
    },
  }
  const now = () => clock.now()
  const connection = isAlone ? (await ownDatabase()).connection : await emptiedDatabase()
  const running: SharedService = isAlone ? await startService({}, now, connection) : await emptiedService({}, now)
  return stageIn(running, clock, connection.database)
}

async function stageIn(
  running: SharedService,
  clock: Clock,
  databaseName: string,
  draft: Partial<ProjectDraft> = {},
): Promise<WebhookStage> {
  const project = await startProject({ service: running, now: clock.now, draft })
  const { server } = project
  const deliveries = async (webhookId: string): Promise<readonly Seen[]> => {
    const { body } = await server('GET', `/v1/webhooks/${webhookId}/deliveries?limit=100`)
    return body.data.toReversed()
  }
  return {
    ...project,
    running,
    clock,
    databaseName,
    webhook: async (url, more = {}) => {
      const { status, body } = await server('POST', '/v1/webhooks', { url, events: ['*'], ...more })
      if (status !== 201) throw new Error(`Not made: ${JSON.stringify(body)}`)
      return { id: body.webhook.id, secret: body.secret }
    },
    post: async (title) => (await server('POST', '/v1/posts', { title })).body.id,
    startDeliverer: async ({ withinMs, count = () => {} } = {}) => {
      const { database, config, logged } = running
      const egress = openEgress({
        allow: config.egressAllow,
        dnsServers: config.dnsServers,
        ...(withinMs !== undefined && { withinMs }),
      })
      const log = createLog('trace', (line) => void logged.push(line))
      const deliverer = deliverWebhooks({ database, places: config, egress, log, now: clock.now, count })
      onTestFinished(async () => {
        await deliverer.stop()
        egress.close()
      })
      // Its reader begins with what happens from now on.
      await until(async () => (await database.sql`select 1 from event_readers where name = 'webhooks'`).length > 0)
      return deliverer
    },
    deliveries,
    settledAs: async (webhookId, ...states) => {
      let seen: readonly Seen[] = []
      await until(async () => {
        seen = await deliveries(webhookId)
        return JSON.stringify(seen.map(({ state }) => state)) === JSON.stringify(states)
      })
      return seen
    },
    another: (draft) => stageIn(running, clock, databaseName, draft),
  }
}
