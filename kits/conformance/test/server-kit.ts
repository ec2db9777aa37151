import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import { boardOriginOf } from '../../../service/src/domain/projects/index.ts'
import { skipWithout } from '../../../service/test/harness/missing-tools.ts'
import { ROOT } from '../../../service/test/harness/paths.ts'
import { startProject, type TestProject } from '../../../service/test/harness/project.ts'
import { differences, judge, type Report } from '../src/judge.ts'
import { play } from '../src/player.ts'
import { type Case, type Json, loadServerCases, loadWebhookCases, type WebhookCase } from '../src/vectors.ts'
import { BASE_INPUT, judgeSigned, type Signed, signingCases } from './signing.ts'

/** docs/guides/kits/write-a-kit.md describes what a runner reads and prints. */
export interface ServerKit {
  /** The kit's folder in kits/, which is also the name of its language in its samples. */
  readonly language: string
  /** What this machine lacks to run it. */
  readonly missing?: string | undefined
  /** The program that reads a task from its standard input and prints a report. It gets the samples of README and guide. */
  readonly command: (samples: string) => readonly [string, ...string[]]
  /** Where the program runs; here by default. */
  readonly cwd?: string
  readonly environment?: Readonly<Record<string, string>>
  /** The compiler rules out what is marked as `untyped`. */
  readonly isTyped?: boolean
}

interface KitReport {
  readonly signing: readonly Signed[]
  readonly webhooks: readonly Json[]
  readonly calls: readonly Report[]
  /** What the samples printed on a live service. */
  readonly printed: string
  /** What a picture and the lines of an import became on a live service. */
  readonly live: { readonly markdown: string; readonly imported: Json; readonly refused: readonly string[] }
  /** How clients, signers, keys and their errors look when they are printed. */
  readonly shown: readonly string[]
}

const LONGEST_RUN_MS = 300_000 // the first run of Go compiles its standard library
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII='
const LINES = `${JSON.stringify({ type: 'post', external_id: 'old-1', title: 'Ünïcode 🚀' })}\n`
const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

/** Everything that a kit for servers must do, in one run of its language. */
export function testServerKit(kit: ServerKit): void {
  const signing = signingCases.filter(({ untyped }) => !(untyped && kit.isTyped))
  const webhooks = loadWebhookCases()
  const calls = loadServerCases()

  test(`the kit for ${kit.language} does what the vectors, its README and its guide say`, async (context) => {
    if (kit.missing) skipWithout(kit.missing, context)
    const project = await startProject()
    const played = await Promise.all(calls.map(play))
    onTestFinished(() => {
      for (const { close } of played) close()
    })
    const samples = samplesOf(kit, project)
    const told = await run(kit, project, samples, {
      signing: signing.map(({ input }) => ({ ...BASE_INPUT, ...input })),
      webhooks,
      calls: calls.map(({ options, steps }, place) => ({ options, steps, origin: played[place]?.origin })),
      samples,
      webhook: sentNow(),
      live: { origin: project.service.origin, picture: PICTURE, lines: LINES },
    })
    const report: KitReport = JSON.parse(told)

    expect.soft(faultsOf(signing, (one, place) => judgeSigned(one, report.signing[place]))).toEqual([])
    expect.soft(faultsOf(webhooks, (one, place) => judgeVerified(one, report.webhooks[place]))).toEqual([])
    const judgeCall = (one: Case, place: number) => {
      const made = report.calls[place]
      return made ? judge(one, played[place]?.seen ?? [], made) : ['no report']
    }
    expect.soft(faultsOf(calls, judgeCall)).toEqual([])
    judgeLive(report)
    await judgePrinted(report.printed, project)
  })
}

/** Bodies that are not JSON reach the service, and nobody who prints an object prints a secret. */
function judgeLive({ live, shown }: KitReport): void {
  expect.soft(live.markdown).toMatch(/^!\[\]\(http.+\)$/)
  expect.soft(live.imported).toMatchObject({ source: 'old-tool', received: { post: 1 } })
  // A type with a line break, as the type of a form and of lines.
  expect.soft(live.refused).toEqual(['argument_invalid', 'argument_invalid'])
  expect.soft(shown.length).toBeGreaterThan(4)
  expect.soft(shown.filter((text) => /svc_sk_live|PRIVATE KEY|MIG[A-Z]/.test(text))).toEqual([])
}

/** What is wrong, each with the name of its case. */
function faultsOf<One extends { readonly name: string }>(
  cases: readonly One[],
  judged: (one: One, place: number) => string[],
): string[] {
  return cases.flatMap((one, place) => judged(one, place).map((fault) => `${one.name}: ${fault}`))
}

function judgeVerified({ code, body }: WebhookCase, verified: Json): string[] {
  return differences('verified', code ? { error: code } : { event: JSON.parse(body) }, verified)
}

/** The samples print the same in every language. */
async function judgePrinted(printed: string, { exchange, service, project }: TestProject): Promise<void> {
  const [token = '', callback = '', ...lines] = printed.trim().split('\n')
  expect((await exchange(token)).status).toBe(201)
  const address = `${boardOriginOf(service.config, project)}/sso/callback#token=`
  expect(callback.slice(0, address.length)).toBe(address)
  expect(callback.split('&').at(-1)).toBe('state=from%20the%20board')
  expect(lines).toEqual([
    '1 Dark mode',
    'Dark mode planned',
    'version_conflict 409',
    'post.created Dark mode',
    'post.created',
  ])
}

/** The samples of a README and of the guide that goes on from it, with the project in the place of theirs. */
function samplesOf({ language }: ServerKit, { service, project, kid }: TestProject): string {
  const texts = [`kits/${language}/README.md`, `docs/guides/kits/${language}.md`]
  const text = texts.map((path) => readFileSync(join(ROOT, path), 'utf8')).join('\n')
  return [...text.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]+?)\`\`\``, 'g'))]
    .map(([, sample = '']) => sample)
    .join('\n')
    .replaceAll('https://api.example.com', service.origin)
    .replaceAll('https://feedback.example.com', boardOriginOf(service.config, project))
    .replaceAll('prj_01jbk3v8w2e6m4q9t7x5y0z1ab', project.id)
    .replaceAll('my-key-1', kid)
}

/** What a webhook would send at this moment, as the public library signs it. */
function sentNow() {
  const body = '{"id":"evt_1","type":"post.created","data":{"title":"Dark mode"}}'
  const now = new Date()
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(WEBHOOK_SECRET).sign('evt_1', now, body),
  }
  return { headers, body }
}

async function run(kit: ServerKit, project: TestProject, samples: string, task: object): Promise<string> {
  const [command, ...words] = kit.command(samples)
  const env = {
    ...process.env,
    ...kit.environment,
    LC_ALL: 'C.UTF-8',
    FEEDBACK_SECRET_KEY: project.secretKey,
    FEEDBACK_PRIVATE_KEY: project.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    FEEDBACK_WEBHOOK_SECRET: WEBHOOK_SECRET,
  }
  const child = spawn(command, words, { env, cwd: kit.cwd, timeout: LONGEST_RUN_MS })
  const out: Buffer[] = []
  const err: Buffer[] = []
  child.stdout.on('data', (chunk) => out.push(chunk))
  child.stderr.on('data', (chunk) => err.push(chunk))
  // Texts of many languages hold no half of a surrogate pair, and their readers refuse one.
  child.stdin.end(JSON.stringify(task, (_, value) => (typeof value === 'string' ? value.toWellFormed() : value)))
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${Buffer.concat(err)}`)
  return Buffer.concat(out).toString()
}
