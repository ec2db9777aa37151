import { randomBytes } from 'node:crypto'
import { Registry } from 'prom-client'
import { Type } from 'typebox'
import { onTestFinished } from 'vitest'
import { openEgress } from '../../src/foundation/egress/index.ts'
import { createLog } from '../../src/foundation/log/index.ts'
import { meterRequests } from '../../src/foundation/metrics/index.ts'
import { cursorsSignedBy } from '../../src/foundation/paging/index.ts'
import { Problem, type ProblemKind, unavailable } from '../../src/foundation/problems/index.ts'
import { openRateLimits } from '../../src/foundation/rate-limits/index.ts'
import { openLivePages } from '../../src/live.ts'
import { endpoint } from '../../src/surfaces/api/endpoint.ts'
import { openEventWaits } from '../../src/surfaces/api/event-waits.ts'
import { projectDirectory } from '../../src/surfaces/api/project-directory.ts'
import { routesOn } from '../../src/surfaces/api/routes.ts'
import { createApp, parseBodiesAsJson, problemWriter } from '../../src/surfaces/http/index.ts'
import { openWebhookDesk } from '../../src/webhook-desk.ts'
import type { TestProject } from '../harness/project.ts'

const notesClosed = {
  code: 'notes_closed',
  status: 409,
  title: 'No notes now.',
  remedy: 'Come back.',
} as const satisfies ProblemKind

export interface Notes {
  /** What happens to the next notes after their work is done. */
  mood: 'open' | 'closed' | 'broken' | 'unavailable'
  /** How often the handler was reached. */
  runs: number
  post(session: string, key: string, options?: { text?: unknown; path?: string }): Promise<NoteAnswer>
}

export interface NoteAnswer {
  readonly status: number
  readonly replayed: boolean
  readonly location: string | undefined
  /* biome-ignore lint/suspicious/noExplicitAny: tests read what was answered, whatever it is */
  readonly body: any
}

/** An endpoint as a later one will be, a signed-in user's POST, that knows nothing of idempotency. It spends a jti a note. */
export async function startNotes({ service, project }: TestProject, { factor = 0 } = {}): Promise<Notes> {
  const { database, config } = service
  const limits = await openRateLimits({ redisUrl: undefined, factor, onAway: () => {}, onBack: () => {} })
  const context = {
    database,
    limits,
    projects: projectDirectory(),
    cursors: cursorsSignedBy(randomBytes(32)),
    lookUpTxt: async () => ({ kind: 'none' as const }),
    webhooks: openWebhookDesk(
      openEgress({ allow: [], dnsServers: [] }),
      createLog('trace', () => {}),
    ),
    places: config,
    version: 'test',
    now: database.clock.now,
    trustedProxies: [],
    eventsKeptDays: 90,
    eventWaits: openEventWaits(async () => []),
    live: openLivePages({
      database,
      places: config,
      cursors: cursorsSignedBy(randomBytes(32)),
      now: database.clock.now,
      registry: new Registry(),
      log: createLog('trace', () => {}),
      mostStreams: 0,
      onFollowed: () => {},
    }),
    write: problemWriter(config.apiOrigin),
    log: createLog('trace', () => {}),
    meter: meterRequests(new Registry()),
    headers: {},
  }
  const app = createApp(context, { ajv: { customOptions: { coerceTypes: false } } })
  parseBodiesAsJson(app)
  const notes: Notes = {
    mood: 'open',
    runs: 0,
    post: async (session, key, { text = 'hello', path = '/v1/notes' } = {}) => {
      const answer = await app.inject({
        method: 'POST',
        url: path,
        headers: {
          'x-project-key': project.publishableKey,
          authorization: `Bearer ${session}`,
          'idempotency-key': key,
          'content-type': 'application/json',
        },
        payload: JSON.stringify({ text }),
      })
      const { 'idempotent-replayed': replayed, location } = answer.headers
      return { status: answer.statusCode, replayed: replayed === 'true', location, body: answer.json() }
    },
  }
  const postNote = endpoint({
    access: 'session',
    schema: {
      operationId: 'postNote',
      summary: 'A note',
      tags: [],
      body: Type.Object({ text: Type.String() }),
      response: { 201: Type.Object({ number: Type.Number(), by: Type.String() }) },
    },
    handler: async ({ sql, project, actor: { user }, now }, _, reply) => {
      const later = new Date(now.getTime() + 3_600_000)
      notes.runs += 1
      const { runs: number, mood } = notes
      await sql`insert into used_tokens (project_id, jti_hash, expires_at) values (${project.id}, ${Buffer.from([number])}, ${later})`
      if (mood === 'closed') throw new Problem(notesClosed)
      if (mood === 'unavailable') throw new Problem(unavailable)
      if (mood === 'broken') throw new Error('a failure of ours')
      reply.code(201).header('location', `/v1/notes/${number}`)
      return { number, by: user.id }
    },
  })
  app.post('/v1/notes', routesOn(context)(postNote))
  onTestFinished(async () => {
    await app.close()
    await limits.close()
  })
  return notes
}

/** How many notes were committed, as jtis beside those of the exchanges. */
export async function committedNotes({ service, project }: TestProject): Promise<number> {
  const [row] = await service.database.sql<{ count: number }[]>`
    select count(*) as count from used_tokens where project_id = ${project.id} and length(jti_hash) = 1`
  return row?.count ?? 0
}
