import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { shareOf } from '../harness/effort.ts'
import { send, startProject } from '../harness/project.ts'
import { sharedService } from '../harness/service.ts'
import { HOSTILE, HOSTILE_TEXTS } from './hostile-values.ts'
import { type Operation, operationsOf } from './operations.ts'
import { pathOf, SAMPLES, type Sample, worldOf } from './samples.ts'

/** Every place of a sample whose value can be another, and every place that the sample leaves out. */
function placesOf(sample: Sample, { query, body }: Operation): string[][] {
  const absent = (within: unknown, names: readonly string[]) =>
    names.filter((name) => typeof within !== 'object' || within === null || !Object.hasOwn(within, name))
  const places = [
    ...absent(sample.query, query).map((name) => ['query', name]),
    ...(sample.body === undefined ? [] : absent(sample.body, body).map((name) => ['body', name])),
  ]
  const walk = (value: unknown, path: string[]) => {
    if (path.length > 1) places.push(path)
    if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) walk(inner, [...path, name])
    }
  }
  walk({ params: sample.params, query: sample.query, body: sample.body }, [])
  return places
}

function withValue(sample: Sample, place: readonly string[], value: unknown): Sample {
  const copy = { query: {}, ...structuredClone(sample) }
  const holder = place
    .slice(0, -1)
    .reduce<Record<string, unknown>>((inner, name) => inner[name] as Record<string, unknown>, copy)
  holder[place.at(-1) ?? ''] = value
  return copy
}

// Guarantees that no value in any place of any request reaches a 500: it is taken, or it gets a 4xx with a code.
test('no hostile value in any place of any request is a failure of ours', async () => {
  const service = await sharedService()
  const world = await worldOf(await startProject({ service }))
  const failures: unknown[] = []
  let asked = 0
  let places = 0
  for (const operation of operationsOf(service.openapi())) {
    const as = operation.server ? 'server' : 'app'
    const sample = (await SAMPLES[operation.id]?.(world, as)) ?? {}
    const headers: Record<string, string> =
      as === 'server'
        ? { authorization: `Bearer ${world.secretKey}` }
        : { 'x-project-key': world.project.publishableKey, authorization: `Bearer ${world.session}` }
    for (const place of placesOf(sample, operation)) {
      if (operation.id === 'endCurrentSession') continue // there is one session
      const answers = await Promise.all(
        shareOf(place[0] === 'body' ? HOSTILE : HOSTILE_TEXTS, places++).map(async (value) => {
          const { body, ...rest } = withValue(sample, place, value)
          const path = `/v1${pathOf(operation.path, rest)}`.replaceAll('%EF%BF%BD', '%ED%A0%80') // what URLs make of a lone surrogate
          const answer = await send(service.origin, operation.method, path, body, {
            ...headers,
            ...(operation.method === 'POST' && { 'idempotency-key': randomUUID() }),
          })
          return { value, answer }
        }),
      )
      for (const { value, answer } of answers) {
        asked += 1
        const refused = answer.status >= 400 && answer.status < 500 && typeof answer.body?.code === 'string'
        if (answer.status >= 300 && !refused) {
          failures.push({
            endpoint: operation.id,
            place,
            value: JSON.stringify(value).slice(0, 30),
            status: answer.status,
          })
        }
      }
    }
  }
  expect(failures).toEqual([])
  expect(service.logged.filter((line) => line.includes('internal_error'))).toEqual([])
  expect(asked).toBeGreaterThan(500)
})

test('JSON that is nested 5,000 deep is refused by every endpoint that reads a body', async () => {
  const service = await sharedService()
  const { secretKey, project } = await startProject({ service })
  const body = `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`
  let asked = 0
  for (const { id, method, path, server } of operationsOf(service.openapi())) {
    if (method === 'GET' || method === 'DELETE') continue
    const answer = await fetch(`${service.origin}/v1${path.replace(/\{\w+\}/g, 'x')}`, {
      method,
      body,
      headers: {
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        ...(server ? { authorization: `Bearer ${secretKey}` } : { 'x-project-key': project.publishableKey }),
      },
    })
    asked += 1
    const { code } = (await answer.json()) as { code: string }
    expect([id, answer.status, code]).toEqual([id, 400, 'invalid_json'])
  }
  expect(asked).toBeGreaterThan(20)
})
