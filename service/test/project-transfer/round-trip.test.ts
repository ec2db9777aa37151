import { expect, test } from 'vitest'
import { systemCallIn } from '../../src/domain/call/index.ts'
import { exportProject, importProject } from '../../src/domain/project-transfer/index.ts'
import { RECORD_TYPES } from '../../src/domain/project-transfer/records.ts'
import { readSealed } from '../../src/foundation/sealed-file/index.ts'
import { operationsOf } from '../access/operations.ts'
import { SAMPLES, type World, worldOf } from '../access/samples.ts'
import { startProject, type TestProject } from '../harness/project.ts'
import { type ExportedRecord, fileOf, recordsIn } from './transfer.ts'

/** Numbers that look random, the same for each seed. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

/** What would end the world that the samples are made of. */
const NOT_HERE = new Set(['exchangeSignInToken', 'endCurrentSession', 'verifyDomain', 'testWebhook'])

/** Does everything that can be done to a project by the API, in an order of chance, some of it several times. */
async function live(world: World, seed: number): Promise<void> {
  const random = randomOf(seed)
  const operations = operationsOf(world.service.openapi())
    .filter(({ id, method, server, app }) => method !== 'GET' && (server ?? app) !== undefined && !NOT_HERE.has(id))
    .flatMap((operation) => Array.from({ length: 1 + Math.floor(random() * 2) }, () => ({ operation, at: random() })))
    .sort((one, other) => one.at - other.at)
  for (const { operation } of operations) {
    const as = operation.server === undefined ? 'app' : 'server'
    const { params = {}, query = {}, body } = (await SAMPLES[operation.id]?.(world, as)) ?? {}
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const address = `/v1${path}?${new URLSearchParams(query)}`
    const answer =
      as === 'server'
        ? await world.server(operation.method, address, body)
        : await world.app(operation.method, address, { body, session: world.session })
    if (answer.status >= 500) throw new Error(`${operation.id}: ${answer.status}`)
  }
}

async function exported(call: Parameters<typeof exportProject>[0]): Promise<ExportedRecord[]> {
  let text = ''
  for await (const part of exportProject(call, '1.0.0')) text += part
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

async function downloaded({ service, secretKey }: TestProject): Promise<Uint8Array> {
  const answer = await fetch(`${service.origin}/v1/export`, { headers: { authorization: `Bearer ${secretKey}` } })
  expect(answer.status).toBe(200)
  return new Uint8Array(await answer.arrayBuffer())
}

// Guarantees that a team which leaves, or moves to another installation, loses nothing that the API can make.
test.each([1, 2])('a project that is imported has the same records again (seed %i)', async (seed) => {
  const project = await startProject()
  const world = await worldOf(project)
  await live(world, seed)
  const bytes = await downloaded(project)
  const file = await fileOf(bytes)
  const imported = await importProject(project.call(), () => readSealed(file), `copy-${seed}-${project.project.slug}`)
  const before = recordsIn(bytes).slice(1, -1)
  const after = (await exported(systemCallIn(project.call(), imported.project))).slice(1)
  expect(after).toEqual(before)
  expect(imported.records).toBe(before.length)
  expect(JSON.stringify(before)).not.toContain(project.project.id)
  // Guarantees that the comparison is about something: nearly every kind is there.
  const there = new Set(before.map(({ type }) => type))
  const rare = new Set(['likeness', 'day', 'refusal_day', 'mail_mute', 'notification'])
  expect(RECORD_TYPES.filter((type) => !there.has(type) && !rare.has(type))).toEqual([])
})
