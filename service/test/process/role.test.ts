import { expect, onTestFinished, test } from 'vitest'
import { databaseUrl } from '../harness/database-url.ts'
import { ownDatabase } from '../harness/own-database.ts'
import { freePort } from '../harness/ports.ts'
import { startMain, stopMain, until } from '../harness/process.ts'

async function launch(ROLE: string, database: string) {
  const PORT = String(await freePort())
  const run = startMain(['serve'], { DATABASE_URL: databaseUrl({ database }), PORT, ROLE, WORKERS: '1' })
  onTestFinished(() => stopMain(run))
  const ask = (path: string) => fetch(`http://localhost:${PORT}${path}`, { redirect: 'manual' })
  await until(() =>
    ask('/readyz').then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  return { ask, metrics: async () => (await ask('/metrics')).text() }
}

// Guarantees that requests and the work beside them can have machines of their own.
test('with ROLE=jobs a process works and answers probes alone; with ROLE=web it answers and does no work', async () => {
  const { database } = (await ownDatabase()).connection // no work of other tests
  const jobs = await launch('jobs', database)
  for (const path of ['/v1/version', '/console', '/docs', '/widget.js', '/'])
    expect([path, (await jobs.ask(path)).status]).toEqual([path, 421])
  expect((await jobs.ask('/healthz')).status).toBe(200)
  await until(async () => /^svc_jobs_total\{work="notify",result="done"\} [1-9]/m.test(await jobs.metrics()))
  const web = await launch('web', database)
  expect((await web.ask('/v1/version')).status).toBe(200)
  const metrics = await web.metrics()
  expect(metrics).toMatch(/^svc_queue_length/m)
  expect(metrics).not.toMatch(/^svc_jobs_total\{/m)
})
