import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openEmbedded } from '../../src/foundation/storage/embedded/index.ts'
import { openStorage, StartError } from '../../src/foundation/storage/index.ts'
import { operationsOf } from '../access/operations.ts'
import { pathOf, SAMPLES, worldOf } from '../access/samples.ts'
import { ownDatabase } from '../harness/own-database.ts'
import { MIGRATIONS } from '../harness/paths.ts'
import { preparedDataDirectory, until } from '../harness/process.ts'
import { send, startProject } from '../harness/project.ts'
import { startService } from '../harness/service.ts'

async function startOnOwnDatabase(environment: Record<string, string> = {}) {
  const database = await ownDatabase()
  const service = await startService(environment, undefined, database.connection)
  const set = async (setting: string) => {
    await database.administer(`alter database ${database.connection.database} set ${setting}`)
    await database.cutConnections()
    // The first that meets a cut connection is told to come back; after that the new setting counts.
    await until(() =>
      service.database.sql`select 1`.then(
        () => true,
        () => false,
      ),
    )
  }
  return { service, set, readiness: () => send(service.origin, 'GET', '/readyz', undefined, {}) }
}

/** A domain that is proven already leaves nothing to write; a preview and a test of a webhook are never kept. */
const WRITE_NOTHING = ['verifyDomain', 'previewText', 'previewSegment', 'testWebhook']
/** It writes into the audit log who takes everything, and nobody may without that. */
const WRITES_TOO = ['exportProject']

// Guarantees that callers are not told of a fault if the database accepts no writes, but that they may try again.
test('on a read-only database every write is a 503 that says when to come back, and nothing is a 500', async () => {
  const { service, set } = await startOnOwnDatabase()
  const world = await worldOf(await startProject({ service }))
  const operations = operationsOf(service.openapi()).filter(({ id }) => SAMPLES[id])
  const requests = []
  for (const operation of operations) {
    const as = operation.app === undefined ? 'server' : 'app'
    requests.push({ operation, as, sample: (await SAMPLES[operation.id]?.(world, as)) ?? {} })
  }
  const { session } = await world.signIn({ sub: 'ada' })
  await set('default_transaction_read_only = on')
  const wrong: unknown[] = []
  for (const { operation, as, sample } of requests) {
    const who =
      as === 'server'
        ? { authorization: `Bearer ${world.secretKey}` }
        : {
            'x-project-key': world.project.publishableKey,
            ...(operation.app !== 'key' && { authorization: `Bearer ${session}` }),
          }
    const isWrite =
      operation.method === 'GET' ? WRITES_TOO.includes(operation.id) : !WRITE_NOTHING.includes(operation.id)
    const { status, body, headers } = await send(
      service.origin,
      operation.method,
      `/v1${pathOf(operation.path, sample)}`,
      sample.body,
      { ...(operation.method === 'POST' && { 'idempotency-key': randomUUID() }), ...who },
    )
    const isRight = isWrite
      ? status === 503 && body.code === 'unavailable' && headers.get('retry-after') !== null
      : status < 500
    if (!isRight) wrong.push({ endpoint: operation.id, status, code: body?.code })
  }
  expect(wrong).toEqual([])
})

// The refusal is kept in the transaction that fails as a whole, and the cause was lost on the way.
test('a refused token on a read-only database is a 503', async () => {
  const { service, set } = await startOnOwnDatabase()
  const { exchange } = await startProject({ service })
  await set('default_transaction_read_only = on')
  const { status, body, headers } = await exchange('no token')
  expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '1'])
})

test('a read-only database is not ready, and is again when it takes writes', async () => {
  const { set, readiness } = await startOnOwnDatabase()
  expect((await readiness()).status).toBe(200)
  await set('default_transaction_read_only = on')
  await until(async () => (await readiness()).status === 503) // asked once a second
  const { body } = await readiness()
  expect([body.code, body.detail]).toEqual(['unavailable', expect.stringContaining('read-only')])
  await set('default_transaction_read_only = off')
  await until(async () => (await readiness()).status === 200)
})

// A limit of nothing for temporary files stands for a disk without room: the server answers both when it cannot write a file.
test('a database that cannot write a file is not ready, and is again when it can', async () => {
  const { set, readiness } = await startOnOwnDatabase()
  await set('temp_file_limit = 0')
  await until(async () => (await readiness()).status === 503)
  expect((await readiness()).body.detail).toContain('no room')
  await set('temp_file_limit = -1')
  await until(async () => (await readiness()).status === 200)
})

// A real standby: a server that replays what a primary sends, and waits for one here. It answers reads and takes no writes.
test('a standby is not ready, and no service starts on one', async () => {
  const options = {
    databaseUrl: undefined,
    dataDir: await preparedDataDirectory(),
    migrations: MIGRATIONS,
    role: 'service',
    onProgress: () => {},
    onLostConnection: () => {},
    onEvicted: () => {},
  } as const
  await (await openStorage(options)).close()
  await writeFile(join(options.dataDir, 'postgres/cluster/standby.signal'), '')
  const refused = openStorage(options)
  await expect(refused).rejects.toBeInstanceOf(StartError)
  await expect(refused).rejects.toThrow(/read-only.*primary/)
  const standby = await openEmbedded(options)
  onTestFinished(() => standby.close())
  const service = await startService({}, undefined, standby.connection)
  const { status, body } = await send(service.origin, 'GET', '/readyz', undefined, {})
  expect([status, body.detail]).toEqual([503, expect.stringContaining('standby')])
  await service.stop()
})
