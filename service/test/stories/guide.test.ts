import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { MAIN, ROOT } from '../harness/paths.ts'
import { runMain, temporaryDirectory, untilReady } from '../harness/process.ts'
import { freePort } from '../harness/service.ts'

const GUIDE = readFileSync(join(ROOT, 'docs/guides/first-sign-in.md'), 'utf8')
const [start, ...blocks] = [...GUIDE.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language, text = '']) => {
  expect(language).toBe('sh') // anything else would be a sample that nobody runs
  return text
})

/** `npx svc` without npm's second of start-up for each command. Whatever fails is written down, and the reader goes on. */
const PREAMBLE = `
npx() { [ "$1" = svc ] && shift && node "$MAIN" "$@"; }
set -o pipefail
trap 'echo "FAILED in block $block"' ERR
`

// Guarantees that the guide works when it is pasted: only the port, the data directory and the folder for files are the test's.
test('every command of the guide to a first sign-in does what the guide says', {
  timeout: 120_000,
}, async (context) => {
  const missing = ['bash', 'curl', 'npm', 'openssl'].filter((tool) => spawnSync(tool, ['--help']).error)
  if (missing.length > 0) {
    process.stderr.write(`NOT RUN: the guide to a first sign-in (no ${missing.join(', ')})\n`)
    context.skip(`no ${missing.join(', ')}`)
  }
  expect(start?.trim()).toBe('npm start')
  const folder = await temporaryDirectory()
  const port = String(await freePort())
  const settings = { PORT: port, DATA_DIR: join(folder, 'data'), API_ORIGIN: `http://localhost:${port}` }
  await untilReady(runMain(['serve'], settings))

  const answers = await paste(blocks, { ...settings, MAIN, TMPDIR: folder, HOME: process.env.HOME ?? folder })
  const placeOf = (command: string) => blocks.findIndex((block) => block.includes(command))
  const answerTo = (command: string) => answers[placeOf(command)] ?? expect.unreachable(command)
  const json = (command: string) => JSON.parse(answerTo(command))
  const failed = answers.join('\n').match(/^FAILED in block .*/gm)
  expect(failed).toEqual([`FAILED in block ${placeOf('svc token check')}`]) // the guide announces its exit code

  expect(json('project create')).toMatchObject({ project: { slug: 'acme' }, secret_key: expect.any(String) })
  expect(answerTo('signing-key list')).toMatch(/^other +active/m)
  expect(json('exchange() {')).toMatchObject({ session_token: expect.stringMatching(/^svc_ses_/) })
  expect(json('/v1/me')).toMatchObject({ id: expect.stringMatching(/^usr_/), display_name: 'Acme user' })
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

/** Runs the blocks in one shell, as a reader's terminal would, and answers with what each of them printed. */
async function paste(
  blocks: readonly string[],
  environment: Record<string, string> & { TMPDIR: string },
): Promise<string[]> {
  const script = blocks.map((block, place) => `printf '\\n<<<%s>>>\\n' ${place}\nblock=${place}\n${block}`)
  const file = join(environment.TMPDIR, 'guide.sh')
  await writeFile(file, PREAMBLE + script.join('\n'))
  const env = { ...environment, PATH: `${dirname(process.execPath)}:${process.env.PATH}` } // the Node of this test first
  const shell = spawn('bash', [file], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err] = await Promise.all([shell.stdout.toArray(), shell.stderr.toArray()])
  const parts = out
    .join('')
    .split(/\n<<<\d+>>>\n/)
    .slice(1)
  if (parts.length !== blocks.length) throw new Error(`The shell ended early:\n${out.join('')}\n${err.join('')}`)
  return parts
}
