import { expect, test } from 'vitest'
import { commandLine, commandLineWith } from '../harness/command-line.ts'
import { databaseUrl } from '../harness/database-url.ts'
import { ownDatabase } from '../harness/own-database.ts'
import { runToEnd } from '../harness/process.ts'

/** Commands on a database of their own, without any other setting. */
async function terminal({ isMigrated = true } = {}) {
  const { connection } = await ownDatabase({ isMigrated })
  return (...words: string[]) =>
    commandLineWith(words, { DATABASE_URL: databaseUrl({ database: connection.database }) })
}

test('a project is made, listed, shown and changed', async () => {
  const svc = await terminal()
  const made = await svc(
    'project',
    'create',
    '--name',
    'Acme',
    '--slug',
    'acme',
    '--private',
    '--sign-in-url',
    'https://acme.example/login',
    '--allow-origin',
    'https://acme.example',
    '--allow-origin',
    'http://localhost:3000',
    '--allow-trait',
    'plan',
    '--json',
  )
  expect(made.code).toBe(0)
  expect(made.json()).toEqual({
    project: expect.objectContaining({
      id: expect.stringMatching(/^prj_/),
      name: 'Acme',
      slug: 'acme',
      is_private: true,
      sign_in_url: 'https://acme.example/login',
      board_origin: 'http://acme.localhost:4000',
      allowed_origins: ['https://acme.example', 'http://localhost:3000'],
      allowed_traits: ['plan'],
    }),
    publishable_key: expect.stringMatching(/^svc_pk_live_/),
    secret_key: expect.stringMatching(/^svc_sk_live_/),
  })
  const updated = await svc(
    'project',
    'update',
    'acme',
    '--public',
    '--domain',
    'feedback.acme.example',
    '--allow-origin',
    '',
    '--json',
  )
  expect(updated.json()).toMatchObject({
    name: 'Acme',
    is_private: false,
    domain: 'feedback.acme.example',
    domain_state: 'waiting',
    board_origin: 'http://acme.localhost:4000',
    allowed_origins: [],
    allowed_traits: ['plan'],
  })
  expect((await svc('project', 'show', 'acme', '--json')).json()).toEqual(updated.json())
  expect((await svc('project', 'list', '--json')).json().data).toEqual([updated.json()])
  const shown = await svc('project', 'show', 'acme')
  expect(shown.text).toContain('http://feedback.acme.example:4000')
})

test('projects are listed in pages, and each page says where the next one begins', async () => {
  const svc = await terminal()
  const slugs = ['one', 'two', 'three']
  for (const slug of slugs) await svc('project', 'create', '--name', slug, '--slug', slug)
  const page = async (...words: string[]) => (await svc('project', 'list', '--limit', '2', ...words, '--json')).json()
  const first = await page()
  const next: string = first.next_cursor
  expect(first.data.at(-1).id).toBe(next)
  const second = await page('--after', next)
  expect([...first.data, ...second.data].map(({ slug }) => slug)).toEqual(slugs)
  expect(second.next_cursor).toBeNull()
  const shown = await svc('project', 'list', '--limit', '2')
  expect(shown.text).toContain(`There are more: svc project list --after ${next}`)
  expect((await svc('project', 'list', '--after', second.data[0].id)).text).toContain('There are no more projects.')
  for (const words of [
    ['--limit', '0'],
    ['--limit', '1001'],
    ['--limit', 'x'],
    ['--limit', ''],
    ['--after', 'two'],
  ]) {
    expect((await svc('project', 'list', ...words)).code).toBe(2)
  }
})

test('a refusal ends with 1 and its problem code, and changes nothing', async () => {
  const { connection } = await ownDatabase()
  const svc = (...words: string[]) =>
    commandLine(words, { DATABASE_URL: databaseUrl({ database: connection.database }) })
  await svc('project', 'create', '--name', 'Acme', '--slug', 'acme')
  const taken = await svc('project', 'create', '--name', 'Other', '--slug', 'acme', '--json')
  expect([taken.code, taken.json().code]).toEqual([1, 'slug_taken'])
  expect(taken.told).toContain('slug_taken')
  const missing = await svc('project', 'show', 'nowhere', '--json')
  expect([missing.code, missing.json().code]).toEqual([1, 'not_found'])
  const wrong = await svc(
    'project',
    'update',
    'acme',
    '--slug',
    'API',
    '--sign-in-url',
    'http://acme.example',
    '--allow-origin',
    'https://a.example/',
    '--json',
  )
  expect(wrong.code).toBe(1)
  expect(wrong.json()).toMatchObject({
    code: 'invalid_request',
    errors: [{ pointer: '/slug' }, { pointer: '/sign_in_url' }, { pointer: '/allowed_origins' }],
  })
  expect((await svc('project', 'show', 'acme', '--json')).json()).toMatchObject({ slug: 'acme', sign_in_url: null })
})

test.each([
  [[]],
  [['fly']],
  [['project']],
  [['project', 'fly']],
  [['project', 'create', '--slug', 'acme']],
  [['project', 'create', '--name', 'A', '--slug', 'a', '--colour', 'red']],
  [['project', 'create', '--name', 'A', '--slug', 'a', '--private', '--public']],
  [['project', 'show']],
  [['project', 'show', 'a', 'b']],
  [['project', 'update', 'acme']],
  [['version', 'now']],
  [['constructor']],
])('wrong usage ends with 2 and says how it is meant: %j', async (words) => {
  const { code, text, told } = await commandLine(words)
  expect(code).toBe(2)
  expect(text + told).toMatch(/Usage: |svc serve/)
})

test('what is said beside a result holds no characters that a terminal obeys', async () => {
  const words = [
    'webhook',
    'create',
    '--project',
    'acme',
    '--url',
    'https://a.example',
    '--format',
    '\u001b[2Jteams\u009b',
  ]
  const { code, told } = await commandLine(words)
  expect([code, told.split('\n')[0]]).toEqual([2, expect.stringMatching(/^There is no format "\[2Jteams"\./)])
  const wrong = await commandLine(['project', 'list'], { PORT: 'many', WORKERS: 'some' })
  expect(wrong.told).toMatch(/^The environment has 2 mistakes:\n {2}\S.*\n {2}\S/)
})

test('the built program ends with the code of its command, and writes to both outputs', async () => {
  const { code, out, err } = await runToEnd(['fly'])
  expect([code, out]).toEqual([2, ''])
  expect(err).toMatch(/^There is no command "fly"\.\n\nUsage: /)
  const refused = await runToEnd(['project', 'show', 'nowhere', '--json'], { DATABASE_URL: databaseUrl() })
  expect([refused.code, JSON.parse(refused.out).code]).toEqual([1, 'not_found'])
  expect(refused.err).toContain('(not_found)')
})

test('version, help and migrate', async () => {
  const svc = await terminal({ isMigrated: false })
  expect((await svc('version', '--json')).json()).toMatchObject({ api_version: 'v1' })
  expect((await svc('--help')).text).toContain('svc project create')
  expect((await svc('migrate', '--json')).json().applied).toContain('0001_projects')
  expect((await svc('migrate')).text).toContain('up to date')
})
