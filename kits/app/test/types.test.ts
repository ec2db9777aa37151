import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { sharedService } from '../../../service/test/harness/service.ts'
import {
  type ApiDocument,
  type ApiOperation,
  appTypes,
  operationsFor,
  serverTypes,
  sharedTypes,
} from '../../../tools/api-types.ts'
import { needsSession } from '../src/connection.ts'
import { createFeedbackClient } from '../src/index.ts'

const generated = (kit: string) => fileURLToPath(new URL(`../../${kit}/src/api.ts`, import.meta.url))

async function currentDocument(): Promise<ApiDocument> {
  const { openapi } = await sharedService()
  return JSON.parse(JSON.stringify(openapi()))
}

/* docs/reference/openapi.json is the same document, by a gate of its own; asking the service makes one run renew both. */
test('the types are those of the API’s description', async () => {
  const document = await currentDocument()
  await expect(sharedTypes(document)).toMatchFileSnapshot(generated('transport'))
  await expect(appTypes(document)).toMatchFileSnapshot(generated('app'))
  await expect(serverTypes(document)).toMatchFileSnapshot(generated('server'))
})

// Guarantees that no call goes out without the session that it needs, only to be refused.
test('the client knows what needs a session', async () => {
  const wrong = operationsFor(await currentDocument(), 'projectKey')
    .filter(([name]) => name !== 'POST /sessions/sso')
    .filter(([name, { security = [] }]) => {
      const [method = '', path = ''] = name.split(' ')
      return needsSession(method, path) !== security.every((way) => !('projectKey' in way) || 'session' in way)
    })
  expect(wrong.map(([name]) => name)).toEqual([])
})

test('every named call is one of the API’s', async () => {
  const known = operationsFor(await currentDocument(), 'projectKey').map(([name]) => name.replaceAll('{id}', 'x'))
  const called: string[] = []
  const fetch = async (url: string, { method }: { method: string }) => {
    called.push(`${method} ${url.replace('https://api.example.com/v1', '').replace(/\?.*/, '')}`)
    const body = { session_token: 's', user: { id: 'u' }, data: [], next_cursor: null }
    return { status: 200, headers: { get: () => null }, text: async () => JSON.stringify(body) }
  }
  const client = createFeedbackClient({
    apiOrigin: 'https://api.example.com',
    projectKey: 'svc_pk_live_x',
    getToken: async () => 'x',
    fetch,
  })
  const { request, signIn, signOut, ...named } = client
  await callEverything(named)
  await signOut()
  expect(called.length).toBeGreaterThan(25)
  expect(called.filter((name) => !known.includes(name))).toEqual([])
})

/** A list is asked for its first page. */
async function callEverything(group: object): Promise<void> {
  for (const member of Object.values(group)) {
    if (typeof member !== 'function') await callEverything(member)
    else {
      const answer = member('x', {})
      await ('page' in answer ? answer.page() : answer)
    }
  }
}

const operation = (changes: Partial<ApiOperation>): ApiDocument => ({
  components: { schemas: {} },
  paths: {
    '/things': {
      post: { operationId: 'makeThing', summary: 'Make', security: [{ projectKey: [] }], responses: {}, ...changes },
    },
  },
})
const bodyOf = (schema: object) => ({ requestBody: { content: { 'application/json': { schema } } } })

test('a keyword without a type stops the generator instead of making a wrong one', () => {
  expect(() => appTypes(operation(bodyOf({ type: 'object', properties: { a: { oneOf: [] } } })))).toThrow('oneOf')
})

test('the types leave out everything that only servers may send or call', () => {
  const text = appTypes(
    operation(
      bodyOf({
        type: 'object',
        required: ['title'],
        properties: { title: { type: 'string' }, is_pinned: { type: 'boolean', 'x-audience': 'server' } },
      }),
    ),
  )
  expect(text).toContain('export interface MakeThingBody {\n  readonly title: string\n}\n')
  expect(appTypes(operation({ security: [{ secretKey: ['posts:write'] }] }))).not.toContain('/things')
})

// Never called: what matters is that it compiles, and that what is wrong does not.
export async function typed() {
  const { posts, me, request } = createFeedbackClient({ apiOrigin: '', projectKey: '' })
  for await (const post of posts.list({ sort: 'top', status_category: 'planned' })) {
    const name: string = post.author.display_name
    const voted: boolean | null = post.has_voted
    void [name, voted]
  }
  const preview: string | null | undefined = (await me.get()).name_choices[0]?.preview
  const color: string = (await request('GET /statuses/{id}', { path: { id: 'sts_1' } })).color
  // @ts-expect-error no such order
  posts.list({ sort: 'best' })
  // @ts-expect-error a title to compare with has to be there
  posts.similar()
  // @ts-expect-error only a server pins
  posts.create({ title: 'Dark mode', is_pinned: true })
  // @ts-expect-error which post
  request('GET /posts/{id}')
  // @ts-expect-error sessions are the client's own affair
  request('DELETE /sessions/current')
  return [preview, color]
}
