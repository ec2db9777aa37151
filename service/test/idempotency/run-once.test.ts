import { randomUUID } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
import { type KeptAnswer, type OnceRequest, runOnce } from '../../src/foundation/idempotency/index.ts'
import { joinStorage, type Sql } from '../../src/foundation/storage/index.ts'
import { startProject } from '../harness/project.ts'

const refusal: KeptAnswer = { status: 409, headers: {}, body: 'no' }

// Guarantees that the process does not crash: no code awaits the savepoint while the work does something else.
test('a connection that dies before the work has begun is a failure of the request and of nothing else', async () => {
  const { project } = await startProject()
  const database = await joinStorage({ connection: inject('connection'), schemaVersion: 0 }, () => {})
  onTestFinished(database.close)
  const unheard: unknown[] = []
  const hear = (reason: unknown) => void unheard.push(reason)
  process.on('unhandledRejection', hear)
  onTestFinished(() => void process.off('unhandledRejection', hear))

  const dying: typeof database.transaction = (work) =>
    database.transaction(async (sql) => {
      const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
      const cut = ((strings: TemplateStringsArray, ...values: unknown[]) =>
        strings[0]?.startsWith('savepoint')
          ? database.sql`select pg_terminate_backend(${row?.pid})`.then(() => sql(strings, ...values))
          : sql(strings, ...values)) as Sql // what the mechanism is given, and a cut in one place
      return work(cut)
    })
  const slowWork = async (): Promise<KeptAnswer> => {
    await new Promise((wake) => setTimeout(wake, 100))
    throw new Error('noticed late')
  }
  await expect(runOnce(dying, requestOf(project.id), slowWork, () => undefined)).rejects.toThrow('noticed late')
  await new Promise((wake) => setTimeout(wake, 20))
  expect(unheard).toEqual([])
})

// Guarantees the order of the two statements, in the moment that would show it: the first request commits between them.
test('a request that comes as the first one commits waits or is answered like it, and never runs too', async () => {
  const { project, service } = await startProject()
  const { transaction } = service.database
  const request = requestOf(project.id)
  const begun = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  let runs = 0
  const work = async (): Promise<KeptAnswer> => {
    runs += 1
    begun.resolve()
    await gate.promise
    return { status: 201, headers: {}, body: `run ${runs}` }
  }
  const first = runOnce(transaction, request, work, () => undefined)
  await begun.promise
  const interrupted: typeof transaction = (work) =>
    transaction((sql) => {
      let before: Promise<unknown> | undefined
      const paused = ((strings: TemplateStringsArray, ...values: unknown[]) => {
        const statement = sql(strings, ...values)
        if (before) return before.then(() => gate.resolve()).then(() => first.then(() => statement))
        before = statement.then((rows) => rows)
        return before
      }) as unknown as Sql // what the mechanism is given, with time between its first two statements
      return work(paused)
    })
  const second = runOnce(interrupted, request, work, () => undefined)
  await expect(second).rejects.toMatchObject({ kind: { code: 'idempotency_in_progress' } })
  expect([runs, (await first).answer.body]).toEqual([1, 'run 1'])
})

test('a refusal undoes the work from its very first statement, however that was sent', async () => {
  const { project, service } = await startProject()
  const { transaction, sql } = service.database
  const request = requestOf(project.id)
  const work = (sql: Sql): Promise<KeptAnswer> =>
    sql`insert into used_tokens (project_id, jti_hash, expires_at) values (${project.id}, ${Buffer.from('x')}, ${request.now})`.then(
      () => {
        throw new Error('refused')
      },
    )
  const { answer } = await runOnce(transaction, request, work, () => refusal)
  expect(answer).toEqual(refusal)
  expect(await sql`select 1 from used_tokens where project_id = ${project.id}`).toEqual([])
})

test('a refusal is kept after a statement that failed, too', async () => {
  const { project, service } = await startProject()
  const { transaction } = service.database
  const request = requestOf(project.id)
  const failing = async (sql: Sql) => {
    await sql`select 1 / 0`
    return refusal
  }
  const first = await runOnce(transaction, request, failing, () => refusal)
  const again = await runOnce(transaction, request, failing, () => refusal)
  expect([first, again]).toEqual([
    { answer: refusal, replayed: false },
    { answer: refusal, replayed: true },
  ])
})

function requestOf(projectId: string): OnceRequest {
  const body = Buffer.from('{}')
  return { projectId, caller: 'test', key: randomUUID(), method: 'POST', path: '/v1/test', body, now: new Date() }
}
