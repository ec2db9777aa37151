import fc from 'fast-check'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { systemCall } from '../../src/domain/call/index.ts'
import { createProject } from '../../src/domain/projects/index.ts'
import {
  deleteRecordsBefore,
  deleteRecordsOfUser,
  type KeptAnswer,
  type OnceRequest,
  RECORDS_LAST_MS,
  runOnce,
} from '../../src/foundation/idempotency/index.ts'
import { Problem } from '../../src/foundation/problems/index.ts'
import { codeOf, type Database, joinStorage, migrate, type Sql } from '../../src/foundation/storage/index.ts'
import { effort } from '../harness/effort.ts'
import { MIGRATIONS } from '../harness/paths.ts'
import { startProject } from '../harness/project.ts'
import { exchangeSequences, startExchangeModel } from './exchange-commands.ts'
import { type RealOnce, sequences } from './once-commands.ts'
import { type Ending, type Outcome, startModel } from './once-model.ts'

const START = Date.parse('2091-11-15T10:00:00Z')
const PLACES = { apiOrigin: 'http://api.test', boardOrigin: 'http://{slug}.test' }

/** Which request a number stands for: each differs from the others in one thing alone. */
const REQUESTS: readonly Pick<OnceRequest, 'method' | 'path' | 'body'>[] = [
  { method: 'POST', path: '/v1/posts', body: Buffer.from('{}') },
  { method: 'PUT', path: '/v1/posts', body: Buffer.from('{}') },
  { method: 'POST', path: '/v1/posts?draft', body: Buffer.from('{}') },
  { method: 'POST', path: '/v1/posts', body: Buffer.from('{ }') },
  { method: 'POST', path: '/v1/posts', body: Buffer.alloc(0) },
]

class Refusal extends Error {
  override readonly name = 'Refusal'
}

/** A database of its own: sweeping on the clock of the model would take other tests' records. */
async function ownDatabase(): Promise<Database> {
  const server = inject('connection')
  const admin = new pg.Client(server)
  await admin.connect()
  const name = `idempotency_model_${process.pid}`
  await admin.query(`create database ${name}`)
  // The model is compared with what transactions see, not with what survives a power cut.
  await admin.query(`alter database ${name} set synchronous_commit = off`)
  const connection = { ...server, database: name }
  const { version } = await migrate(connection, MIGRATIONS)
  const database = await joinStorage({ connection, schemaVersion: version }, () => {})
  onTestFinished(async () => {
    await database.close()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
  return database
}

/** `runOnce` for one sequence, with callers that no other sequence has. */
function realOnce(
  database: Database,
  projectId: string,
  sequence: number,
): RealOnce & { committed(): Promise<number[]> } {
  const { sql, transaction } = database
  let runs = 0
  const userId = `user ${sequence}`
  const real: ReturnType<typeof realOnce> = {
    now: START,
    send: ({ caller, key, what }, ending, meanwhile) => {
      const request = REQUESTS[what]
      if (!request) throw new Error('No such request')
      const work = async (sql: Sql): Promise<KeptAnswer> => {
        runs += 1
        const run = runs
        await sql`insert into used_tokens (project_id, jti_hash, expires_at) values (${projectId}, ${effect(sequence, run)}, now())`
        await meanwhile?.()
        await end(sql, ending, run)
        return { status: 201, headers: {}, body: `done ${run}`, ...(caller === 'user' && { userId }) }
      }
      const name = { projectId, caller: `${caller} ${sequence}`, key, now: new Date(real.now) }
      return outcomeOf(runOnce(transaction, { ...name, ...request }, work, refusalOf))
    },
    forgetUser: () => deleteRecordsOfUser(sql, projectId, userId),
    sweep: async () => void (await deleteRecordsBefore(sql, new Date(real.now - RECORDS_LAST_MS))),
    committed: async () => {
      const rows = await sql<{ jti_hash: Buffer }[]>`
        select jti_hash from used_tokens
        where project_id = ${projectId} and jti_hash between ${effect(sequence, 0)} and ${effect(sequence, 0xffffffff)} order by jti_hash`
      return rows.map((row) => row.jti_hash.readUInt32BE(4))
    },
  }
  return real
}

/** The trace that a run leaves if it is committed. */
function effect(sequence: number, run: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt32BE(sequence)
  bytes.writeUInt32BE(run, 4)
  return bytes
}

async function end(sql: Sql, ending: Ending, run: number): Promise<void> {
  if (ending === 'refused') throw new Refusal(`refused ${run}`)
  if (ending === 'throws') throw Object.assign(new Error('A failure of ours'), { code: 'ours' })
  if (ending === 'statement fails') await sql`select 1 / 0`
  if (ending === 'connection lost') await sql`select pg_terminate_backend(pg_backend_pid())`
}

function refusalOf(error: unknown): KeptAnswer | undefined {
  return error instanceof Refusal ? { status: 404, headers: {}, body: error.message } : undefined
}

async function outcomeOf(once: ReturnType<typeof runOnce>): Promise<Outcome> {
  try {
    const { answer, replayed } = await once
    return { kind: 'answer', status: answer.status, body: answer.body, replayed }
  } catch (error) {
    return { kind: 'failure', code: error instanceof Problem ? error.kind.code : (codeOf(error) ?? String(error)) }
  }
}

// Guarantees the mechanism as a whole: what runs, what is answered and what is left agree with a map that forgets.
test('in any mix of repeated, concurrent and failing requests, each key does its work once and repeats its answer', async () => {
  const database = await ownDatabase()
  const { project } = await createProject(systemCall(database, PLACES, new Date(START)), {
    name: 'Model',
    slug: 'model',
  })
  let sequence = 0
  await fc.assert(
    fc.asyncProperty(sequences, async (commands) => {
      sequence += 1
      const real = realOnce(database, project.id, sequence)
      const model = startModel(START)
      await fc.asyncModelRun(() => ({ model, real }), commands)
      expect(await real.committed()).toEqual(model.committed)
    }),
    { numRuns: effort(200) },
  )
})

// Guarantees that admission, limits and the validation of bodies do not change how the mechanism works.
test('the same holds over HTTP, for tokens that are good, used, expired or nonsense', async () => {
  let now = new Date(START)
  const project = await startProject({ now: () => now })
  let sequence = 0
  await fc.assert(
    fc.asyncProperty(exchangeSequences, async (commands) => {
      sequence += 1
      const setNow = (seconds: number) => {
        now = new Date(START + seconds * 1000)
      }
      setNow(0)
      const sub = `user ${sequence}`
      const tokens = [project.signToken({ sub }), project.signToken({ sub }), 'nonsense']
      const real = { project, sequence, setNow, bodies: [...tokens.map((token) => ({ token })), { tokn: '' }] }
      const model = startExchangeModel()
      await fc.asyncModelRun(() => ({ model, real }), commands)
      const [row] = await project.service.database.sql<{ sessions: number }[]>`
        select count(*) as sessions from sessions s join users u on u.project_id = s.project_id and u.id = s.user_id
        where u.project_id = ${project.project.id} and u.sub = ${sub}`
      expect(row?.sessions).toBe(model.used.size)
    }),
    { numRuns: effort(15) },
  )
})
