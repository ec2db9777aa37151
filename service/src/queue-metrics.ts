import { Gauge, type Registry } from 'prom-client'
import { type Places, type ServiceCall, systemCall } from './domain/call/index.ts'
import { importBacklog } from './domain/imports/index.ts'
import { mailBacklog } from './domain/mails/index.ts'
import { notificationBacklog } from './domain/notifications/index.ts'
import { deliveryBacklog } from './domain/webhooks/index.ts'
import { type Backlog, jobBacklog } from './foundation/jobs/index.ts'
import { type Database, within } from './foundation/storage/index.ts'

/** So that the other metrics are answered while the database does not respond. */
const READ_WITHIN_MS = 1_000

const QUEUES: Readonly<Record<string, (call: ServiceCall) => Promise<Backlog>>> = {
  mails: mailBacklog,
  webhooks: deliveryBacklog,
  notifications: notificationBacklog,
  imports: importBacklog,
  jobs: ({ sql, now }) => jobBacklog(sql, now),
}

interface Seen {
  readonly queue: string
  readonly length: number
  readonly waitsMs: number
}

/** What waits although its time has come, read from the database at each request. A queue that cannot be read is absent. */
export function meterQueues(registry: Registry, database: Database, places: Places): void {
  const readAll = shared(async () => {
    const call = systemCall(database, places, database.clock.now())
    const seen = Object.entries(QUEUES).map(([queue, read]) =>
      within(READ_WITHIN_MS, read(call)).then(
        ({ length, oldest = call.now }): Seen => ({ queue, length, waitsMs: call.now.getTime() - oldest.getTime() }),
        () => undefined,
      ),
    )
    return (await Promise.all(seen)).filter((one) => one !== undefined)
  })
  const gauge = (name: string, help: string, measure: (seen: Seen) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['queue'],
      registers: [registry],
      async collect() {
        const all = await readAll()
        this.reset()
        for (const seen of all) this.set({ queue: seen.queue }, measure(seen))
      },
    })
  gauge('svc_queue_length', 'How many wait although their time has come, counted up to 10,000.', ({ length }) => length)
  gauge(
    'svc_queue_oldest_seconds',
    'How long the first of the queue has waited since its time came. 0: none waits.',
    ({ waitsMs }) => Math.max(0, waitsMs) / 1000,
  )
}

/** Both metrics are asked for at the same moment and need one reading. */
function shared<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let reading: Promise<Result> | undefined
  return () => {
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }
}
