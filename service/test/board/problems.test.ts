import { expect, inject, test } from 'vitest'
import { LANGUAGES, wordsIn } from '../../../ui/words/words.ts'
import { startService } from '../harness/service.ts'
import { furnish } from './routes.ts'
import { type Stage, startBoard } from './stage.ts'
import { visitorOf } from './visitor.ts'

/** It has so few connections that none is for look-ups alone. */
function startOnPool() {
  return startService({}, undefined, { ...inject('connection'), max: 3 })
}

/** From now on every statement over the pool fails. */
function breakDatabase({ service }: Stage, error: Error): void {
  Object.assign(service.database.pool, {
    query: (_: unknown, answer?: (error: Error) => void) => (answer ? answer(error) : Promise.reject(error)),
    connect: () => Promise.reject(error),
  })
}

test('a missing page is a page in the visitor’s language', async () => {
  const stage = await startBoard()
  await furnish(stage)
  for (const language of LANGUAGES) {
    for (const path of [
      '/nothing',
      '/posts/999',
      '/posts/999/x',
      '/posts/x',
      '/?status=nope',
      '/?tag=nope',
      '/?q=%00',
      '/%zz',
      '/posts/%ff',
    ]) {
      const { status, headers, text } = await stage.board('GET', path, { headers: { 'accept-language': language } })
      expect([status, headers['content-type'], headers['cache-control']], path).toEqual([
        404,
        'text/html; charset=utf-8',
        'no-store',
      ])
      expect(text).toContain(`lang="${language}"`)
      expect(text).toContain(wordsIn(language).say('not_found_title'))
    }
  }
  const cookie = await visitorOf(stage).signIn({ locale: 'ar-EG' })
  const own = await stage.board('GET', '/nothing', { headers: { cookie, 'accept-language': 'de' } })
  expect([own.status, own.text.includes('dir="rtl"'), own.text.includes('data-signed-in')]).toEqual([404, true, true])
})

test('programs get the problem itself', async () => {
  const { board } = await startBoard()
  for (const [path, headers] of [
    ['/nothing', { accept: 'application/json' }],
    ['/nothing.xml', {}],
    ['/assets/nothing.js', {}],
  ] as const) {
    const { status, headers: told, text } = await board('GET', path, { headers })
    expect([status, told['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8'])
    expect(JSON.parse(text)).toMatchObject({ code: 'not_found', status: 404, request_id: told['request-id'] })
  }
  expect((await board('GET', '/nothing?file=a.json')).headers['content-type']).toBe('text/html; charset=utf-8')
})

// Guarantees that a failure tells visitors nothing, and the operator everything but secrets.
test('a failure of ours is a page with its code, and its cause is in the log and the metrics alone', async () => {
  const service = await startOnPool()
  const stage = await startBoard({}, {}, { service })
  await stage.board('GET', '/')
  breakDatabase(stage, new Error('cause of the failure, of grace@canary.example'))
  const before = stage.service.logged.length
  const { status, headers, text } = await stage.board('GET', '/roadmap')
  expect([status, headers['content-type']]).toEqual([500, 'text/html; charset=utf-8'])
  expect(text).toContain('internal_error')
  expect(text).not.toMatch(/cause of|canary|Error:|\.tsx?|node_modules/)
  const lines = stage.service.logged.slice(before).filter((line) => line.includes('internal_error'))
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('cause of the failure')
  expect(lines[0]).toContain(headers['request-id'])
  expect(lines[0]).not.toContain('canary')
  const metrics = await (await fetch(`${stage.service.origin}/metrics`)).text()
  expect(metrics).toMatch(/route="\/roadmap"[^\n]*status="500"|status="500"[^\n]*route="\/roadmap"/)
})

test('without its database the board says so with a 503, as long as it knows the board at all', async () => {
  const stage = await startBoard({ isPrivate: true }, {}, { service: await startOnPool() })
  const { signIn, form } = visitorOf(stage)
  const cookie = await signIn()
  breakDatabase(stage, Object.assign(new Error('The server is away'), { code: 'ECONNREFUSED' }))
  await expect.poll(async () => (await stage.board('GET', '/')).status).toBe(503) // a board is remembered for a second
  for (const headers of [{}, { cookie }]) {
    const page = await stage.board('GET', '/', { headers })
    expect([page.status, page.headers['retry-after'], page.cookies]).toEqual([503, '1', []])
    expect([page.headers['content-type'], page.text.includes('unavailable')]).toEqual([
      'text/html; charset=utf-8',
      true,
    ])
  }
  expect((await form('/new', { title: 'An idea' }, { cookie })).status).toBe(503)
  const unknown = await stage.board('GET', '/', { headers: { host: `other.localhost:${stage.service.port}` } })
  expect([unknown.status, unknown.headers['content-type']]).toEqual([503, 'application/problem+json; charset=utf-8'])
})

test('a refused form comes back with what was typed, as text and never as markup', async () => {
  const stage = await startBoard()
  const { signIn, form } = visitorOf(stage)
  const cookie = await signIn()
  const typed = '"><img src=x onerror=alert(1)>'
  const idea = await form('/new', { title: 'x', body: typed }, { cookie })
  expect([idea.status, idea.headers['cache-control'], idea.text.includes('<img')]).toEqual([400, 'no-store', false])
  expect(idea.text).toContain('&lt;img src=x onerror=alert(1)>')
  const long = await form('/new', { title: 'Long enough', body: 'x'.repeat(10_001) }, { cookie })
  expect([long.status, long.text.includes(wordsIn('en').say('body_too_long'))]).toEqual([400, true])
  const both = await form('/new', { title: 'x', body: 'x'.repeat(10_001) }, { cookie })
  for (const key of ['title_invalid', 'body_too_long'] as const) expect(both.text).toContain(wordsIn('en').say(key))
  const name = await form('/me', { name_choice: 'custom', custom_name: 'Acme Team' }, { cookie })
  expect([name.status, name.text.includes(wordsIn('en').say('name_unavailable'))]).toEqual([400, true])
})
