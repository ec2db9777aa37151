import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { COMMAND_NAMES } from '../../src/cli/index.ts'
import { issueSecretKey, SCOPES, type Scope } from '../../src/domain/caller-keys/index.ts'
import { turnOf } from '../harness/effort.ts'
import { ROOT } from '../harness/paths.ts'
import { send, startProject } from '../harness/project.ts'
import { sharedService } from '../harness/service.ts'
import { answerFor, CALLERS, type Caller } from './matrix.ts'
import { type Operation, operationsOf } from './operations.ts'
import { aboutPeople } from './pages.ts'
import { idsIn, pathOf, SAMPLES, type Sample, type World, worldOf } from './samples.ts'

test('every endpoint has a sample, and every sample an endpoint', async () => {
  const { openapi } = await sharedService()
  expect(Object.keys(SAMPLES).toSorted()).toEqual(
    operationsOf(openapi())
      .map(({ id }) => id)
      .toSorted(),
  )
})

interface Stage {
  readonly home: World
  readonly abroad: World
  readonly closed: World
  readonly bannedSession: string
  readonly bannedToken: () => string
  /** By the one scope that each has. */
  readonly keys: ReadonlyMap<string, string>
  /** By the one scope that each lacks. */
  readonly keysWithout: ReadonlyMap<string, string>
  /** The headers of somebody who is signed in, by world: for all requests but those that end the session. */
  readonly signedIn: Map<World, Record<string, string>>
}

async function setStage(): Promise<Stage> {
  const service = await sharedService()
  const open = async (draft = {}) => worldOf(await startProject({ service, draft }))
  const [home, abroad, closed] = await Promise.all([open(), open(), open({ isPrivate: true })])
  const banned = await home.signIn({ sub: 'banned' })
  await home.server('POST', `/v1/users/${banned.userId}/ban`, {})
  const keys = new Map<string, string>()
  const keysWithout = new Map<string, string>()
  for (const scope of SCOPES) {
    const issue = async (scopes: readonly Scope[]) =>
      (await issueSecretKey(home.call(), { name: scope, scopes: [...scopes] })).secret
    keys.set(scope, await issue([scope]))
    keysWithout.set(scope, await issue(SCOPES.filter((other) => other !== scope)))
  }
  return {
    home,
    abroad,
    closed,
    keys,
    keysWithout,
    signedIn: new Map(),
    bannedSession: banned.session,
    bannedToken: () => home.signToken({ sub: 'banned' }),
  }
}

async function signedIn(stage: Stage, world: World, operation: Operation): Promise<Record<string, string>> {
  const kept = stage.signedIn.get(world)
  if (kept && operation.id !== 'endCurrentSession') return kept
  const { session } = await world.signIn({ sub: 'ada' })
  const headers = { 'x-project-key': world.project.publishableKey, authorization: `Bearer ${session}` }
  if (operation.id !== 'endCurrentSession') stage.signedIn.set(world, headers)
  return headers
}

/**
 * The headers by which each caller says who they are. All other scopes are tried together: if one of them were enough, all of them would be. Where any scope is
 * enough, each is tried by itself.
 */
async function headersOf(stage: Stage, operation: Operation, caller: Caller): Promise<Record<string, string>[]> {
  const { home, abroad, closed, keys, keysWithout, bannedSession } = stage
  const key = (world: World) => ({ 'x-project-key': world.project.publishableKey })
  const bearer = (secret: string | undefined) => ({ authorization: `Bearer ${secret}` })
  switch (caller) {
    case 'nobody':
      return [{}]
    case 'key':
      return [key(home)]
    case 'session':
      return [await signedIn(stage, home, operation)]
    case 'right scope':
      return [bearer(keys.get(operation.server ?? '') ?? home.secretKey)]
    case 'another scope':
      if (operation.server === 'any') return [...keys.values()].map(bearer)
      return [bearer(keysWithout.get(operation.server ?? '') ?? home.secretKey)]
    case 'app of another project':
      return [await signedIn(stage, abroad, operation)]
    case 'server of another project':
      return [bearer(abroad.secretKey)]
    case 'banned user':
      return [{ ...key(home), ...bearer(bannedSession) }]
    case 'private board, key':
      return [key(closed)]
    case 'private board, session':
      return [await signedIn(stage, closed, operation)]
  }
}

/** Whether a sample of an operation names something of its project. To make a sample takes longer than to look at it. */
const namesObjects = new Map<string, boolean>()

function noteNames(operation: Operation, as: 'app' | 'server', sample: Sample): boolean {
  const names = idsIn(sample).length > 0
  namesObjects.set(`${operation.id} ${as}`, names)
  return names
}

// Guarantees that the reference is true for every endpoint and every kind of caller.
test('every endpoint answers every caller as docs/reference/access.md says', async () => {
  const stage = await setStage()
  const { home, closed } = stage
  const wrong: unknown[] = []
  let asked = 0
  const halves = [CALLERS.filter((_, at) => at % 2 === 0), CALLERS.filter((_, at) => at % 2 === 1)]
  const places = new Map<string, number>() // by method: else all reads could meet the same half
  for (const operation of operationsOf(home.service.openapi())) {
    const place = places.get(operation.method) ?? 0
    places.set(operation.method, place + 1)
    const sampler = SAMPLES[operation.id] ?? (async () => ({}))
    const kept = new Map<string, Sample>() // reused for callers who read or are refused, since they change nothing
    for (const caller of turnOf(halves, place).flat()) {
      const world = caller.startsWith('private') ? closed : home
      for (const headers of await headersOf(stage, operation, caller)) {
        const as = caller.includes('scope') || caller.includes('server') ? 'server' : 'app'
        const name = `${world.project.id} ${as}`
        const old = kept.get(name) ?? (await sampler(world, as))
        kept.set(name, old)
        const isTaken = answerFor(operation, caller, noteNames(operation, as, old)) === 'ok'
        const sample = isTaken && operation.method !== 'GET' ? await sampler(world, as) : old
        if (operation.id === 'exchangeSignInToken' && caller === 'banned user') {
          Object.assign(sample, { body: { token: stage.bannedToken() } })
        }
        const expected = answerFor(operation, caller, idsIn(sample).length > 0)
        const found = await ask(home, operation, sample, headers)
        asked += 1
        if (found !== expected) wrong.push({ endpoint: operation.id, caller, expected, found, headers })
      }
    }
  }
  expect(wrong).toEqual([])
  expect(asked).toBeGreaterThan(500)
})

async function ask(
  world: World,
  operation: Operation,
  sample: Sample,
  headers: Record<string, string>,
): Promise<string> {
  const { status, body } = await send(
    world.service.origin,
    operation.method,
    `/v1${pathOf(operation.path, sample)}`,
    sample.body,
    { ...(operation.method === 'POST' && { 'idempotency-key': randomUUID() }), ...headers },
  )
  return status < 300 ? 'ok' : `${body.code}`
}

test('docs/reference/access.md is what the matrix says', async () => {
  const { openapi, consoleRoutes } = await sharedService()
  const world = await worldOf(await startProject())
  const rows: string[] = []
  for (const operation of operationsOf(openapi())) {
    const namesAs = async (as: 'app' | 'server') =>
      namesObjects.get(`${operation.id} ${as}`) ??
      noteNames(operation, as, (await SAMPLES[operation.id]?.(world, as)) ?? {})
    const named = { app: await namesAs('app'), server: await namesAs('server') }
    const cells = CALLERS.map((caller) => {
      const as = caller.includes('scope') || caller.includes('server') ? 'server' : 'app'
      if (caller === 'right scope' && operation.server) return operation.server
      const answer = answerFor(operation, caller, named[as])
      return answer === 'ok' ? '✓' : `\`${answer}\``
    })
    rows.push(`| ${operation.method} ${operation.path} | ${cells.join(' | ')} |`)
  }
  const text = `${HEAD}| endpoint | ${CALLERS.join(' | ')} |\n|---|${CALLERS.map(() => '---|').join('')}\n${rows.join('\n')}\n${aboutPeople(consoleRoutes, COMMAND_NAMES)}`
  await expect(text).toMatchFileSnapshot(join(ROOT, 'docs/reference/access.md'))
})

const HEAD = `# Who may do what

Generated from the code by \`npm run reference\`; a test asks the running service every cell. ✓ is a success; otherwise the cell is the code
of the refusal. *right scope* names the scope that a secret key needs, *another scope* stands for each of the others. Callers of another
project are told \`not_found\` of whatever is not theirs, and see their own where nothing is named. The [board](#the-board), the [console](#the-console) and the
[command line](#the-command-line) follow below, and the table of [permissions](#permissions) that decides for all of them.

## The API

`
