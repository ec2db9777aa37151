import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { onTestFinished } from 'vitest'
import { systemCall, systemCallIn } from '../../src/domain/call/index.ts'
import { createProject } from '../../src/domain/projects/index.ts'
import { addSigningKey } from '../../src/domain/signing-keys/index.ts'
import { openStorage } from '../../src/foundation/storage/index.ts'
import { MIGRATIONS } from '../harness/paths.ts'
import { signJwt } from '../harness/project.ts'

export interface Client {
  readonly projectId: string
  readonly publishableKey: string
  sign(sub: string): string
}

/** A project on the database of the URL, as the command line makes it. */
export async function makeClient(databaseUrl: string, origin: string): Promise<Client> {
  const storage = await openStorage({
    databaseUrl,
    dataDir: '',
    migrations: MIGRATIONS,
    role: 'command',
    onProgress: () => {},
    onLostConnection: () => {},
    onEvicted: () => {},
  })
  try {
    const call = systemCall(storage, { apiOrigin: origin, boardOrigin: 'http://{slug}.localhost' }, storage.clock.now())
    const { project } = await createProject(call, { name: 'Fleet', slug: `fleet-${randomUUID().slice(0, 8)}` })
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { kid } = await addSigningKey(systemCallIn(call, project), {
      jwk: publicKey.export({ format: 'jwk' }),
      kid: 'key-1',
    })
    const sign = (sub: string) => {
      const iat = Math.floor(Date.now() / 1000)
      const claims = { iss: project.id, aud: origin, sub, iat, exp: iat + 600, jti: randomUUID() }
      return signJwt({ alg: 'ES256', kid, typ: 'svc-sso+jwt' }, claims, privateKey)
    }
    return { projectId: project.id, publishableKey: project.publishableKey, sign }
  } finally {
    await storage.close()
  }
}

/** Everything that was acknowledged. */
export interface Acknowledged {
  /** Subjects of people who have a session. */
  readonly subs: string[]
  readonly posts: string[]
  readonly votes: { readonly post: string; readonly sub: string }[]
}

export interface Load {
  readonly acknowledged: Acknowledged
  /** How often each status was answered; 0: nothing was. */
  readonly statuses: Map<number, number>
  /** What was neither answered with success nor 503. */
  readonly faults: string[]
  /** The words of the last 503. */
  lastRefusal(): string
  longestMs(): number
  /** How many requests have succeeded. */
  succeeded(): number
  /** How long this process stood still at most: on a machine that is too busy requests fail by their limits. */
  longestStallMs(): number
  stop(): Promise<void>
}

const PAUSE_MS = 20
/** The service answers long before. */
const ANSWER_WITHIN_MS = 120_000

/** Each request that was not answered with success, and how busy the machine was. Empty: there is none. */
export function failuresOf({ statuses, faults, lastRefusal, longestStallMs }: Load): string[] {
  const failed = [...statuses].filter(([status]) => status === 0 || status >= 400)
  if (failed.length === 0) return []
  const counts = failed.map(([status, times]) => `${times} times ${status}`).join(', ')
  const busy = `This process stood still for up to ${longestStallMs()} ms: if that is more than a second, try it on a quieter machine.`
  return [counts, ...faults.slice(0, 10), lastRefusal(), busy]
}

/** People who sign in, post, vote and read, each request again until it is decided, with the same key. */
export function startLoad(origin: string, client: Client, people: number): Load {
  const acknowledged: Acknowledged = { subs: [], posts: [], votes: [] }
  const statuses = new Map<number, number>()
  const faults: string[] = []
  let [longestMs, succeeded, isOver] = [0, 0, false]
  let lastRefusal = ''
  const delays = monitorEventLoopDelay()
  delays.enable()
  onTestFinished(() => {
    isOver = true // also if the test failed before it stopped them
    delays.disable()
  })

  // biome-ignore lint/suspicious/noExplicitAny: it reads what was answered, whatever it is
  async function ask(method: string, path: string, session?: string, body?: object): Promise<any> {
    const headers = {
      'x-project-key': client.publishableKey,
      ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
      ...(session && { authorization: `Bearer ${session}` }),
      ...(body && { 'content-type': 'application/json' }),
    }
    for (;;) {
      const began = performance.now()
      const { status, text } = await fetch(origin + path, {
        method,
        headers,
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
        ...(body && { body: JSON.stringify(body) }),
      }).then(
        async (answer) => ({ status: answer.status, text: await answer.text() }),
        (error) => ({ status: 0, text: String(error.cause ?? error) }),
      )
      longestMs = Math.max(longestMs, performance.now() - began)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status >= 200 && status < 300) {
        succeeded += 1
        return text === '' ? true : JSON.parse(text)
      }
      const isPassing = status === 503 || (status === 409 && text.includes('idempotency_in_progress'))
      if (status === 503) lastRefusal = text
      if (!isPassing) faults.push(`${method} ${path}: ${status} ${text.slice(0, 300)}`)
      if (isOver || (status !== 0 && !isPassing)) return undefined
      await new Promise((wake) => setTimeout(wake, PAUSE_MS))
    }
  }

  async function live(name: string): Promise<void> {
    for (let turn = 0; !isOver; turn += 1) {
      const sub = `${name} ${turn}`
      const signedIn = await ask('POST', '/v1/sessions/sso', undefined, { token: client.sign(sub) })
      if (!signedIn) continue
      acknowledged.subs.push(sub)
      const session = signedIn.session_token
      const post = await ask('POST', '/v1/posts', session, { title: `Idea of ${sub}` })
      if (post) acknowledged.posts.push(post.id)
      const other = acknowledged.posts.at(Math.floor(Math.random() * acknowledged.posts.length))
      if (other && (await ask('PUT', `/v1/posts/${other}/vote`, session))) acknowledged.votes.push({ post: other, sub })
      await ask('GET', '/v1/posts?limit=5', session)
      await new Promise((wake) => setTimeout(wake, PAUSE_MS))
    }
  }

  const lives = Array.from({ length: people }, (_, place) => live(`person ${place}`))
  return {
    acknowledged,
    statuses,
    faults,
    longestMs: () => Math.round(longestMs),
    succeeded: () => succeeded,
    lastRefusal: () => lastRefusal,
    longestStallMs: () => Math.round(delays.max / 1e6),
    stop: async () => {
      isOver = true
      await Promise.all(lives)
    },
  }
}

/** What was acknowledged and is not there, or is there twice. */
export async function missingOf(
  { subs, posts, votes }: Acknowledged,
  { projectId }: Client,
  query: (text: string) => Promise<{ rows: Record<string, unknown>[] }>,
): Promise<string[]> {
  const rows = (text: string) => query(text).then((result) => result.rows)
  const users = await rows(
    `select u.sub, u.id, count(s.*)::int as sessions from users u left join sessions s on s.project_id = u.project_id and s.user_id = u.id
     where u.project_id = '${projectId}' group by u.sub, u.id`,
  )
  const sessionsOf = new Map(users.map(({ sub, sessions }) => [sub, sessions]))
  const subOf = new Map(users.map(({ id, sub }) => [id, sub]))
  const stored = await rows(`select id, title from posts where project_id = '${projectId}'`)
  const ids = new Set(stored.map(({ id }) => id))
  const marks = await rows(`select post_id, user_id from votes where project_id = '${projectId}'`)
  const cast = new Set(marks.map(({ post_id, user_id }) => `${post_id} ${subOf.get(user_id)}`))
  const counted = await rows(
    `select s.post_id from post_standings s where s.project_id = '${projectId}'
       and s.vote_count <> (select count(*) from votes v where v.project_id = s.project_id and v.post_id = s.post_id)`,
  )
  return [
    ...subs
      .filter((sub) => sessionsOf.get(sub) !== 1)
      .map((sub) => `${sub} has ${sessionsOf.get(sub) ?? 'no'} sessions`),
    ...posts.filter((id) => !ids.has(id)).map((id) => `post ${id} is gone`),
    ...(new Set(stored.map(({ title }) => title)).size === stored.length ? [] : ['a post is there twice']),
    ...votes
      .filter(({ post, sub }) => !cast.has(`${post} ${sub}`))
      .map(({ post, sub }) => `the vote of ${sub} for ${post} is gone`),
    ...counted.map(({ post_id }) => `the votes of ${post_id} are counted wrongly`),
  ]
}
