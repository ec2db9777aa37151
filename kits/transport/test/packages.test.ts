import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { boardOriginOf } from '../../../service/src/domain/projects/index.ts'
import { startProject } from '../../../service/test/harness/project.ts'
import { type ClientProject, createClientProject } from './client-project.ts'

const TRANSPORT = 'answer api calls delivery feedback-error host idempotency-key list options parcel wait'.split(' ')
const FILES = {
  app: 'api client connection index options react/index react/lists react/provider react/vote sessions'.split(' '),
  server:
    'api base64url board-callback checks client-options event-stream index key-pair private-key server-client sign-in-token signer signing-error user-claims webhook'.split(
      ' ',
    ),
}

let client: ClientProject
beforeAll(() => {
  client = createClientProject()
  return client.remove
})

test.each(Object.entries(FILES))('the package of kits/%s holds what is used, and nothing else', (kit, names) => {
  const built = [
    ...names.map((name) => `dist/${kit}/src/${name}`),
    ...TRANSPORT.map((name) => `dist/transport/src/${name}`),
  ]
  expect(client.filesOf(kit)).toEqual(
    ['LICENSE', 'README.md', 'package.json', ...built.flatMap((path) => [`${path}.d.ts`, `${path}.js`])].sort(),
  )
  expect(client.read(kit, 'LICENSE')).toContain('Apache License')
})

test('the package of kits/widget holds what is used, and nothing else', () => {
  const built = ['element', 'index', 'react', 'script', 'started', 'types'].map((name) => `dist/${name}`)
  expect(client.filesOf('widget')).toEqual(
    ['LICENSE', 'README.md', 'package.json', ...built.flatMap((path) => [`${path}.d.ts`, `${path}.js`])].sort(),
  )
})

test('the widget’s loader is small, and leaves React and the element to those who import them', async () => {
  const loader = await client.bundle("export { loadWidget } from '@feedback-board/widget'")
  // As it is packed: some bundlers add a helper of their own to every import().
  const packed = ['index', 'script'].map((name) =>
    client.read('widget', `dist/${name}.js`).replace(/\/\*\*[\s\S]*?\*\//g, ''),
  )
  expect(gzipSync(packed.join(''), { level: 9 }).length).toBeLessThan(700)
  expect(loader).not.toMatch(/customElements|useEffect/)
  expect(await client.bundle("import '@feedback-board/widget'")).toHaveLength(0)
  expect(await client.bundle("import '@feedback-board/widget/element'")).toHaveLength(0)
  expect(await client.bundle("export { defineFeedbackWidget } from '@feedback-board/widget/element'")).toContain(
    'customElements.define',
  )
})

test('the hooks for React cost less than 3 KB beside the client, which stays without them', async () => {
  const alone = await client.bundle("export { createFeedbackClient } from '@feedback-board/app'")
  const both = await client.bundle(
    "export { createFeedbackClient } from '@feedback-board/app'; export * from '@feedback-board/app/react'",
    ['react'],
  )
  const [small, large] = [alone, both].map((code) => gzipSync(code, { level: 9 }).length) as [number, number]
  process.stderr.write(`app kit, gzipped: ${small}, with hooks ${large}\n`)
  expect(large - small).toBeLessThan(3 * 1024)
  expect(alone).not.toContain('useEffect')
})

/** React is asked for by those who use it alone. */
const OPTIONAL_REACT = { peerDependencies: { react: '>=18' }, peerDependenciesMeta: { react: { optional: true } } }

test.each(['app', 'server', 'widget'])(
  'the manifest of kits/%s is whole, and asks for nothing but React, where it is used',
  (kit) => {
    const manifest = JSON.parse(client.read(kit, 'package.json'))
    expect(manifest).toMatchObject({
      name: `@feedback-board/${kit}`,
      license: 'Apache-2.0',
      type: 'module',
      sideEffects: false,
      ...(kit !== 'server' && OPTIONAL_REACT),
    })
    const asked = Object.keys(manifest).filter((key) => /dependencies|scripts|private|repository/i.test(key))
    expect(asked).toEqual(kit === 'server' ? [] : Object.keys(OPTIONAL_REACT))
    for (const [name, { types, default: code }] of Object.entries<{ types: string; default: string }>(
      manifest.exports,
    )) {
      if (name !== './package.json')
        expect(client.filesOf(kit)).toEqual(expect.arrayContaining([types.slice(2), code.slice(2)]))
    }
  },
)

const USE = `
const { API_ORIGIN: apiOrigin, SECRET_KEY: secretKey, PUBLISHABLE_KEY: projectKey } = process.env
const board = createServerClient({ apiOrigin, secretKey })
const signer = createSigner({
  projectId: (await board.project.get()).id,
  keyId: process.env.KEY_ID,
  privateKey: process.env.PRIVATE_KEY,
  boardOrigin: process.env.BOARD_ORIGIN,
  apiOrigin,
})
const feedback = createFeedbackClient({ apiOrigin, projectKey, getToken: () => signer.forApp({ id: 'user-1', givenName: 'Ada' }) })
const { id } = await board.posts.create({ title: 'Dark mode' })
await feedback.posts.vote(id)
for await (const { user } of board.posts.votes.list(id)) console.log(user.id === (await board.users.getBySub('user-1')).id)
const failures = await Promise.all([feedback.posts.get('x'), board.posts.get('x')].map((call) => call.catch((error) => error)))
console.log(failures.map(({ name, code }) => name + ' ' + code).join(', '))
`
const NAMES = { server: '{ createServerClient, createSigner }', app: '{ createFeedbackClient }' }
const PRINTED = 'true\nFeedbackError not_found, FeedbackError not_found\n'

test('a project that installed both signs in, votes and counts on a running service', async () => {
  const { service, project, secretKey, kid, privateKey } = await startProject()
  const environment = {
    API_ORIGIN: service.origin,
    SECRET_KEY: secretKey,
    PUBLISHABLE_KEY: project.publishableKey,
    KEY_ID: kid,
    PRIVATE_KEY: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    BOARD_ORIGIN: boardOriginOf(service.config, project),
  }
  client.write('environment.cjs', `Object.assign(process.env, ${JSON.stringify(environment)})`)
  const kits = Object.entries(NAMES)
  const imports = kits.map(([kit, names]) => `import ${names} from '@feedback-board/${kit}'\n`)
  client.write('use.js', imports.join('') + USE)
  expect(await client.node('--require', './environment.cjs', 'use.js')).toBe(PRINTED)

  const requires = kits.map(([kit, names]) => `const ${names} = require('@feedback-board/${kit}')\n`)
  client.write('use.cjs', `${requires.join('')}void (async () => {${USE.replaceAll('user-1', 'user-2')}})()`)
  expect(await client.node('--require', './environment.cjs', 'use.cjs')).toBe(PRINTED)
})

test('both together compile strictly, however the project looks for them', () => {
  client.write(
    'both.ts',
    `import { createFeedbackClient, type Post } from '@feedback-board/app'
import { createServerClient, createSigner, type Post as ServerPost } from '@feedback-board/server'
const signer = createSigner({ projectId: 'p', keyId: 'k', privateKey: 'pem', apiOrigin: 'a', boardOrigin: 'b' })
const app = createFeedbackClient({ apiOrigin: 'a', projectKey: 'k', getToken: () => signer.forApp({ id: '1' }) })
export const mine: Promise<Post> = app.posts.create({ title: 'Dark mode' })
export const pinned: Promise<ServerPost> = createServerClient({ apiOrigin: 'a', secretKey: 's' }).posts.create({ title: 't', is_pinned: true })
// @ts-expect-error only servers pin
app.posts.create({ title: 't', is_pinned: true })
`,
  )
  for (const resolution of ['NodeNext', 'Bundler'] as const)
    client.compile('both.ts', resolution, ['--lib', 'ES2022,DOM'])
})

test('a strict program with React compiles against the component, the hooks and the element', () => {
  client.write(
    'react.tsx',
    `import { type LoadOptions, loadWidget, type Widget } from '@feedback-board/widget'
import { defineFeedbackWidget, type FeedbackBoardWidget } from '@feedback-board/widget/element'
import { FeedbackWidget, useWidget } from '@feedback-board/widget/react'
import { FeedbackProvider, usePosts, useSession, useVote } from '@feedback-board/app/react'
import type { Post } from '@feedback-board/app'
const options: LoadOptions = { apiOrigin: 'a', projectKey: 'k', getToken: async () => null }
export const made: Promise<Widget> = loadWidget(options)
defineFeedbackWidget({ apiOrigin: 'a' })
// @ts-expect-error code names the origin
defineFeedbackWidget({})
export const element: FeedbackBoardWidget | null = document.querySelector('feedback-board-widget')
export function Vote({ post }: { post: Post }) {
  const { voteCount, toggle, error } = useVote(post)
  const widget = useWidget(options)
  widget?.on('vote', ({ post_id }) => post_id.length)
  return <button onClick={toggle}>{voteCount} {error?.code} {useSession().user?.display_name}</button>
}
export const App = () => <FeedbackProvider apiOrigin="a" projectKey="k"><FeedbackWidget key="1" {...options} on={{ post: ({ post_id }) => post_id }} /></FeedbackProvider>
export const useTitles = (): string[] => usePosts({ sort: 'top' }).items.map(({ title }) => title)
// @ts-expect-error there is no such event
export const wrong = <FeedbackWidget {...options} on={{ click: () => 1 }} />
`,
  )
  for (const resolution of ['NodeNext', 'Bundler'] as const)
    client.compile('react.tsx', resolution, ['--lib', 'ES2022,DOM', '--jsx', 'react-jsx'])
})

test('a page that bundles the app kit gets nothing of the server kit', async () => {
  const code = await client.bundle("export { createFeedbackClient } from '@feedback-board/app'")
  expect(code).toContain('X-Project-Key')
  expect(code).not.toMatch(/secretKey|subtle/)
})
