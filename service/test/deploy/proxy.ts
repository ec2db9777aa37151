import { execFile, spawn } from 'node:child_process'
import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import { promisify } from 'node:util'
import { expect, onTestFinished, type TestContext } from 'vitest'
import { listen } from '../harness/listen.ts'
import { skipWithout } from '../harness/missing-tools.ts'
import { until } from '../harness/process.ts'

const run = promisify(execFile)

/** The path of a program of this machine; without it the test is skipped. */
export async function programOf(name: string, context: TestContext): Promise<string> {
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` }
  const found = await run('sh', ['-c', `command -v ${name}`], { env }).catch(() => undefined)
  return found ? found.stdout.trim() : skipWithout(name, context)
}

export interface Beside {
  said(): string
  /** Waits until it works, and fails with what it said if it has ended. */
  until(works: () => Promise<boolean>): Promise<void>
}

/** Runs a program until the test ends. */
export function runBeside(program: string, words: readonly string[], env: Record<string, string>): Beside {
  const child = spawn(program, words, {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said += chunk
    })
  }
  const ended = new Promise((done) => child.once('exit', done))
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  return {
    said: () => said,
    until: (works) =>
      until(async () => {
        if (child.exitCode !== null) throw new Error(`${program} has ended:\n${said}`)
        return works()
      }),
  }
}

export interface Asked {
  readonly headers: IncomingHttpHeaders
  readonly url: string
  readonly bytes: number
}

/** Stands where the service is: keeps what it was asked, and sends one part of the answer for `/slow` long before the other. */
export async function startUpstream() {
  const asked: Asked[] = []
  const ends: (() => void)[] = []
  const port = await listen(async (incoming, response) => {
    let bytes = 0
    for await (const chunk of incoming) bytes += chunk.length
    asked.push({ headers: incoming.headers, url: incoming.url ?? '', bytes })
    if (incoming.url !== '/slow') return void response.end('whole')
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('first')
    ends.push(() => response.end('last'))
  })
  return { port, asked, ends }
}

export interface Answered {
  readonly status: number
  readonly text: string
}

export interface Asking {
  readonly host: string
  readonly path?: string
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: Buffer
  /** Gets each part of the answer as it comes. */
  readonly onPart?: (text: string) => void
}

/** Asks a proxy on this machine for a name, by TLS. */
export function askProxy(port: number, { host, path = '/', method = 'GET', headers = {}, body, onPart }: Asking) {
  return new Promise<Answered>((resolve, reject) => {
    const options = { host: '127.0.0.1', port, servername: host, path, method, agent: false, rejectUnauthorized: false }
    const sent = request({ ...options, headers: { host, ...headers } }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => {
        text += part
        onPart?.(part)
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** What the service needs of every proxy. */
export async function judgeProxy(
  port: number,
  host: string,
  { asked, ends }: Awaited<ReturnType<typeof startUpstream>>,
) {
  const visit = (asking: Partial<Asking> = {}) => askProxy(port, { host, ...asking })
  const forged = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'gopher' }
  expect(await visit({ path: '/board?x=1', headers: forged })).toEqual({ status: 200, text: 'whole' })
  expect(asked.at(-1)).toMatchObject({
    url: '/board?x=1',
    headers: { host, 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' },
  })
  const before = asked.length
  for (const path of ['/healthz', '/readyz', '/metrics', '/metrics?x', '/internal/domains/allowed?domain=a.example']) {
    expect([path, (await visit({ path })).status]).toEqual([path, 404])
  }
  expect(asked).toHaveLength(before) // none of them came through

  // A picture of the largest size, and a header that is nearly as long as the service takes.
  const body = Buffer.alloc(10_485_760 + 65_536)
  const large = { method: 'POST', body, headers: { 'x-long': 'x'.repeat(15_000) } }
  expect((await visit(large)).status).toBe(200)
  expect(asked.at(-1)?.bytes).toBe(body.length)

  // The first part of a long answer is there before the last is sent.
  const parts: string[] = []
  const whole = visit({ path: '/slow', onPart: (part) => parts.push(part) })
  await until(() => parts.join('') === 'first')
  for (const end of ends) end()
  expect((await whole).text).toBe('firstlast')
}
