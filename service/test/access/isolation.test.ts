import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { send, startProject } from '../harness/project.ts'
import { sharedService } from '../harness/service.ts'
import { operationsOf } from './operations.ts'
import { idsIn, pathOf, SAMPLES, type Sample, type World, worldOf } from './samples.ts'

/** A copy of one sample with the value that another one has at this place. */
function withForeign(own: Sample, foreign: Sample, place: readonly string[]): Sample {
  const copy = structuredClone(own)
  const last = place.at(-1) ?? ''
  const holder = (sample: Sample) =>
    place.slice(0, -1).reduce<Record<string, unknown>>((value, name) => value[name] as Record<string, unknown>, {
      ...sample,
    })
  holder(copy)[last] = holder(foreign)[last]
  return copy
}

/** All that is stored of a project, except events about operators of all projects: other tests have some. */
async function everythingOf({ service, project }: World): Promise<string> {
  const { sql } = service.database
  const tables = await sql<{ table_name: string }[]>`
    select table_name from information_schema.columns where table_schema = 'public' and column_name = 'project_id' order by 1`
  const texts: string[] = []
  for (const { table_name } of tables) {
    const { rows } = await service.database.pool.query(
      `select coalesce(string_agg(t::text, E'\\n' order by t::text), '') as rows from ${table_name} t
      where project_id = $1 and not coalesce(to_jsonb(t) ->> 'type' like 'operator.%', false)`,
      [project.id],
    )
    texts.push(`${table_name}\n${rows[0].rows}`)
  }
  return texts.join('\n')
}

// Guarantees the wall between projects for all of the API: each place of each request that can name an object names one of another project.
test('an object of another project is not found, on any endpoint, in any place, and nothing of it changes', async () => {
  const service = await sharedService()
  const [own, foreign] = await Promise.all([
    startProject({ service }).then(worldOf),
    startProject({ service }).then(worldOf),
  ])
  const wrong: unknown[] = []
  const attempts: (() => Promise<void>)[] = []
  for (const operation of operationsOf(service.openapi())) {
    for (const as of ['app', 'server'] as const) {
      if (as === 'app' ? operation.app === undefined : operation.server === undefined) continue
      const sampler = SAMPLES[operation.id]
      if (!sampler) throw new Error(`${operation.id} has no sample`)
      const [sample, foreignSample] = await Promise.all([sampler(own, as), sampler(foreign, as)])
      for (const place of idsIn(sample)) {
        const crossing = withForeign(sample, foreignSample, place)
        attempts.push(async () => {
          const headers: Record<string, string> =
            as === 'server'
              ? { authorization: `Bearer ${own.secretKey}` }
              : { 'x-project-key': own.project.publishableKey, authorization: `Bearer ${own.session}` }
          const { status, body } = await send(
            service.origin,
            operation.method,
            `/v1${pathOf(operation.path, crossing)}`,
            crossing.body,
            { ...headers, ...(operation.method === 'POST' && { 'idempotency-key': randomUUID() }) },
          )
          if (status !== 404 || body.code !== 'not_found')
            wrong.push({ endpoint: operation.id, as, place, status, body })
        })
      }
    }
  }
  const before = await everythingOf(foreign)
  for (const attempt of attempts) await attempt()
  expect(wrong).toEqual([])
  expect(await everythingOf(foreign)).toBe(before)
  expect(attempts.length).toBeGreaterThan(40)
})

test('a cursor of another project or another list is refused, and so is one that was edited', async () => {
  const service = await sharedService()
  const [one, other] = await Promise.all([startProject({ service }), startProject({ service })])
  for (const { server } of [one, other]) {
    for (let n = 0; n < 3; n += 1) await server('POST', '/v1/posts', { title: `Post number ${n}` })
  }
  const { body } = await one.app('GET', '/v1/posts?sort=new&limit=1')
  const cursor: string = body.next_cursor
  const edited = `${cursor.slice(0, -2)}${cursor.at(-2) === 'A' ? 'B' : 'A'}${cursor.at(-1)}`
  expect((await one.app('GET', `/v1/posts?sort=new&limit=2&cursor=${cursor}`)).status).toBe(200)
  for (const path of [
    `/v1/posts?sort=top&limit=1&cursor=${cursor}`,
    `/v1/posts?sort=new&is_pinned=false&cursor=${cursor}`,
    `/v1/posts?sort=new&cursor=${edited}`,
    `/v1/posts?sort=new&cursor=${cursor}A`,
    `/v1/posts?sort=new&cursor=x`,
    `/v1/posts/similar?title=post&cursor=${cursor}`,
  ]) {
    expect([path, (await one.app('GET', path)).body.code]).toEqual([path, 'cursor_invalid'])
  }
  expect((await other.app('GET', `/v1/posts?sort=new&cursor=${cursor}`)).body.code).toBe('cursor_invalid')
  for (const bad of [
    'limit=0',
    'limit=-1',
    'limit=101',
    'limit=1e1',
    'limit=1.5',
    'limit=',
    'limit=5&limit=6',
    'x=1',
  ]) {
    expect([bad, (await one.app('GET', `/v1/posts?${bad}`)).body.code]).toEqual([bad, 'invalid_request'])
  }
})
