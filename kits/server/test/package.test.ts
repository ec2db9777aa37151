import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { startProject } from '../../../service/test/harness/project.ts'
import { type ClientProject, createClientProject } from '../../transport/test/client-project.ts'

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const GUIDE = readFileSync(new URL('../../../docs/guides/kits/server.md', import.meta.url), 'utf8')

// Guarantees what a client installs: the tarball, its exports and its types, away from this repository.
let client: ClientProject
beforeAll(() => {
  client = createClientProject('server')
  return client.remove
})

test('the example of the README runs as it is', async () => {
  client.write('example.js', samplesOf(README, 'Sign users in').join('\n'))
  const lines = (await client.node('example.js')).trim().split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(/^[\w-]+\.[\w-]+\.[\w-]{86}$/)
  expect(lines[1]).toMatch(/^https:\/\/feedback\.example\.com\/sso\/callback#token=[\w-]+\.[\w-]+\.[\w-]{86}&state=/)
})

test('the samples of the README and the guide call the API as they are', async () => {
  const { service, secretKey } = await startProject()
  const samples = [
    ...samplesOf(README, 'Call the API'),
    ...samplesOf(GUIDE, 'Calling the API'),
    ...samplesOf(GUIDE, 'Lists, errors and retries'),
  ]
  expect(samples).toHaveLength(3)
  const program = samples.join('\n').replace('https://api.example.com', service.origin)
  client.write('calls.js', `process.env.FEEDBACK_SECRET_KEY = '${secretKey}'\n${program}`)
  expect((await client.node('calls.js')).trim().split('\n')).toEqual([
    '1 Dark mode',
    'Dark mode planned',
    'version_conflict 409',
    'banned',
  ])
})

/** The samples below a heading. */
function samplesOf(text: string, heading: string): string[] {
  const [section = ''] = text.split(`\n## ${heading}\n`)[1]?.split('\n## ') ?? []
  return [...section.matchAll(/```js\n([\s\S]+?)```/g)].map(([, sample = '']) => sample)
}

test('the build uses nothing that only Node has', () => {
  const code = client.codeOf('server')
  expect(code).toContain('createServerClient')
  expect(code).not.toMatch(/node:|\bBuffer\b|\bprocess\b|\brequire\(/)
})

// Guarantees that an app that only signs ships only that code.
test('unused code is left out of a bundle, and importing the kit has no side effects', async () => {
  expect(await client.bundle("import '@feedback-board/server'")).toHaveLength(0)
  expect(await client.bundle("export { createSigner } from '@feedback-board/server'")).not.toContain('fetch')
})

const LIBRARIES = { 'the browser’s': ['--lib', 'ES2022,DOM'], 'Node’s': ['--lib', 'ES2022', '--types', 'node'] }

test.each(Object.entries(LIBRARIES))(
  'a strict TypeScript client with %s types compiles against it',
  (_name, library) => {
    client.write(
      'client.ts',
      `import { createServerClient, createSigner, etagOf, FeedbackError, type List, type Post, type ServerClient, type SignInUser, SigningError, type User } from '@feedback-board/server'
const row: { id: string; email: string | null } = { id: '1', email: null }
const user: SignInUser = { ...row, traits: { plan: 'pro' } }
const signer = createSigner({ projectId: 'p', keyId: 'k', privateKey: 'pem', apiOrigin: 'a', boardOrigin: 'b' })
export const token: Promise<string> = signer.forApp(user)
export const code: string = new SigningError('user_invalid', '').code
// @ts-expect-error the state may not be forgotten
signer.forBoard(user)
const server: ServerClient = createServerClient({ apiOrigin: 'a', secretKey: 's', fetch: globalThis.fetch })
const list: List<Post> = server.posts.list({ sort: 'top' }, { signal: new AbortController().signal })
export const titles: string[] = []
for await (const post of list) titles.push(post.title)
export const banned: Promise<User> = server.users.ban('usr_1')
export const edited: Promise<Post> = server.posts.edit('p', { is_pinned: true }, { ifMatch: etagOf(await server.posts.get('p')) })
export const isMissing = (error: unknown) => error instanceof FeedbackError && error.code === 'scope_missing'
// @ts-expect-error a title has to be there
server.posts.create({ body: 'b' })
`,
    )
    client.compile('client.ts', 'NodeNext', library)
    client.compile('client.ts', 'Bundler', library)
  },
)
