import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openBrowser } from '../harness/browser.ts'
import { sharedService } from '../harness/service.ts'

interface Article {
  readonly text: string
  readonly examples: readonly string[]
  readonly callers: readonly string[]
  readonly fields: readonly {
    readonly name: string | undefined
    readonly type: string | undefined
    readonly text: string | undefined
  }[]
}

interface Shown {
  readonly text: string
  /** By the id of the operation. */
  readonly articles: Readonly<Record<string, Article>>
}

const shownOn = new Map<string, Promise<Shown>>()

/** What a part of the documentation shows on all of its pages, read once for all tests: it is long. */
function shown(path: '/docs/reference' | '/docs/errors'): Promise<Shown> {
  const known = shownOn.get(path) ?? readAll(path)
  shownOn.set(path, known)
  return known
}

async function readAll(path: string): Promise<Shown> {
  const { origin } = await sharedService()
  const page = await (await openBrowser()).newPage()
  await page.goto(origin + path)
  const below = await page
    .locator('.side a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  const parts = [await read(page)]
  for (const address of below.filter((address) => address.startsWith(`${path}/`) && !address.endsWith('/access'))) {
    await page.goto(origin + address)
    parts.push(await read(page))
  }
  return {
    text: parts.map(({ text }) => text).join('\n'),
    articles: Object.assign({}, ...parts.map(({ articles }) => articles)),
  }
}

async function read(page: Page): Promise<Shown> {
  return page.evaluate(() => ({
    text: document.querySelector('main')?.textContent ?? '',
    articles: Object.fromEntries(
      [...document.querySelectorAll('article')].map((article) => [
        article.id,
        {
          text: article.innerText,
          examples: [...article.querySelectorAll('pre')].map((example) => example.textContent),
          callers: (article.querySelector<HTMLElement>('.callers')?.innerText ?? '').split('\n'),
          fields: [...article.querySelectorAll('.answers .fields > div')].map((field) => ({
            name: field.querySelector('dt code')?.textContent,
            type: field.querySelector('dt .soft')?.textContent,
            text: field.querySelector('dd p')?.textContent,
          })),
        },
      ]),
    ),
  }))
}

test('a problem’s type leads to its explanation', async () => {
  const { origin } = await sharedService()
  const { type } = await (await fetch(`${origin}/v1/nope`)).json()
  const browser = await openBrowser()
  const page = await browser.newPage()
  await page.goto(type)
  expect(await page.locator(':target').textContent()).toContain('not_found')
})

test('an example can be copied: it names the headers that its call needs', async () => {
  const { origin } = await sharedService()
  const { articles } = await shown('/docs/reference')
  for (const part of [
    `${origin}/v1/sessions/sso`,
    'x-project-key: svc_pk_live_',
    'idempotency-key: ',
    '{"token": …}',
  ]) {
    expect(articles.exchangeSignInToken?.examples).toEqual([expect.stringContaining(part)])
  }
  expect(articles.addSigningKey?.text).toContain('signing_keys:write')
})

// Guarantees that the page explains every field of an answer, at every depth, so that people need not read openapi.json.
test('each answer shows all of its fields with type and meaning, and no type is left open', async () => {
  const { openapi } = await sharedService()
  const { paths, components } = openapi() as unknown as Document
  const { articles } = await shown('/docs/reference')
  for (const { operationId, responses } of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const expected = Object.values(responses).flatMap(({ content = {} }) =>
      memberNames(components.schemas, content['application/json']?.schema ?? {}),
    )
    const fields = articles[operationId]?.fields ?? []
    expect(fields.map(({ name }) => name).sort(), operationId).toEqual(expected.sort())
    for (const field of fields) {
      expect(field.text, `${operationId} ${field.name}`).toMatch(/\S/)
      expect(field.type, `${operationId} ${field.name}`).toMatch(/\S/)
      expect(field.type, `${operationId} ${field.name}`).not.toMatch(/\bany\b/)
    }
  }
  const field = (operation: string, name: string) => articles[operation]?.fields.find((field) => field.name === name)
  expect(field('listPosts', 'data')?.type).toBe('array of objects')
  expect(field('listPosts', 'vote_count')).toMatchObject({
    type: 'integer',
    text: expect.stringContaining('people voted'),
  })
  expect(field('listPosts', 'has_voted')?.type).toBe('boolean or null')
  expect(field('getPost', 'moderation_state')?.type).toBe('"approved" or "pending" or "rejected"')
  expect(field('getPost', 'id')?.type).toBe('string, begins with pst_')
})

test('limits of what is sent stand beside it', async () => {
  const { articles } = await shown('/docs/reference')
  expect(articles.createPost?.text).toContain('3 to 140 characters')
  expect(articles.createPost?.text).toContain('at most 20 items, each once')
})

test('every kind of caller is named with its scope, and has an example of its own', async () => {
  const { openapi } = await sharedService()
  const { paths } = openapi() as unknown as Document
  const { articles } = await shown('/docs/reference')
  for (const { operationId, security = [] } of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const { callers = [], examples = [] } = articles[operationId] ?? {}
    const isFor = { app: security.some((way) => way.projectKey), server: security.find((way) => way.secretKey) }
    const kinds = [...(isFor.app ? ['An app'] : []), ...(isFor.server ? ['A server'] : [])]
    expect(callers, operationId).toHaveLength(Math.max(1, kinds.length))
    for (const [place, kind] of kinds.entries()) expect(callers[place], operationId).toMatch(new RegExp(`^${kind}, `))
    for (const scope of isFor.server?.secretKey ?? []) expect(callers.at(-1), operationId).toContain(scope)
    expect(examples, operationId).toHaveLength(callers.length)
  }
  expect(articles.listPosts?.callers).toEqual([
    'An app, with its publishable key. On a private board it also needs the session of a signed-in user.',
    'A server, with a secret key that has the scope posts:read.',
  ])
})

test.each(['/docs/reference', '/docs/errors'] as const)(
  'names and values on %s are set as code, and no backtick is left',
  async (path) => {
    const { text } = await shown(path)
    expect(text).toMatch(/\S/)
    expect(text).not.toContain('`')
  },
)

interface Schema {
  readonly $ref?: string
  readonly properties?: Record<string, Schema>
  readonly items?: Schema
}

interface Document {
  readonly paths: Record<
    string,
    Record<
      string,
      {
        operationId: string
        security?: Record<string, string[]>[]
        responses: Record<string, { content?: Record<string, { schema: Schema }> }>
      }
    >
  >
  readonly components: { schemas: Record<string, Schema> }
}

function memberNames(schemas: Record<string, Schema>, schema: Schema): string[] {
  const { $ref } = schema
  const { properties = {}, items } = $ref ? (schemas[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {}) : schema
  return [
    ...Object.entries(properties).flatMap(([name, member]) => [name, ...memberNames(schemas, member)]),
    ...(items ? memberNames(schemas, items) : []),
  ]
}
