import { type ChildProcess, spawn } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { type Call, inTransaction, systemCall } from '../../src/domain/call/index.ts'
import { openReader } from '../../src/domain/events/index.ts'
import { recordEventIn } from '../../src/domain/events/inside.ts'
import { type Id, newId } from '../../src/foundation/ids/index.ts'
import { joinStorage } from '../../src/foundation/storage/index.ts'
import { effort } from '../harness/effort.ts'
import { type OwnDatabase, ownDatabase } from '../harness/own-database.ts'
import { PATIENT } from '../harness/patient.ts'
import { programFile, until } from '../harness/process.ts'
import READER from './reader.ts?program'

const WRITERS = 50
const EVENTS = effort(20_000)
const READERS = ['mail', 'webhooks', 'pages']
/** Two processes take for one of them. */
const PROCESSES = [...READERS, 'mail']
const KILLS_EACH = 4
const PLACES = { apiOrigin: 'http://localhost', boardOrigin: 'http://{slug}.localhost' }

async function startLog() {
  const { connection } = await ownDatabase()
  const database = await joinStorage(
    { connection: { ...connection, ...PATIENT, max: WRITERS + 3 }, schemaVersion: 0 },
    () => {},
  )
  onTestFinished(() => database.close())
  const { sql } = database
  await sql`create unlogged table seen (n bigserial, reader text not null, tx bigint not null, seq bigint not null, id text not null)`
  return { connection, sql, call: () => systemCall(database, PLACES, database.clock.now()) }
}

const upTo = (most: number) => 1 + Math.floor(Math.random() * most)

/** Transactions of any length, with pauses between their statements; one in ten is undone. `written` counts the events that stay. */
async function write(call: () => Call, written: { total: number }, isEnough: () => boolean): Promise<void> {
  while (!isEnough()) {
    const isUndone = Math.random() < 0.1
    const undone = new Error('undone')
    await inTransaction(call(), async (call) => {
      let inThisOne = 0
      for (let statements = upTo(4); statements > 0; statements -= 1) {
        const projects = Array.from({ length: upTo(40) }, () => newId('project'))
        await recordEventIn(call, projects, happening())
        inThisOne += projects.length
        if (Math.random() < 0.5) await call.sql`select pg_sleep(random() * random() * 0.4)`
      }
      if (isUndone) throw undone
      return inThisOne
    }).then(
      (committed) => {
        written.total += committed
      },
      (error) => {
        if (error !== undone) throw error
      },
    )
  }
}

/** Both of what is kept for good and of what is kept by the month. */
function happening() {
  const post: Id<'post'> = newId('post')
  const isVote = Math.random() < 0.7
  return isVote
    ? ({ type: 'vote.cast', subject: post, post, data: { user_id: newId('user') } } as const)
    : ({ type: 'post.deleted', subject: post, post } as const)
}

/** A process that takes events, is killed when it has taken some, and is started again; in the end it is left to finish. */
function startReader(program: string, connection: OwnDatabase['connection'], name: string) {
  let child: ChildProcess
  let kills = 0
  let errors = ''
  let isOver = false
  const start = () => {
    const portions = upTo(6)
    let taken = 0
    child = spawn(process.execPath, [program, JSON.stringify(connection), name], { stdio: ['ignore', 'pipe', 'pipe'] })
    child.stderr?.on('data', (chunk) => {
      errors += chunk
    })
    child.stdout?.on('data', () => {
      taken += 1
      if (taken < portions || kills >= KILLS_EACH || isOver) return
      kills += 1
      child.kill('SIGKILL')
    })
    child.on('exit', () => {
      if (!isOver && errors === '') start()
    })
  }
  start()
  onTestFinished(() => {
    isOver = true
    child.kill('SIGKILL')
  })
  return { kills: () => kills, errors: () => errors }
}

// Guarantees that webhooks, mail and all other readers get every event once, whatever runs at the same time and whatever dies.
test('fifty writers, three readers in four processes that are killed: each reader is given every event, once, in order', async () => {
  const { connection, sql, call } = await startLog()
  for (const name of READERS) await openReader(call(), name)
  const program = await programFile(READER)
  const readers = PROCESSES.map((name) => startReader(program, connection, name))
  const written = { total: 0 }
  const failure = () => readers.map(({ errors }) => errors()).join('')
  // Every reader is killed while events are written, however long its process takes to start.
  const isEnough = () =>
    failure() !== '' || (written.total >= EVENTS && readers.every(({ kills }) => kills() === KILLS_EACH))
  await Promise.all(Array.from({ length: WRITERS }, () => write(call, written, isEnough)))
  const { total } = written

  await until(async () => {
    // A position moves in the transaction that writes what was seen. To count what was seen would take the cores from the readers.
    const behind = await sql`
      select 1 from event_readers where (tx, seq) < (select tx, seq from events order by tx desc, seq desc limit 1)`
    if (failure() !== '') throw new Error(failure())
    return behind.length === 0
  })

  const log = await sql<{ id: string }[]>`select id from events order by tx, seq`
  expect(log.length).toBe(total)
  for (const name of READERS) {
    const seen = await sql<{ id: string }[]>`select id from seen where reader = ${name} order by n`
    const differs = seen.findIndex(({ id }, place) => id !== log[place]?.id)
    expect({ name, seen: seen.length, differs }).toEqual({ name, seen: total, differs: -1 })
  }
})
