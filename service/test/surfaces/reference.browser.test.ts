import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { AXE, complaintsAbout } from '../harness/axe.ts'
import { openBrowser } from '../harness/browser.ts'
import { sharedService } from '../harness/service.ts'

/** A page is read on a phone, too. */
const LONGEST_PAGE = 80_000

interface Schema {
  readonly $ref?: string
  readonly properties?: Record<string, Schema>
  readonly items?: Schema
}

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly security?: Record<string, string[]>[]
  readonly parameters?: readonly { readonly name: string }[]
  readonly responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>
}

interface Document {
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: { schemas: Record<string, Schema> }
}

async function described(): Promise<{ operations: readonly Operation[]; schemas: Record<string, Schema> }> {
  const { openapi } = await sharedService()
  const { paths, components } = openapi() as unknown as Document // as OpenAPI says
  return {
    operations: Object.values(paths).flatMap((methods) => Object.values(methods)),
    schemas: components.schemas,
  }
}

interface Shown {
  readonly text: string
  readonly badges: readonly string[]
  readonly callers: readonly string[]
  readonly sent: readonly string[]
  readonly languages: readonly string[]
  readonly answers: readonly string[]
  readonly errors: Readonly<Record<string, string>>
  readonly fields: readonly { readonly name: string; readonly type: string; readonly text: string }[]
}

let pages: Promise<ReadonlyMap<string, Shown>> | undefined

/** What the page of each operation shows, read once for all tests, without the network: a page is read by the parser alone. */
function shownPages(): Promise<ReadonlyMap<string, Shown>> {
  pages ??= readPages()
  return pages
}

async function readPages(): Promise<ReadonlyMap<string, Shown>> {
  const { origin } = await sharedService()
  const { operations } = await described()
  const page = await (await openBrowser()).newPage()
  await page.goto(`${origin}/docs/errors`)
  const shown: [string, Shown][] = []
  for (const { operationId } of operations) {
    const answer = await fetch(`${origin}/docs/reference/${operationId}`)
    expect([operationId, answer.status]).toEqual([operationId, 200])
    const html = await answer.text()
    expect(html.length, operationId).toBeLessThan(LONGEST_PAGE)
    shown.push([operationId, await read(page, html)])
  }
  await page.close()
  return new Map(shown)
}

function read(page: Page, html: string): Promise<Shown> {
  return page.evaluate((text) => {
    const article = new DOMParser().parseFromString(text, 'text/html').querySelector('article')
    const all = (selector: string) => [...(article?.querySelectorAll(selector) ?? [])]
    const words = (element: Element | null | undefined) => element?.textContent?.replaceAll(/\s+/g, ' ').trim() ?? ''
    return {
      text: article?.textContent ?? '',
      badges: all('.caller-badge').map((badge) => [...badge.children].map(words).join(' ')),
      callers: all('.callers li > span:last-child').map(words),
      sent: all('section:not(.answer) > .fields > div > dt > code:first-child').map(words),
      languages: all('.samples figure').map((figure) => figure.getAttribute('data-language') ?? ''),
      answers: all('.example-answer').map(words),
      errors: Object.fromEntries(
        all('.refusals > div').map((one) => [words(one.querySelector('a')), words(one.querySelector('dd'))]),
      ),
      fields: all('.answer .fields > div').map((field) => ({
        name: words(field.querySelector('dt code')),
        type: words(field.querySelector('dt .soft')),
        text: words(field.querySelector('dd p')),
      })),
    }
  }, html)
}

test('a problem’s type leads to its explanation', async () => {
  const { origin } = await sharedService()
  const { type } = await (await fetch(`${origin}/v1/nope`)).json()
  const page = await (await openBrowser()).newPage()
  await page.goto(type)
  expect(await page.locator(':target').textContent()).toContain('not_found')
})

// Guarantees that the page explains every field of an answer, at every depth, so that people need not read openapi.json.
test('each answer shows all of its fields with type and meaning, and no type is left open', async () => {
  const { operations, schemas } = await described()
  const shown = await shownPages()
  for (const { operationId, responses } of operations) {
    const expected = Object.values(responses).flatMap(({ content = {} }) =>
      memberNames(schemas, content['application/json']?.schema ?? {}),
    )
    const fields = shown.get(operationId)?.fields ?? []
    expect(fields.map(({ name }) => name).sort(), operationId).toEqual(expected.sort())
    for (const field of fields) {
      expect(field.text, `${operationId} ${field.name}`).toMatch(/\S/)
      expect(field.type, `${operationId} ${field.name}`).toMatch(/\S/)
      expect(field.type, `${operationId} ${field.name}`).not.toMatch(/\bany\b/)
    }
  }
  const field = (operation: string, name: string) =>
    shown.get(operation)?.fields.find((candidate) => candidate.name === name)
  expect(field('listPosts', 'data')?.type).toBe('array of objects')
  expect(field('listPosts', 'vote_count')).toMatchObject({
    type: 'integer',
    text: expect.stringContaining('people voted'),
  })
  expect(field('listPosts', 'has_voted')?.type).toBe('boolean or null')
  expect(field('getPost', 'moderation_state')?.type).toBe('"approved" or "pending" or "rejected"')
  expect(field('getPost', 'id')?.type).toBe('string, begins with pst_')
})

test('every parameter is named, and limits of what is sent stand beside it', async () => {
  const { operations } = await described()
  const shown = await shownPages()
  for (const { operationId, parameters = [] } of operations)
    expect(shown.get(operationId)?.sent, operationId).toEqual(
      expect.arrayContaining(parameters.map(({ name }) => name)),
    )
  expect(shown.get('createPost')?.text).toContain('3 to 140 characters')
  expect(shown.get('createPost')?.text).toContain('at most 20 items, each once')
})

test('every kind of caller has a badge with its scope, samples in all languages, and an answer of its own', async () => {
  const { operations } = await described()
  const shown = await shownPages()
  const languages = ['curl', 'TypeScript', 'Python', 'Ruby', 'PHP', 'Go', 'Java']
  for (const { operationId, security = [], responses } of operations) {
    const { badges = [], languages: all = [], answers = [] } = shown.get(operationId) ?? {}
    const server = security.find((way) => way.secretKey)
    const isForApps = security.some((way) => way.projectKey)
    const scopes = server?.secretKey ?? []
    const expected = [
      ...(server ? [`Server ${scopes.length === 0 ? 'any scope' : scopes.join(' ')}`] : []),
      ...(isForApps ? [expect.stringMatching(/^App (?:publishable key|signed-in user)$/)] : []),
    ]
    expect(badges, operationId).toEqual(expected.length === 0 ? ['Anyone'] : expected)
    // An app sends a picture with a kit or with curl.
    const isFormOfApp = operationId === 'createFile'
    expect(all, operationId).toEqual(
      badges.flatMap((badge) => (isFormOfApp && badge.startsWith('App') ? languages.slice(0, 2) : languages)),
    )
    const hasJson = Object.entries(responses).some(
      ([status, { content = {} }]) => status.startsWith('2') && 'application/json' in content,
    )
    if (hasJson && operationId !== 'getOpenapi') expect(answers, operationId).toHaveLength(badges.length)
  }
  expect(shown.get('listPosts')).toMatchObject({
    badges: ['Server posts:read', 'App publishable key'],
    callers: [
      'A server, with a secret key that has the scope posts:read.',
      'An app, with its publishable key. On a private board it also needs the session of a signed-in user.',
    ],
  })
})

test('every error that a call can give is named with its remedy', async () => {
  const { operations } = await described()
  const shown = await shownPages()
  for (const { operationId, responses } of operations) {
    const codes = Object.values(responses)
      .filter(({ content = {} }) => 'application/problem+json' in content)
      .flatMap(({ description }) => [...description.matchAll(/^`(\w+)`/gm)].map(([, code = '']) => code))
    const { errors = {} } = shown.get(operationId) ?? {}
    expect(Object.keys(errors).sort(), operationId).toEqual(codes.sort())
  }
  expect(shown.get('castVoteFor')?.errors.voting_closed).toMatch(/\. \S.*\.$/) // what happened, and what to do
})

test('names and values are set as code, and no backtick is left', async () => {
  const { origin } = await sharedService()
  const texts = [...(await shownPages()).values()].map(({ text }) => text)
  for (const path of ['/docs/reference', '/docs/reference/posts', '/docs/errors'])
    texts.push(await (await fetch(origin + path)).text())
  for (const text of texts) {
    expect(text).toMatch(/\S/)
    expect(text).not.toContain('`')
  }
})

test('links to the anchors of before lead to the page of the operation, and without script to its entry', async () => {
  const { origin } = await sharedService()
  const browser = await openBrowser()
  const page = await browser.newPage()
  for (const path of ['/docs#createPost', '/docs/reference#createPost', '/docs/reference/posts#createPost']) {
    await page.goto(origin + path)
    await page.waitForURL('**/docs/reference/createPost')
    await page.goto(`${origin}/docs/errors`)
  }
  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await plain.goto(`${origin}/docs/reference/posts#createPost`)
  expect(await plain.locator(':target a').getAttribute('href')).toBe('/docs/reference/createPost')
  await plain.goto(`${origin}/docs/reference/createPost`)
  expect(await plain.locator('.samples-of[open] figure:visible').count()).toBe(8) // seven languages and an answer
})

test('an address below /docs where nothing is leads on, and programs get a problem', async () => {
  const { origin } = await sharedService()
  const page = await (await openBrowser()).newPage()
  const answer = await page.goto(`${origin}/docs/api/list-posts.html`)
  expect(answer?.status()).toBe(404)
  expect(await page.locator('h1').textContent()).toBe('Nothing is here')
  expect(await page.getByRole('link', { name: 'List and search posts' }).getAttribute('href')).toBe(
    '/docs/reference/listPosts',
  )
  await page.keyboard.press('/')
  await page.locator('#search[open]').waitFor()
  await page.keyboard.press('Escape')
  await page.evaluate(AXE) // the policy of the pages stays on, and allows no tag
  expect(await complaintsAbout(page)).toEqual([])
  const problem = await fetch(`${origin}/docs/nope`)
  expect([problem.status, problem.headers.get('content-type')]).toEqual([
    404,
    'application/problem+json; charset=utf-8',
  ])
  for (const path of ['/docs/api/list-posts/', `/docs${'/'.repeat(10_000)}list-posts`]) {
    const long = await fetch(origin + path, { headers: { accept: 'text/html' } })
    expect([long.status, await long.text()]).toEqual([404, expect.stringContaining('/docs/reference/listPosts')])
  }
})

function memberNames(schemas: Record<string, Schema>, schema: Schema): string[] {
  const { $ref } = schema
  const { properties = {}, items } = $ref ? (schemas[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {}) : schema
  return [
    ...Object.entries(properties).flatMap(([name, member]) => [name, ...memberNames(schemas, member)]),
    ...(items ? memberNames(schemas, items) : []),
  ]
}
