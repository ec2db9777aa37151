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
} from '../../service/src/domain/imports/index.ts'
import { createProject } from '../../service/src/domain/projects/index.ts'
import { openStorage } from '../../service/src/foundation/storage/index.ts'
import type { Measured, Workload } from '../workload.ts'

const POSTS = Number(process.env.BENCH_IMPORT_POSTS ?? 1_000_000)
const VOTES_A_POST = 10
const PEOPLE = Math.max(1_000, POSTS / 10)
const PLACES = { apiOrigin: 'http://localhost:4000', boardOrigin: 'http://{slug}.localhost:4000' }
const TABLES = ['users', 'posts', 'post_standings', 'votes', 'import_records'] as const

/** One import of posts with ten votes each, from NDJSON to the last row, against `COPY` of the same rows into tables with the same indexes. */
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
  const idle = process.memoryUsage.rss()
  let most = idle
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 100)
  const ours = await secondsFor(() => importAll(call))
  clearInterval(watch)
  process.stderr.write(`The process grew by ${Math.round((most - idle) / 1_048_576)} MB\n`)
  const rows = await client.query<{ count: string }>(`select count(*) from votes union all select count(*) from posts`)
  const count = rows.rows.reduce((sum, row) => sum + Number(row.count), 0)
  const bare = await copyAll(client, dataDir)
  return { ours: count / ours, limit: count / bare, ratio: bare / ours }
}

async function importAll(call: SystemCall): Promise<Import> {
  const { id } = await receiveImport(call, readNdjson(linesOf(), call.now), { source: 'bench' })
  while (await advanceImport(call)) {}
  const done = await importById(call, id)
  if (done.state !== 'done') throw new Error(`The import is ${done.state}: ${done.failure}`)
  return done
}

/** Each row is written to a file by the server, and read from there, so that only its own work counts. */
async function copyAll(client: pg.Client, dataDir: string): Promise<number> {
  let seconds = 0
  for (const table of TABLES) {
    const file = join(dataDir, `${table}.copy`)
    await client.query(`create table bare_${table} (like ${table} including all)`)
    await client.query(`copy ${table} to '${file}'`)
    seconds += await secondsFor(() => client.query(`copy bare_${table} from '${file}'`))
  }
  return seconds
}

async function* linesOf(): AsyncGenerator<Uint8Array> {
  for (let post = 0; post < POSTS; ) {
    let text = ''
    for (const end = Math.min(POSTS, post + 200); post < end; post += 1) {
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
