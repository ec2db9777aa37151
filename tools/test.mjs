// npm test: everything that must be true, in the order in which it is cheapest to find out. Words go on to vitest.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, fail, pinnedNode, root, run, step } from './setup.mjs'

const began = performance.now()
ensureInstalled()
const node = pinnedNode()
const tool = (path) => join(root, 'node_modules', path)
const words = process.argv.slice(2)

if (words.length === 0) {
  step('Format and lint', () => run(node, [tool('@biomejs/biome/bin/biome'), 'ci', '--error-on-warnings', '.']))
  step('Types', () => run(node, [tool('typescript/bin/tsc'), '-p', root]))
}
ensureBuilt()
ensureChromium()
ensureJdk()
ensureRedis()
step('Tests on a real PostgreSQL and a real Chromium', () =>
  run(node, [tool('vitest/vitest.mjs'), 'run', ...words], { stdio: ['ignore', 1, 2] }),
)
process.stderr.write(`All of it in ${Math.round((performance.now() - began) / 1000)} s.\n`)

/** Browser tests need a Chromium: the system's, or Debian's package where we are root, or Playwright's own. */
function ensureChromium() {
  const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', process.env.CHROMIUM]
  if (places.some((path) => path && existsSync(path))) return
  step('Installing Chromium for the browser tests (once; about a minute)', () => {
    if (installPackage('chromium')) return
    const { status } = spawnSync(node, [tool('playwright-core/cli.js'), 'install', 'chromium'], { stdio: 'ignore' })
    if (status === 0) return
    fail(
      'No Chromium was found and none could be installed. Install one (on Debian: apt-get install chromium), or set CHROMIUM to its path.',
    )
  })
}

/** kits/java is compiled and run: by the system's JDK, or Debian's package where we are root. */
function ensureJdk() {
  const isThere = () => spawnSync('javac', ['-version'], { stdio: 'ignore' }).status === 0
  if (isThere()) return
  step('Installing a JDK for the tests of kits/java (once; about a minute)', () => {
    // The package links its manual pages into a folder that small images lack, and fails without it.
    if (process.getuid?.() === 0) mkdirSync('/usr/share/man/man1', { recursive: true })
    if (installPackage('openjdk-17-jdk-headless') && isThere()) return
    fail(
      'No JDK was found and none could be installed. Install one from 17 on (on Debian: apt-get install openjdk-17-jdk-headless), with javac on the PATH.',
    )
  })
}

/** One test shares counts over Redis; without it that test says that it did not run. */
function ensureRedis() {
  if (existsSync('/usr/bin/redis-server') || process.getuid?.() !== 0) return
  step('Installing Redis for the test of shared rate limits (once)', () => installPackage('redis-server'))
}

/** Debian's package, where we may install one; answers whether it is there now. */
function installPackage(name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  const apt = (...words) =>
    spawnSync('apt-get', words, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
      .status === 0
  apt('update')
  return apt('install', '-y', '--no-install-recommends', name)
}
