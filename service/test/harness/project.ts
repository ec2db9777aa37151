import { generateKeyPairSync, type KeyObject, randomBytes, randomUUID, sign } from 'node:crypto'
import { type ServiceCall, type SystemCall, systemCall, systemCallIn } from '../../src/domain/call/index.ts'
import { createProject, type Project, type ProjectDraft, projectById } from '../../src/domain/projects/index.ts'
import { addSigningKey } from '../../src/domain/signing-keys/index.ts'
import { type SharedService, sharedService, startService } from './service.ts'

export type Members = Readonly<Record<string, unknown>>

export interface Answer {
  readonly status: number
  readonly headers: Headers
  /* biome-ignore lint/suspicious/noExplicitAny: tests read what was answered, whatever it is */
  readonly body: any
}

export interface TestProject {
  readonly service: SharedService
  readonly project: Project
  readonly secretKey: string
  readonly privateKey: KeyObject
  readonly kid: string
  readonly call: () => SystemCall & ServiceCall
  claims(changes?: Members): Members
  /** A token as the client's backend signs it; a member set to undefined is left out. */
  signToken(claims?: Members, header?: Members): string
  app(
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string>; session?: string },
  ): Promise<Answer>
  server(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  exchange(token: string, headers?: Record<string, string>): Promise<Answer>
  signIn(claims?: Members): Promise<{ session: string; userId: string }>
}

let slugs = 0

/** A project of its own, with a signing key, on the service that tests share, one that is given, or one with an environment of its own. */
export async function startProject(
  options: {
    service?: SharedService
    now?: () => Date
    environment?: Record<string, string>
    draft?: Partial<ProjectDraft>
  } = {},
): Promise<TestProject> {
  const { environment = {}, now } = options
  const isUsual = Object.keys(environment).length === 0
  const service = options.service ?? (await (isUsual ? sharedService(now) : startService(environment, now)))
  const { database, config, origin } = service
  const clock = options.now ?? (() => database.clock.now())
  const slug = `t${process.pid}-${Date.now().toString(36)}-${++slugs}`
  const { project: made, secretKey } = await createProject(systemCall(database, config, clock()), {
    name: 'Acme',
    slug,
    allowedTraits: ['plan'],
    allowedOrigins: ['https://app.acme.example'],
    ...options.draft,
  })
  const project = made.domain === undefined ? made : await withProvenDomain(service, made)
  const call = () => systemCallIn(systemCall(database, config, clock()), project)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { kid } = await addSigningKey(call(), { jwk: publicKey.export({ format: 'jwk' }), kid: 'key-1' })

  const claims = (changes: Members = {}) => {
    const now = Math.floor(clock().getTime() / 1000)
    return {
      iss: project.id,
      aud: origin,
      sub: 'ada',
      iat: now,
      exp: now + 300,
      jti: randomBytes(16).toString('base64url'),
      ...changes,
    }
  }
  const signToken = (changes: Members = {}, header: Members = {}) =>
    signJwt({ alg: 'ES256', kid, typ: 'svc-sso+jwt', ...header }, claims(changes), privateKey)

  const app: TestProject['app'] = (method, path, { body, headers = {}, session } = {}) =>
    send(origin, method, path, body, {
      'x-project-key': project.publishableKey,
      ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
      ...(session && { authorization: `Bearer ${session}` }),
      ...headers,
    })
  const exchange: TestProject['exchange'] = (token, headers = {}) =>
    app('POST', '/v1/sessions/sso', { body: { token }, headers })
  return {
    service,
    project,
    secretKey,
    privateKey,
    kid,
    call,
    claims,
    signToken,
    app,
    exchange,
    server: (method, path, body, headers = {}) =>
      send(origin, method, path, body, { authorization: `Bearer ${secretKey}`, ...headers }),
    signIn: async (changes) => {
      const { status, body } = await exchange(signToken(changes))
      if (status !== 201) throw new Error(`Not signed in: ${JSON.stringify(body)}`)
      return { session: body.session_token, userId: body.user.id }
    },
  }
}

/** As if its domain had been proven long ago. */
export async function withProvenDomain({ database, config }: SharedService, { id }: Project): Promise<Project> {
  await database.sql`
    update projects set verified_domain = domain, domain_verified_at = domain_claimed_at where id = ${id}`
  return projectById(systemCall(database, config, database.clock.now()), id)
}

export function signJwt(header: unknown, claims: unknown, key: KeyObject): string {
  const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const input = `${encode(header)}.${encode(claims)}`
  return `${input}.${sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

export async function send(
  origin: string,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Answer> {
  const isForm = body instanceof FormData || body instanceof Blob // it says its own type
  const answer = await fetch(origin + path, {
    method,
    headers: { ...(body !== undefined && !isForm && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  const isJson = /\bjson\b/.test(answer.headers.get('content-type') ?? '')
  return {
    status: answer.status,
    headers: answer.headers,
    body: text === '' ? undefined : isJson ? JSON.parse(text) : text,
  }
}
