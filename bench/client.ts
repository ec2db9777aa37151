import { execFileSync } from 'node:child_process'
import { generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../service/dist/main.js', import.meta.url))
const BATCH = 2_000

export interface Client {
  readonly projectId: string
  readonly publishableKey: string
  /** A new exchange request. */
  nextExchange(origin: string): string
  /** Signs so many tokens ahead, so that signing does not compete with the server that is measured. */
  prepare(count: number): void
}

/** How to reach the embedded database of a data directory beside its service. */
export function connectionOf(directory: string) {
  const password = readFileSync(`${directory}/postgres/password`, 'utf8')
  return { host: `${directory}/postgres/socket`, port: 5432, user: 'svc', password, database: 'postgres' }
}

/** The command line beside the service of a data directory. */
export function svc(directory: string, words: string[], input?: string) {
  return JSON.parse(
    execFileSync(process.execPath, [MAIN, ...words, '--json'], {
      env: { PATH: process.env.PATH ?? '', DATA_DIR: directory },
      stdio: ['pipe', 'pipe', 'ignore'],
      ...(input !== undefined && { input }),
    }).toString(),
  )
}

/** A project with a signing key, and a backend that signs for it. */
export async function makeClient(directory: string, audience: string): Promise<Client> {
  const { project, publishable_key } = svc(directory, ['project', 'create', '--name', 'Bench', '--slug', 'bench'])
  return addSigner(directory, { projectId: project.id, publishableKey: publishable_key }, audience)
}

/** A backend that signs for the project, with a key of its own. */
export function addSigner(
  directory: string,
  { projectId, publishableKey }: Pick<Client, 'projectId' | 'publishableKey'>,
  audience: string,
): Client {
  const kid = randomUUID()
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = publicKey.export({ format: 'jwk' })
  svc(directory, ['signing-key', 'add', '--project', 'bench', '--jwk', '-', '--kid', kid], JSON.stringify(jwk))

  const ready: string[] = []
  let signed = 0
  const signOne = () => {
    const now = Math.floor(Date.now() / 1000)
    signed += 1
    const claims = {
      iss: projectId,
      aud: audience,
      sub: `user-${Math.floor(signed / 4) * 4}`,
      iat: now,
      exp: now + 600,
      jti: randomBytes(16).toString('base64url'),
    }
    const input = `${encode({ alg: 'ES256', kid, typ: 'svc-sso+jwt' })}.${encode(claims)}`
    return `${input}.${sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
  }
  const prepare = (count: number) => {
    while (ready.length < count) ready.push(signOne())
  }
  return {
    projectId,
    publishableKey,
    prepare,
    nextExchange: (origin) => {
      if (ready.length === 0) prepare(BATCH)
      const body = JSON.stringify({ token: ready.pop() })
      return `POST /v1/sessions/sso HTTP/1.1\r\nhost: ${new URL(origin).host}\r\nx-project-key: ${publishableKey}\r\nidempotency-key: ${randomUUID()}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
    },
  }
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}
