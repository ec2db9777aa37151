import { execFile, spawn } from 'node:child_process'
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

// Guarantees that what the guide shows works: each receiver takes what was signed and refuses everything else.
test.for(Object.keys(RECEIVERS) as Language[])('the receiver in %s checks signatures', async (language, context) => {
  const { file, tool, run } = RECEIVERS[language]
  const isThere =
    tool === 'node' ||
    (await promisify(execFile)('which', [tool]).then(
      () => true,
      () => false,
    ))
  if (!isThere) return skipWithout(tool, context)
  const directory = await temporaryDirectory()
  const path = join(directory, file)
  await writeFile(path, sampleIn(language))
  const port = await freePort()
  const [command = '', ...words] = run(path, port)
  const child = spawn(command, words, {
    cwd: directory,
    env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: SECRET },
    stdio: 'ignore',
    detached: true,
  })
  onTestFinished(() => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  })
  const post = async (at: Date, { body = BODY, secret = SECRET } = {}) => {
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': `v1,AAAA ${new Webhook(secret).sign('evt_1', at, BODY)}`,
    }
    const sent = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body }
    return fetch(`http://127.0.0.1:${port}/hook`, sent).then(({ status }) => status)
  }
  const now = new Date()
  await until(() =>
    post(now).then(
      () => true,
      () => false,
    ),
  )
  expect([
    await post(new Date()),
    await post(new Date(), { body: BODY.replace('post', 'host') }),
    await post(new Date(), { secret: `whsec_${Buffer.alloc(32, 6).toString('base64')}` }),
    await post(new Date(Date.now() - 3_600_000)),
  ]).toEqual([204, 400, 400, 400])
})
