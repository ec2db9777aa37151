import { Gauge, type Registry } from 'prom-client'
import { type Places, type ServiceCall, systemCall } from './domain/call/index.ts'
import { heldBackMs, readerLags } from './domain/events/index.ts'
import { type Database, within } from './foundation/storage/index.ts'

/** So that the other metrics are answered while the database does not respond. */
const READ_WITHIN_MS = 1_000

/** Metrics of the event log, read from the database at each request. */
export function meterEvents(registry: Registry, database: Database, places: Places): void {
  const read = <Value>(verb: (call: ServiceCall) => Promise<Value>): Promise<Value | undefined> =>
    within(READ_WITHIN_MS, verb(systemCall(database, places, database.clock.now()))).catch(() => undefined)
  new Gauge({
    name: 'svc_events_held_back_seconds',
    help: 'How long the oldest event has waited for an older transaction to end, before which nobody is told of it. 0: none waits.',
    registers: [registry],
    async collect() {
      const ms = await read(heldBackMs)
      if (ms === undefined) this.remove()
      else this.set(ms / 1000)
    },
  })
  new Gauge({
    name: 'svc_event_reader_lag_seconds',
    help: 'How long ago the oldest event happened that this reader has not taken. 0: it has taken all.',
    labelNames: ['reader'],
    registers: [registry],
    async collect() {
      const lags = await read(readerLags)
      this.reset()
      for (const { reader, ms } of lags ?? []) this.set({ reader }, ms / 1000)
    },
  })
}
