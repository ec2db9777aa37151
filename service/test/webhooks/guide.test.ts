import { execFile, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import { QUICK_JAVA } from '../harness/java.ts'
import { skipWithout } from '../harness/missing-tools.ts'
import { ROOT } from '../harness/paths.ts'
import { freePort } from '../harness/ports.ts'
import { temporaryDirectory, until } from '../harness/process.ts'

const GUIDE = readFileSync(join(ROOT, 'docs/guides/webhooks.md'), 'utf8')
const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`
const BODY = '{"type":"post.created","id":"evt_1","data":{"title":"Größe"}}'

/** How a receiver in each language is built, if it has to be, and run. */
const RECEIVERS = {
  js: { file: 'receiver.mjs', tool: 'node', run: (file: string) => [process.execPath, file] },
  python: { file: 'receiver.py', tool: 'python3', run: (file: string) => ['python3', '-u', file] },
  php: {
    file: 'receiver.php',
    tool: 'php',
    run: (file: string, port: number) => ['php', '-S', `127.0.0.1:${port}`, file],
  },
  ruby: { file: 'receiver.rb', tool: 'ruby', run: (file: string) => ['ruby', file] },
  go: { file: 'receiver.go', tool: 'go', run: (file: string) => ['go', 'run', file] },
  java: { file: 'Receiver.java', tool: 'java', run: (file: string) => ['java', ...QUICK_JAVA, file] },
} as const
type Language = keyof typeof RECEIVERS

function sampleIn(language: Language): string {
  const [, sample = ''] = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(GUIDE) ?? []
  return sample.replace("'@feedback-board/server'", JSON.stringify(join(ROOT, 'kits/server/src/index.ts')))
}

/** A receiver of the guide, which ends with the test. Undefined: its tool is missing. */
async function startSample(language: Language) {
  const { file, tool, run } = RECEIVERS[language]
  const isThere =
    tool === 'node' ||
    (await promisify(execFile)('which', [tool]).then(
      () => true,
      () => false,
    ))
  if (!isThere) return undefined
  const directory = await temporaryDirectory()
  const path = join(directory, file)
  await writeFile(path, sampleIn(language))
  return async (secret: string) => {
    const port = await freePort()
    const [command = '', ...words] = run(path, port)
    const child = spawn(command, words, {
      cwd: directory,
      env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret },
      stdio: 'ignore',
      detached: true,
    })
    onTestFinished(() => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
    })
    const answer = (headers: Record<string, string>, body = BODY) =>
      fetch(`http://127.0.0.1:${port}/hook`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
      }).then(({ status }) => status)
    await until(() =>
      answer(signed()).then(
        () => true,
        () => child.exitCode !== null,
      ),
    )
    return { answer, hasEnded: child.exitCode !== null }
  }
}

/** The headers of the body. */
function signed({ at = new Date(), sign = (at: Date) => new Webhook(SECRET).sign('evt_1', at, BODY) } = {}) {
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': secondsOf(at),
    'webhook-signature': `v1,AAAA ${sign(at)}`,
  }
}

const secondsOf = (at: Date) => String(Math.floor(at.getTime() / 1000))
const withOtherKey = (at: Date) =>
  new Webhook(`whsec_${Buffer.alloc(32, 6).toString('base64')}`).sign('evt_1', at, BODY)
const withEmptyKey = (at: Date) =>
  `v1,${createHmac('sha256', '')
    .update(`evt_1.${secondsOf(at)}.${BODY}`)
    .digest('base64')}`

// Guarantees that what the guide shows works: each receiver takes what was signed and refuses everything else.
test.for(Object.keys(RECEIVERS) as Language[])('the receiver in %s checks signatures', async (language, context) => {
  const start = await startSample(language)
  if (!start) return skipWithout(RECEIVERS[language].tool, context)
  const { answer } = await start(SECRET)
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = signed()
  expect([
    await answer(signed()),
    await answer(signed(), BODY.replace('post', 'host')),
    await answer(signed({ sign: withOtherKey })),
    await answer(signed({ at: new Date(Date.now() - 3_600_000) })),
    await answer({ 'webhook-timestamp': timestamp, 'webhook-signature': signature }),
    await answer({ 'webhook-id': id, 'webhook-signature': signature }),
    await answer({ 'webhook-id': id, 'webhook-timestamp': timestamp }),
    await answer({ ...signed(), 'webhook-timestamp': 'now' }),
    await answer(signed()),
  ]).toEqual([204, 400, 400, 400, 400, 400, 400, 400, 204])
})

// Guarantees that a receiver that was given no secret does not take what anybody signs with an empty key.
test.for(Object.keys(RECEIVERS) as Language[])('the receiver in %s needs a secret', async (language, context) => {
  const start = await startSample(language)
  if (!start) return skipWithout(RECEIVERS[language].tool, context)
  const { answer, hasEnded } = await start('')
  // PHP has no start of its own: each request ends.
  expect(language === 'php' ? await answer(signed({ sign: withEmptyKey })) : hasEnded).toBe(
    language === 'php' ? 500 : true,
  )
})
