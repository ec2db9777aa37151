import { type ChildProcess, spawn } from 'node:child_process'
import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runCommandLine } from '../../src/cli/index.ts'
import { MAIN, MIGRATIONS } from '../harness/paths.ts'
import { freePort } from '../harness/ports.ts'
import { copyPreparedData, until } from '../harness/process.ts'
import { type Members, send, signJwt } from '../harness/project.ts'
import { roomInMemory } from '../harness/room-in-memory.ts'

export interface Said {
  readonly code: number | null
  readonly out: string
  readonly err: string
  /* biome-ignore lint/suspicious/noExplicitAny: tests read what was printed, whatever it is */
  json(): any
}

export type LiveCommandLine = Awaited<ReturnType<typeof startLiveCommandLine>>

/** The command line beside the built service, which runs on an embedded database of its own. */
export async function startLiveCommandLine() {
  const folder = await mkdtemp(join(roomInMemory(), 'svc-test-'))
  await copyPreparedData(join(folder, 'data'))
  const port = await freePort()
  const settings = { DATA_DIR: join(folder, 'data'), PORT: String(port), LOG_LEVEL: 'trace' }
  const env = { PATH: process.env.PATH ?? '', ...settings }
  const origin = `http://localhost:${port}`
  /** Everything that any of the processes wrote. */
  const written: string[] = []
  const service = spawn(process.execPath, [MAIN, 'serve'], { env })
  for (const stream of [service.stdout, service.stderr]) stream.on('data', (chunk) => void written.push(String(chunk)))
  await until(() => written.join('').includes('is ready.') || service.exitCode !== null)

  function remember({ code, out, err }: { code: number | null; out: string; err: string }): Said {
    written.push(out, err)
    return { code, out, err, json: () => JSON.parse(out) }
  }

  /** In this process: the built program only hands its words, environment and outputs to the same function, and takes many times as long. */
  async function svc(...words: string[]): Promise<Said> {
    const said = { out: '', err: '' }
    const code = await runCommandLine({
      words,
      environment: settings,
      version: '0.0.0-test',
      migrations: MIGRATIONS,
      print: (text) => {
        said.out += `${text}\n`
      },
      tell: (text) => {
        said.err += `${text}\n`
      },
    })
    return remember({ code, ...said })
  }

  /** By the built program, with something on its standard input. */
  async function svcReading(input: string, ...words: string[]): Promise<Said> {
    const child = spawn(process.execPath, [MAIN, ...words], { env })
    child.stdin.on('error', () => {}) // the program stops reading what is too large
    child.stdin.end(input)
    const [out, err] = await Promise.all([child.stdout.toArray(), child.stderr.toArray()])
    await until(() => child.exitCode !== null)
    return remember({ code: child.exitCode, out: out.join(''), err: err.join('') })
  }

  async function fileWith(text: string): Promise<string> {
    const path = join(folder, `${randomBytes(4).toString('hex')}.json`)
    await writeFile(path, text)
    return path
  }

  const api = (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
    send(origin, method, path, body, headers)

  return {
    folder,
    dataDir: settings.DATA_DIR,
    origin,
    boardOrigin: `http://acme.localhost:${port}`,
    written,
    svc,
    svcReading,
    fileWith,
    api,
    stopService: () => stop(service),
    end: async () => {
      await stop(service)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function stop(service: ChildProcess): Promise<void> {
  if (service.exitCode === null) service.kill('SIGTERM')
  await until(() => service.exitCode !== null)
}

export function keyPair(): { jwk: string; privateKey: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { jwk: JSON.stringify(publicKey.export({ format: 'jwk' })), privateKey }
}

/** The project `acme`, as a client's app and backend use it. */
export async function makeProject({ svc, api, origin }: LiveCommandLine) {
  const made = (await svc('project', 'create', '--name', 'Acme', '--slug', 'acme', '--json')).json()
  const id: string = made.project.id
  const asApp = { 'x-project-key': made.publishable_key }
  return {
    id,
    secretKey: made.secret_key as string,
    asServer: (secret = made.secret_key) => ({ authorization: `Bearer ${secret}` }),
    /** A member set to undefined is left out. */
    signToken(kid: string, privateKey: KeyObject, changes: Members = {}): string {
      const iat = Math.floor(Date.now() / 1000)
      const jti = randomBytes(16).toString('base64url')
      const claims = { iss: id, aud: origin, sub: 'ada', iat, exp: iat + 300, jti, ...changes }
      return signJwt({ alg: 'ES256', kid, typ: 'svc-sso+jwt' }, claims, privateKey)
    },
    exchange: (token: string) =>
      api('POST', '/v1/sessions/sso', { ...asApp, 'idempotency-key': randomBytes(8).toString('hex') }, { token }),
    me: (session: string) => api('GET', '/v1/me', { ...asApp, authorization: `Bearer ${session}` }),
  }
}
