import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { listen } from '../../../service/test/harness/listen.ts'
import { startProject } from '../../../service/test/harness/project.ts'
import { type ClientProject, createClientProject } from '../../transport/test/client-project.ts'

const LARGEST_GZIPPED_BYTES = 4096
const TEXTS = ['../README.md', '../../../docs/guides/kits/app.md'].map((path) =>
  readFileSync(new URL(path, import.meta.url), 'utf8'),
)

// Guarantees what a client installs: the tarball, its exports and its types, away from this repository.
let client: ClientProject
beforeAll(() => {
  client = createClientProject('app')
  return client.remove
})

test('the samples of the README and of the guide run as they are', async () => {
  const { service, project, signToken, server } = await startProject()
  await server('POST', '/v1/posts', { title: 'Export to CSV' })
  const samples = [...TEXTS.join('\n').matchAll(/```js\n([\s\S]+?)```/g)]
  expect(samples.length).toBeGreaterThan(5)
  const program = samples
    .map(([, sample]) => sample)
    .join('\n')
    .replace('https://api.example.com', service.origin)
    .replace('svc_pk_live_…', project.publishableKey)
  client.write('samples.mjs', program)
  // A page resolves /feedback/token against its own address; Node has none, so it is given one.
  client.write(
    'page.mjs',
    `const { fetch } = globalThis
globalThis.fetch = (url, init) => fetch(new URL(url, '${await startBackend(signToken)}'), init)`,
  )
  const printed = await client.node('--import', './page.mjs', 'samples.mjs')
  expect(printed.trim().split('\n')).toEqual([
    expect.stringMatching(/^1 Dark mode$|^0 Export to CSV$/),
    expect.stringMatching(/^1 Dark mode$|^0 Export to CSV$/),
    'Signed in as Acme user',
    '1 1',
    'invalid_request /title',
    expect.stringMatching(/^http:\/\/[^/]+\/continue#code=/),
  ])
})

/** The client's own backend, which vouches for its user. */
async function startBackend(signToken: () => string): Promise<string> {
  const port = await listen((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ token: signToken() }))
  })
  return `http://127.0.0.1:${port}`
}

test('the bundle of an app is small', async () => {
  const bytes = gzipSync(await client.bundle("export * from '@feedback-board/app'"), { level: 9 }).length
  process.stderr.write(`@feedback-board/app: ${bytes} bytes gzipped\n`)
  expect(bytes).toBeLessThan(LARGEST_GZIPPED_BYTES)
})

test('unused code is left out of a bundle, and importing the kit has no side effects', async () => {
  expect(await client.bundle("import '@feedback-board/app'")).toHaveLength(0)
  const errorAlone = await client.bundle("export { FeedbackError } from '@feedback-board/app'")
  expect(errorAlone).not.toContain('fetch')
  expect(errorAlone.length).toBeLessThan(1000)
})

test('the build uses nothing that only a browser or only Node has', () => {
  const code = client.codeOf('app')
  expect(code).toContain('createFeedbackClient')
  expect(code).not.toMatch(
    /node:|\bBuffer\b|\bprocess\b|\brequire\(|\bwindow\b|\bdocument\b|\blocation\b|Storage\b|\bXMLHttpRequest\b|\bURL\b/,
  )
})

const LIBRARIES = {
  'the browser’s': ['--lib', 'ES2022,DOM'],
  'Node’s': ['--lib', 'ES2022', '--types', 'node'],
  'nobody’s': ['--lib', 'ES2022'],
}

test.each(Object.entries(LIBRARIES))('a strict TypeScript app with %s types compiles against it', (name, library) => {
  const given = name === 'nobody’s' ? '' : ', fetch: globalThis.fetch'
  const signal = name === 'nobody’s' ? '' : ', { signal: new AbortController().signal }'
  client.write(
    'client.ts',
    `import { type Answer, createFeedbackClient, etagOf, FeedbackError, type FeedbackClient, type List, type Me, type Post } from '@feedback-board/app'
const client: FeedbackClient = createFeedbackClient({ apiOrigin: 'a', projectKey: 'k', getToken: async () => 't'${given} })
const list: List<Post> = client.posts.list({ sort: 'top' }${signal})
export const titles: string[] = []
for await (const post of list) titles.push(post.title)
export const me: Me = await client.me.get()
export const column: Answer<'GET /roadmap'>['data'] = (await client.roadmap()).data
export const post: Promise<Post> = client.posts.edit('p', { title: 't' }, { ifMatch: etagOf(me) })
export const isBanned = (error: unknown) => error instanceof FeedbackError && error.code === 'user_banned'
// @ts-expect-error a title has to be there
client.posts.create({ body: 'b' })
`,
  )
  client.compile('client.ts', 'NodeNext', library)
  client.compile('client.ts', 'Bundler', library)
})
