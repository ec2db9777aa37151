import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, type TestContext, test } from 'vitest'
import { blocksOf, paste } from '../harness/guides.ts'
import { skipWithout } from '../harness/missing-tools.ts'
import { MAIN } from '../harness/paths.ts'
import { freePort } from '../harness/ports.ts'
import { copyPreparedData, dataDirectory, runMain, untilReady } from '../harness/process.ts'

const [start, ...blocks] = blocksOf('first-sign-in.md')

function skipWithoutAny(tools: readonly string[], context: TestContext): void {
  const missing = tools.find((tool) => spawnSync(tool, ['--help']).error)
  if (missing) skipWithout(missing, context)
}

// Guarantees that the guide works when it is pasted: only the port, the data directory and the folder for files are the test's.
test('every command of the guide to a first sign-in does what the guide says', async (context) => {
  skipWithoutAny(['bash', 'curl', 'npm', 'openssl'], context)
  expect(start?.trim()).toBe('npm start')
  const folder = await dataDirectory()
  await copyPreparedData(join(folder, 'data'))
  const port = String(await freePort())
  const settings = { PORT: port, DATA_DIR: join(folder, 'data'), API_ORIGIN: `http://localhost:${port}` }
  await untilReady(runMain(['serve'], settings))

  const answers = await paste(blocks, { ...settings, MAIN, TMPDIR: folder, HOME: process.env.HOME ?? folder })
  const placeOf = (command: string) => blocks.findIndex((block) => block.includes(command))
  const answerTo = (command: string) => answers[placeOf(command)] ?? expect.unreachable(command)
  const json = (command: string) => JSON.parse(answerTo(command))
  const failed = answers.join('\n').match(/^FAILED in block .*/gm)
  expect(failed).toEqual([`FAILED in block ${placeOf('svc token check')}`]) // the guide announces its exit code

  expect(json('project create')).toMatchObject({ project: { slug: 'example' }, secret_key: expect.any(String) })
  expect(answerTo('signing-key list')).toMatch(/^other +active/m)
  expect(json('exchange() {')).toMatchObject({ session_token: expect.stringMatching(/^svc_ses_/) })
  expect(json('/v1/me')).toMatchObject({ id: expect.stringMatching(/^usr_/), display_name: 'Example user' })
  expect(json('exchange "$OTHER_TOKEN"')).toMatchObject({ user: { id: expect.stringMatching(/^usr_/) } })
  expect(JSON.parse(answers[blocks.indexOf('exchange "$TOKEN"\n')] ?? '')).toMatchObject({
    status: 401,
    code: 'token_replayed',
  })
  const refused = answerTo('token check')
  expect(refused).toContain('"code":"token_audience_mismatch"')
  expect(refused).toMatch(/^FAIL {2}aud +expected "http:\/\/localhost:\d+"\n +found "https:\/\/api\.example\.com"$/m)
  expect(json('check_token')).toMatchObject({ accepted: false, code: 'token_audience_mismatch' })
  expect(json('rejected_sign_ins').data.map(({ code }: { code: string }) => code)).toEqual([
    'token_audience_mismatch',
    'token_replayed',
  ])
})

test('every command of the guide for servers does what the guide says', async (context) => {
  skipWithoutAny(['bash', 'curl'], context)
  const blocks = blocksOf('from-your-server.md')
  const folder = await dataDirectory()
  await copyPreparedData(join(folder, 'data'))
  const port = String(await freePort())
  const settings = { PORT: port, DATA_DIR: join(folder, 'data'), API_ORIGIN: `http://localhost:${port}` }
  await untilReady(runMain(['serve'], settings))

  const answers = await paste(blocks, { ...settings, MAIN, TMPDIR: folder, HOME: process.env.HOME ?? folder })
  const answerTo = (command: string) => answers[blocks.findIndex((block) => block.includes(command))] ?? ''
  expect(answers.join('\n')).not.toContain('FAILED')
  const titles = answerTo('sort=new').match(/"title":"[^"]*"/g)
  expect(titles).toEqual(
    ['Dark mode for the app', 'Dark mode for the app', 'Dark mode for the app'].map((t) => `"title":"${t}"`),
  )
  expect(answerTo('/status"')).toContain('"category":"planned"')
  expect(answerTo('/status"')).toContain('"is_internal":true')
  expect(answerTo('/unmerge')).toContain('"title":"Night theme please"')
  expect(answerTo('/moderation')).toContain('"requires_approval":true')
  expect(answerTo('/roadmap')).toContain('"title":"Dark mode on the phone"')
  expect(answerTo('If-Match')).toContain('"code":"version_conflict"')
  expect(answerTo('/users/by_sub/crm-1')).toContain('"sub":"crm-1"')
  expect(answerTo('run_import').trim().split('\n')).toEqual(Array(2).fill('Offline maps: 2 votes, 1 comments, Done'))
  expect(answerTo('/status"')).toContain('"vote_count":2') // the author's, and the one that was imported
  expect(answerTo('old-tool-18').split('\n').filter(Boolean).toSorted()).toEqual([
    'Open - Export as CSV',
    'Open - Night theme please',
    'Planned - Dark mode for the app',
    'Planned - Offline mode',
    'scope_missing',
  ])
})
