/* Tells people in a process of its own, which a test kills: a few at a time, so that most kills come in the middle of an event. */
import { flushCompileCache } from 'node:module'
import { setTimeout } from 'node:timers/promises'
import { systemCall } from '../../src/domain/call/index.ts'
import { noteEvents, tellNext } from '../../src/domain/notifications/index.ts'
import type { Id } from '../../src/foundation/ids/index.ts'
import { joinStorage } from '../../src/foundation/storage/index.ts'
import { PATIENT } from '../harness/patient.ts'

flushCompileCache() // a process that is killed would leave nothing for the next one

const [connection = '', peopleAtOnce = ''] = process.argv.slice(2)
const places = { apiOrigin: 'http://localhost', boardOrigin: 'http://{slug}.localhost' }
const database = await joinStorage(
  { connection: { ...JSON.parse(connection), ...PATIENT, max: 2 }, schemaVersion: 0 },
  () => {},
)
const call = () => systemCall(database, places, database.clock.now())

let served: Id<'project'> | undefined
for (;;) {
  const noted = await noteEvents(call())
  served = await tellNext(call(), served, { peopleAtOnce: Number(peopleAtOnce), mailDelayMs: 0 })
  if (served) process.stdout.write('told\n')
  else if (noted === 0) await setTimeout(20)
}
