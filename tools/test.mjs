// npm test: lint, types, and most tests in less than ten minutes. npm run test:long: the tests that it leaves out, and, whole, those that it tries in part
// (service/test/harness/parts.ts). Arguments are passed on to vitest. A word that does not begin with - is taken for the
// name of a file or folder: then these tests run, and nothing else. So write options as --option=value.
// npm run test:examples: what needs programs of others: the apps of examples/ with their frameworks, the kits' packages, the files of deploy/.
// npm run test:fleet: what needs servers of others: failover with Patroni, PgBouncer, an upgrade behind HAProxy.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ensureBuilt, ensureInstalled, fail, pinnedNode, root, run, step } from './setup.mjs'

const began = performance.now()
ensureInstalled()
const node = pinnedNode()
const tool = (path) => join(root, 'node_modules', path)
const [part, ...words] = process.argv.slice(2)
const isExamples = part === 'examples'
const isFleet = part === 'fleet'
const namesFiles = words.some((word) => !word.startsWith('-'))

const toolsOfFleet = {
  '/usr/lib/postgresql/15/bin/postgres --version': ['postgresql-15'],
  'PATH=$PATH:/usr/sbin pgbouncer --version': ['pgbouncer'],
  'PATH=$PATH:/usr/sbin haproxy -v': ['haproxy'],
  'PATH=$PATH:/usr/sbin nginx -v': ['nginx'],
  "patroni --version && /usr/bin/python3 -c 'import etcd'": ['patroni', 'python3-etcd'],
  'etcd --version': ['etcd-server'],
}

if (part === 'short' && !namesFiles) {
  await beside('Format and lint, types, and a build if it is needed', [
    [tool('@biomejs/biome/bin/biome'), 'ci', '--error-on-warnings', '.'],
    // One checker: each one more checks again what several files share. What did not change since the last run is not checked again.
    [
      tool('typescript/bin/tsc'),
      '-p',
      root,
      '--checkers',
      '1',
      '--incremental',
      '--tsBuildInfoFile',
      tool('.cache/types'),
    ],
    [join(root, 'tools/build.mjs')],
  ])
}
ensureBuilt()
if (!isFleet) ensureChromium()
if (process.env.CI) ensureTools()
if (process.env.CI && isFleet) ensureNewerPgBouncer()
step('Tests on a real PostgreSQL and a real Chromium', () =>
  run(node, [tool('vitest/vitest.mjs'), 'run', ...words], {
    stdio: ['ignore', 1, 2],
    // Each process of tests, and each program that one of them starts, would compile the same modules.
    env: {
      NODE_COMPILE_CACHE: tool('.cache/node'),
      ...process.env,
      ...(part === 'long' && { TEST_LONG: '1' }),
      ...((isExamples || isFleet || !namesFiles) && { TEST_PART: part }),
    },
  }),
)
process.stderr.write(`All of it in ${Math.round((performance.now() - began) / 1000)} s.\n`)

/** Runs scripts at the same time: alone, each leaves a core idle for a part of its time. The first that fails ends the run. */
async function beside(text, scripts) {
  const began = performance.now()
  process.stderr.write(`${text} …\n`)
  const children = scripts.map((args) => spawn(node, args, { cwd: root, stdio: ['ignore', 2, 2] }))
  const ended = children.map(async (child, place) => {
    const [code] = await once(child, 'exit')
    if (code === 0) return
    for (const other of children) other.kill()
    fail(`${basename(scripts[place][0])} failed.`)
  })
  await Promise.all(ended)
  process.stderr.write(`  done in ${((performance.now() - began) / 1000).toFixed(1)} s\n`)
}

/** Browser tests need a Chromium: the system's, best its headless shell, or Debian's package if we are root, or Playwright's own. */
function ensureChromium() {
  const shell = '/usr/bin/chromium-headless-shell'
  const whole = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
  const isThere = (path) => path && existsSync(path)
  if ([process.env.CHROMIUM, shell].some(isThere)) return
  if (whole.some(isThere) && !mayInstall()) return
  step('Installing Chromium for the browser tests (once; about a minute)', () => {
    if (installPackages('chromium-headless-shell') || whole.some(isThere) || installPackages('chromium')) return
    const { status } = spawnSync(node, [tool('playwright-core/cli.js'), 'install', 'chromium'], { stdio: 'ignore' })
    if (status === 0) return
    fail(
      'No Chromium was found and none could be installed. Install one (on Debian: apt-get install chromium), or set CHROMIUM to its path.',
    )
  })
}

/**
 * Tests whose tool is missing are skipped, and named at the end. With CI set, missing tools are installed if possible, and the run fails for the
 * rest.
 */
function ensureTools() {
  const packages = isFleet ? toolsOfFleet : toolsOfTests()
  const isMissing = (probe) => spawnSync('sh', ['-c', probe], { stdio: 'ignore' }).status !== 0
  const missing = Object.keys(packages).filter(isMissing)
  if (missing.length === 0 || !mayInstall()) return
  const names = missing.flatMap((probe) => packages[probe])
  step(`Installing ${names.join(', ')} for the tests (once; some minutes)`, () => {
    // Java's package links its manual pages into a folder that small images lack, and fails without it.
    mkdirSync('/usr/share/man/man1', { recursive: true })
    installPackages(...names)
  })
}

/** Some systems have only a PgBouncer that keeps no prepared statements. */
function ensureNewerPgBouncer() {
  if (!mayInstall() || existsSync(tool('.cache/pgbouncer/pgbouncer'))) return
  step('Fetching a newer PgBouncer for the tests (once; a minute)', () =>
    spawnSync('sh', [join(root, 'tools/newer-pgbouncer.sh')], { stdio: 'ignore' }),
  )
}

function toolsOfTests() {
  return {
    'javac --version': ['openjdk-17-jdk-headless'],
    'redis-server --version': ['redis-server'],
    'php --version': ['php-cli'],
    'go version': ['golang-go'],
    "ruby -e 'require %(jwt)'": ['ruby', 'ruby-jwt'],
    "/usr/bin/python3 -c 'import jwt, cryptography'": ['python3', 'python3-jwt', 'python3-cryptography'],
    'PATH=$PATH:/usr/sbin haproxy -v': ['haproxy'],
    'kubectl version --client': ['kubernetes-client'],
    'curl --version': ['curl'],
    'openssl version': ['openssl'],
    ...(isExamples && {
      'composer --version': ['composer'],
      "/usr/bin/python3 -c 'import pip, ensurepip, wheel'": ['python3-pip', 'python3-venv', 'python3-wheel'],
      "/usr/bin/python3 -c 'import flask, django'": ['python3-flask', 'python3-django'],
      "ruby -e 'require %(rails); require %(puma); require %(bundler)'": ['ruby-railties', 'puma', 'bundler'],
      'php -r \'require "Illuminate/autoload.php";\'': ['php-laravel-framework'],
      '/usr/sbin/nginx -v': ['nginx'],
      'caddy version': ['caddy'],
      'promtool --version': ['prometheus'],
      'systemd-analyze --version': ['systemd'],
    }),
  }
}

function mayInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/** Installs Debian's packages if we may; returns whether they are there now. */
function installPackages(...names) {
  if (!mayInstall()) return false
  const apt = (...words) =>
    spawnSync('apt-get', words, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
      .status === 0
  apt('update')
  return apt('install', '-y', '--no-install-recommends', ...names)
}
