import { execFileSync, spawn } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import serviceOptions from '../../../tools/service-options.json' with { type: 'json' }
import { commandLineWith } from '../harness/command-line.ts'
import { ROOT } from '../harness/paths.ts'
import { freePort } from '../harness/ports.ts'
import { copyPreparedData, databasePid, dataDirectory, isRunning, until } from '../harness/process.ts'

/** What `npm start` runs once everything is installed and built, in a data directory of its own. */
async function newcomer() {
  const [port, demoPort] = [await freePort(), await freePort()]
  const settings = { PORT: String(port), DATA_DIR: join(await dataDirectory(), 'data') }

  const start = (...words: string[]) => startWith(serviceOptions, 'serve.mjs', ...words)
  function startWith(options: readonly string[], tool: string, ...words: string[]) {
    const env = { PATH: process.env.PATH ?? '', ...settings, DEMO_PORT: String(demoPort) }
    const child = spawn(process.execPath, [...options, join(ROOT, 'tools', tool), ...words], { env, detached: true })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        said += chunk
      })
    }
    const ended = () => child.exitCode !== null || child.signalCode !== null
    const end = async (signal: NodeJS.Signals) => {
      child.kill(signal)
      await until(ended)
      return child.exitCode
    }
    /** Ctrl-C in a terminal reaches all of its processes. */
    const interrupt = async () => {
      process.kill(-(child.pid ?? 0), 'SIGINT')
      await until(ended)
      return child.exitCode
    }
    onTestFinished(() => (ended() ? undefined : end('SIGTERM').then(() => undefined)))
    return {
      pid: child.pid ?? 0,
      said: () => said,
      end,
      interrupt,
      until: async (text: string) => {
        await until(() => said.includes(text) || ended())
        if (!said.includes(text)) throw new Error(`"${text}" was not said:\n${said}`)
      },
    }
  }
  const svc = async (...words: string[]) => (await commandLineWith([...words, '--json'], settings)).json()
  /** Null: no process listens. */
  const app = (path = '/') => fetch(`http://localhost:${demoPort}${path}`, { redirect: 'manual' }).catch(() => null)
  async function countPosts(): Promise<number> {
    const { data } = await svc('project', 'list')
    const headers = { 'x-project-key': data[0].publishable_key }
    const answer = await fetch(`http://localhost:${port}/v1/posts?limit=100`, { headers })
    return (await answer.json()).data.length
  }
  return { port, demoPort, settings, start, startWith, svc, app, countPosts }
}

// Guarantees a newcomer's first steps: after one command there is a board to vote on and an app to sign in with.
test('the first start with a demo says where board, app and reference are, and the second one finds all of it again', async () => {
  const { port, demoPort, settings, start, svc, app, countPosts } = await newcomer()
  const alone = start('--no-demo')
  await alone.until('is ready.')
  await new Promise((wake) => setTimeout(wake, 500))
  expect([await svc('project', 'list'), await app()]).toEqual([{ data: [], next_cursor: null }, null])
  expect(await alone.end('SIGTERM')).toBe(0)

  const first = start()
  await first.until('own app')
  for (const address of [
    `http://localhost:${port}/docs`,
    `http://acme.localhost:${port}`,
    `http://localhost:${demoPort}`,
  ]) {
    expect(first.said()).toContain(address)
  }
  const page = await app('/feedback/sign-in?state=s')
  expect([page?.status, await page?.text()]).toEqual([200, expect.stringContaining('Ada Lovelace')])
  expect(await countPosts()).toBe(46)

  const folder = join(settings.DATA_DIR, 'demo')
  const modes = ['', ...readdirSync(folder)].map((name) => statSync(join(folder, name)).mode & 0o777)
  expect(modes).toEqual([0o700, 0o600])

  const before = await svc('project', 'list')
  expect(await first.end('SIGTERM')).toBe(0)
  await until(async () => (await app()) === null)

  const second = start()
  await second.until('own app')
  expect(await svc('project', 'list')).toEqual(before)
  expect(await countPosts()).toBe(46)
  expect(await second.end('SIGINT')).toBe(0)
})

test('a start that is killed while it makes the demo is completed by the next one, and leaves no app behind', async () => {
  const { settings, start, app, countPosts } = await newcomer()
  await copyPreparedData(settings.DATA_DIR) // what is killed here comes after the database was made
  for (const afterMs of [300, 800]) {
    const killed = start()
    await killed.until('is ready.')
    await new Promise((wake) => setTimeout(wake, afterMs))
    await killed.end('SIGKILL')
    await until(async () => (await app()) === null)
  }
  const last = start()
  await last.until('own app')
  expect(await countPosts()).toBe(46)
  await last.end('SIGKILL')
  await until(async () => (await app()) === null)
  const database = await databasePid(settings.DATA_DIR)
  process.kill(database, 'SIGTERM') // no other process stops it
  await until(() => !isRunning(database))
})

// Guarantees that a service behind a launcher, as under an older Node, has its options of Node, and ends in order by Ctrl-C, although the launcher passes on what reached it already.
test.each([
  ['serve.mjs', '--no-demo'],
  ['svc.mjs', 'serve'],
])('%s starts the service in a process of its own with its options', async (tool, word) => {
  const { startWith } = await newcomer()
  const launcher = startWith([], tool, word)
  await launcher.until('is ready.')
  const [service] = execFileSync('pgrep', ['-P', String(launcher.pid)])
    .toString()
    .trim()
    .split('\n')
  expect(
    readFileSync(`/proc/${service}/cmdline`, 'utf8')
      .split('\0')
      .slice(1, 1 + serviceOptions.length),
  ).toEqual(serviceOptions)
  expect(await launcher.interrupt()).toBe(0)
  expect(isRunning(Number(service))).toBe(false)
})
