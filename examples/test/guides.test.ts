import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { paste } from '../../service/test/harness/guides.ts'
import { QUICK_JAVA } from '../../service/test/harness/java.ts'
import { skipWithout } from '../../service/test/harness/missing-tools.ts'
import { MAIN, ROOT } from '../../service/test/harness/paths.ts'
import { freePort } from '../../service/test/harness/ports.ts'
import { copyPreparedData, dataDirectory, runMain, untilReady } from '../../service/test/harness/process.ts'

test('the commands of the guide make a project and every variable that an example reads', async () => {
  const text = readFileSync(join(ROOT, 'docs/guides/quickstarts/README.md'), 'utf8')
  const [start, ...blocks] = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block)
  expect(start).toBe('npm start\n')
  const folder = await dataDirectory()
  await copyPreparedData(join(folder, 'data'))
  const port = String(await freePort())
  const settings = { PORT: port, DATA_DIR: join(folder, 'data'), API_ORIGIN: `http://localhost:${port}` }
  await untilReady(runMain(['serve'], settings))
  const answers = await paste(blocks, { ...settings, MAIN, TMPDIR: folder, HOME: process.env.HOME ?? folder })
  expect(answers.join('\n')).not.toContain('FAILED')
  const made = Object.fromEntries(
    [...(answers.at(-1) ?? '').matchAll(/^(\w+)=(.+)$/gm)].map(([, name, value]) => [name, value]),
  )
  expect(made).toEqual({
    FEEDBACK_PROJECT_ID: expect.stringMatching(/^prj_/),
    FEEDBACK_PROJECT_KEY: expect.stringMatching(/^svc_pk_/),
    FEEDBACK_KEY_ID: 'quickstart-1',
    FEEDBACK_PRIVATE_KEY_FILE: expect.stringMatching(/\.pem$/),
    FEEDBACK_API_ORIGIN: `http://localhost:${port}`,
    FEEDBACK_BOARD_ORIGIN: `http://quickstart.localhost:${port}`,
  })
  expect(readFileSync(made.FEEDBACK_PRIVATE_KEY_FILE ?? '', 'utf8')).toContain('BEGIN PRIVATE KEY')
})

// All that can be said of Spring without its packages.
test('the Java of the Spring example can be parsed', (context) => {
  const files = globSync('examples/spring/src/**/*.java', { cwd: ROOT })
  expect(files.length).toBeGreaterThan(5)
  const words = [...QUICK_JAVA, 'examples/test/spring/Parse.java', ...files]
  const run = spawnSync('java', words, { cwd: ROOT, encoding: 'utf8' })
  if (run.error) return skipWithout('JDK 17', context)
  expect([run.status, run.stderr]).toEqual([0, ''])
})
