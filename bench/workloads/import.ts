import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type SystemCall, systemCall, systemCallIn } from '../../service/src/domain/call/index.ts'
import {
  advanceImport,
  type Import,
  importById,
  readNdjson,
  receiveImport,
  sweepImports,
} from '../../service/src/domain/imports/index.ts'
import { createProject } from '../../service/src/domain/projects/index.ts'
import { keepHeapSmall } from '../../service/src/foundation/heap/index.ts'
import { openStorage } from '../../service/src/foundation/storage/index.ts'
import type { Measured, Workload } from '../workload.ts'

const POSTS = Number(process.env.BENCH_IMPORT_POSTS ?? 1_000_000)
const VOTES_A_POST = 10
const PEOPLE = Math.max(1_000, POSTS / 10)
/** Several smaller imports one after the other: both sides take turns, so that what else the machine does counts for both. */
const ROUNDS = Number(process.env.BENCH_IMPORT_ROUNDS ?? 1)
const PLACES = { apiOrigin: 'http://localhost:4000', boardOrigin: 'http://{slug}.localhost:4000' }

/** The rows that one import made, in the order in which they lie, by their tables. */
const MADE = 'from import_records r join'
const OF_IMPORT = 'r.import_number = $1 and r.is_made order by t.ctid'
const ROWS: Readonly<Record<string, string>> = {
  users: `select t.* ${MADE} users t on t.id = r.target_id where ${OF_IMPORT}`,
  posts: `select t.* ${MADE} posts t on t.id = r.target_id where ${OF_IMPORT}`,
  post_standings: `select t.* ${MADE} post_standings t on t.post_id = r.target_id where ${OF_IMPORT}`,
  events: `select t.* ${MADE} events t on t.subject_id = r.target_id where ${OF_IMPORT}`,
  import_records: 'select t.* from import_records t where t.import_number = $1 order by t.ctid',
  follows: 'select t.* from follows t where t.import_number = $1 order by t.ctid',
  votes: 'select t.* from votes t where t.import_number = $1 order by t.ctid',
}

/** Imports of posts with ten votes each, from NDJSON to the last row, against `COPY` of the rows that they made into tables with the same indexes and foreign keys. */
export const importing: Workload = {
  name: 'import',
  unit: 'rows/s',
  floor: 0.3,
  measure: async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'bench-import-'))
    const storage = await openStorage({
      databaseUrl: undefined,
      dataDir,
      migrations: fileURLToPath(new URL('../../service/migrations/', import.meta.url)),
      role: 'command',
      onProgress: () => {},
      onLostConnection: () => {},
      onEvicted: () => {},
    })
    const client = new pg.Client(storage.connection)
    try {
      const call = systemCall(storage, PLACES, storage.clock.now())
      const { project } = await createProject(call, { name: 'Imported', slug: 'imported' })
      await client.connect()
      return await measure(systemCallIn(call, project), client, dataDir)
    } finally {
      await client.end()
      await storage.close()
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
}

async function measure(call: SystemCall, client: pg.Client, dataDir: string): Promise<Measured> {
  for (const table of Object.keys(ROWS)) await makeBare(client, table)
  keepHeapSmall() // as the command does
  const idle = process.memoryUsage.rss()
  let most = idle
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 100)
  let [ours, bare, rows] = [0, 0, 0]
  for (let round = 0; round < ROUNDS; round += 1) {
    let made: Import | undefined
    const imported = await secondsFor(async () => {
      made = await importAll(call, round)
    })
    const copied = await copyAll(client, dataDir, made?.number ?? 0)
    ours += imported
    bare += copied.seconds
    rows += copied.rows
    process.stderr.write(
      `Round ${round + 1} of ${ROUNDS}: ${copied.rows} rows, imported in ${Math.round(imported)} s, copied in ${Math.round(copied.seconds)} s\n`,
    )
  }
  clearInterval(watch)
  process.stderr.write(`The process grew by ${Math.round((most - idle) / 1_048_576)} MB\n`)
  return { ours: rows / ours, limit: rows / bare, ratio: bare / ours }
}

/** An empty table with the same columns, indexes and foreign keys. */
async function makeBare(client: pg.Client, table: string): Promise<void> {
  await client.query(`create table bare_${table} (like ${table} including all)`)
  const { rows } = await client.query<{ definition: string }>(
    `select pg_get_constraintdef(oid) as definition from pg_constraint where conrelid = $1::regclass and contype = 'f'`,
    [table],
  )
  for (const { definition } of rows) await client.query(`alter table bare_${table} add ${definition}`)
}

async function importAll(call: SystemCall, round: number): Promise<Import> {
  const { id } = await receiveImport(call, readNdjson(linesOf(round), call.now), { source: 'bench' })
  while ((await advanceImport(call)) || (await sweepImports(call))) {}
  const done = await importById(call, id)
  if (done.state !== 'done') throw new Error(`The import is ${done.state}: ${done.failure}`)
  return done
}

/** The server writes the rows to a file and reads them from there, so that only its own work counts. */
async function copyAll(client: pg.Client, dataDir: string, number: number): Promise<{ seconds: number; rows: number }> {
  let [seconds, rows] = [0, 0]
  for (const [table, select] of Object.entries(ROWS)) {
    const file = join(dataDir, `${table}.copy`)
    const { rowCount } = await client.query(`copy (${select.replace('$1', String(number))}) to '${file}'`)
    seconds += await secondsFor(() => client.query(`copy bare_${table} from '${file}'`))
    rows += rowCount ?? 0
    rmSync(file)
  }
  return { seconds, rows }
}

async function* linesOf(round: number): AsyncGenerator<Uint8Array> {
  const last = Math.round(((round + 1) * POSTS) / ROUNDS)
  for (let post = Math.round((round * POSTS) / ROUNDS); post < last; ) {
    let text = ''
    for (const end = Math.min(last, post + 30); post < end; post += 1) {
      text += `{"type":"post","external_id":"p${post}","title":"Idea number ${post} about exports","body":"We need it for the team ${post % 997}, every week.","author":{"external_id":"u${post % PEOPLE}"},"created_at":"2024-03-01T09:00:00Z"}\n`
      for (let vote = 0; vote < VOTES_A_POST; vote += 1)
        text += `{"type":"vote","post":"p${post}","user":{"external_id":"u${(post * 7 + vote * 13) % PEOPLE}"},"created_at":"2024-04-01T09:00:00Z"}\n`
    }
    yield Buffer.from(text)
  }
}

async function secondsFor(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}
