/* A reader of the log in a process of its own, which a test kills: it takes events and writes down each one that it was given. */
import { flushCompileCache } from 'node:module'
import { setTimeout } from 'node:timers/promises'
import { systemCall } from '../../src/domain/call/index.ts'
import { takeEvents } from '../../src/domain/events/index.ts'
import { joinStorage } from '../../src/foundation/storage/index.ts'
import { PATIENT } from '../harness/patient.ts'

flushCompileCache() // a process that is killed would leave nothing for the next one

const [connection = '', reader = ''] = process.argv.slice(2)
const places = { apiOrigin: 'http://localhost', boardOrigin: 'http://{slug}.localhost' }
const database = await joinStorage(
  { connection: { ...JSON.parse(connection), ...PATIENT, max: 1 }, schemaVersion: 0 },
  () => {},
)

const upTo = (most: number) => 1 + Math.floor(Math.random() * most)

for (;;) {
  const limit = upTo(800)
  const taken = await takeEvents(systemCall(database, places, new Date()), reader, limit, async ({ sql }, events) => {
    await sql`
      insert into seen (reader, tx, seq, id)
      select ${reader}, e.tx, e.seq, e.id
      from unnest(${events.map(({ tx }) => tx)}::bigint[], ${events.map(({ seq }) => seq)}::bigint[], ${events.map(({ id }) => id)}::text[])
        with ordinality as e (tx, seq, id, place) order by e.place`
  })
  process.stdout.write(`${taken}\n`)
  if (taken === 0) await setTimeout(upTo(20)) // asking without a pause would take the cores from the writers
}
