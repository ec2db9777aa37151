import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../harness/ports.ts'
import { roomInMemory } from '../../harness/room-in-memory.ts'
import { randomFrom } from '../random.ts'
import type { Site } from '../site.ts'
import { startConsumer } from './consumer-process.ts'
import { differences, endLeases, loggedIds, tracesOf } from './judge.ts'
import { type Load, startOperations } from './operations.ts'
import { patientClient } from './patient-client.ts'

const VICTIMS = ['consumer', 'service', 'postgres', 'consumer', 'backend'] as const

export interface RebuildOptions {
  readonly operations: number
  readonly kills: number
  readonly seed: number
  readonly print: (line: string) => void
  readonly signal?: AbortSignal
}

/**
 * Random operations while a consumer, the service and the database are killed. Afterwards what the consumer kept, by the stream and by a webhook, must
 * be what the database has. So must a copy that begins then, and that one must not name people who were erased. Returns what is wrong.
 */
export async function rebuildUnderFire(site: Site, options: RebuildOptions): Promise<readonly string[]> {
  const { operations, kills, seed, print, signal } = options
  const { origin: apiOrigin } = site.client
  const directory = await mkdtemp(join(roomInMemory(), 'svc-rebuild-'))
  const PORT = String(await freePort())
  const client = patientClient(site)
  const { webhook, secret } = await client.webhooks.create({ url: `http://127.0.0.1:${PORT}/`, events: ['*'] })
  const before = await loggedIds(site)
  const settings = { API_ORIGIN: apiOrigin, SECRET_KEY: site.secretKey, WEBHOOK_SECRET: secret, PORT }
  let consumer = await startConsumer({ ...settings, DIRECTORY: directory })
  const restart = async (DIRECTORY: string) => {
    await consumer.kill()
    consumer = await startConsumer({ ...settings, DIRECTORY })
  }
  let load: Load | undefined
  try {
    const random = randomFrom(seed)
    load = await startOperations(site, random, operations)
    for (let kill = 0; kill < kills; kill += 1) {
      const after = Math.floor((operations * (kill + 0.5)) / kills)
      await load.reached(after)
      signal?.throwIfAborted()
      const victim = VICTIMS[kill % VICTIMS.length] ?? 'consumer'
      print(`kill -9 of the ${victim} after ${after} operations`)
      if (victim === 'consumer') await restart(directory)
      const now = Promise.resolve()
      if (victim === 'service') await endLeases(site, await site.killService(now))
      if (victim === 'postgres') await endLeases(site, await site.killServer(now))
      if (victim === 'backend') await endLeases(site, await site.killBackend(now, random))
    }
    const { done, erasedNames, violations } = await load.ended
    print(`acknowledged: ${JSON.stringify(done)}`)
    const found = await differences(site, directory, before, print)
    const later = join(directory, 'later')
    await mkdir(later)
    await restart(later)
    await client.webhooks.replay(webhook.id, { after: '2000-01-01T00:00:00Z' })
    return [...violations, ...found, ...(await differences(site, later, [], print)), ...tracesOf(erasedNames, later)]
  } finally {
    load?.stop() // after a failure it would go on beside the next test
    await load?.ended
    await consumer.kill()
    await rm(directory, { recursive: true, force: true })
  }
}
