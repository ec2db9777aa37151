import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const kit = dirname(dirname(fileURLToPath(import.meta.url)))
const client = mkdtempSync(join(tmpdir(), 'client-'))
const installed = join(client, 'node_modules/@feedback-board/server')
const { resolve } = createRequire(import.meta.url)
const tsc = join(dirname(resolve('typescript/package.json')), 'bin/tsc')
const nodeTypes = dirname(dirname(resolve('@types/node/package.json')))
const run = (...args: string[]) => execFileSync(process.execPath, args, { cwd: client, encoding: 'utf8' })

// Guarantees what a client installs: the build, the exports and the types, away from this repository.
beforeAll(() => {
  mkdirSync(installed, { recursive: true })
  run(tsc, '-p', join(kit, 'tsconfig.build.json'), '--outDir', join(installed, 'dist'))
  copyFileSync(join(kit, 'package.json'), join(installed, 'package.json'))
})

afterAll(() => rmSync(client, { recursive: true }))

test('the example of the README runs as it is', () => {
  const example = /```js\n([\s\S]+?)```/.exec(readFileSync(join(kit, 'README.md'), 'utf8'))?.[1] ?? ''
  writeFileSync(join(client, 'example.mjs'), example)
  const lines = run('example.mjs').trim().split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(/^[\w-]+\.[\w-]+\.[\w-]{86}$/)
  expect(lines[1]).toMatch(/^https:\/\/feedback\.example\.com\/sso\/callback#token=[\w-]+\.[\w-]+\.[\w-]{86}&state=/)
})

test('what is built names nothing that only Node has', () => {
  const sources = readdirSync(join(installed, 'dist'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(installed, 'dist', name), 'utf8'))
  expect(sources.length).toBeGreaterThan(5)
  expect(sources.join('\n')).not.toMatch(/node:|\bBuffer\b|\bprocess\b|\brequire\(/)
})

const LIBRARIES = { 'the browser’s': ['--lib', 'ES2022,DOM'], 'Node’s': ['--lib', 'ES2022', '--types', 'node'] }

test.each(Object.entries(LIBRARIES))(
  'a strict TypeScript client with %s types compiles against it',
  (_name, library) => {
    writeFileSync(
      join(client, 'client.mts'),
      `import { createSigner, type SignInUser, SigningError } from '@feedback-board/server'
const row: { id: string; email: string | null } = { id: '1', email: null }
const user: SignInUser = { ...row, traits: { plan: 'pro' } }
const signer = createSigner({ projectId: 'p', keyId: 'k', privateKey: 'pem', apiOrigin: 'a', boardOrigin: 'b' })
export const token: Promise<string> = signer.forApp(user)
export const code: string = new SigningError('user_invalid', '').code
// @ts-expect-error the state may not be forgotten
signer.forBoard(user)
`,
    )
    const options = [
      '--strict',
      '--exactOptionalPropertyTypes',
      '--module',
      'NodeNext',
      '--target',
      'ES2022',
      '--noEmit',
    ]
    run(tsc, '--ignoreConfig', ...options, '--typeRoots', nodeTypes, ...library, 'client.mts')
  },
)
