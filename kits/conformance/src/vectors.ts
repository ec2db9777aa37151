import { readFileSync } from 'node:fs'

/* biome-ignore lint/suspicious/noExplicitAny: whatever JSON holds */
export type Json = any

export interface Step {
  /** A call of the client, with the names of README.md. */
  readonly call?: string
  readonly args?: Json
  /** Read this many items of the list, or all. Otherwise one page is read. */
  readonly read?: number | 'all'
  /** The result of the call has at least these members. */
  readonly gives?: Json
  /** The error of the call. */
  readonly fails?: Json
  /** Calls that are made at once, instead of one. */
  readonly together?: readonly Step[]
}

/** One request that must be sent, and its answer. */
export interface ExpectedRequest {
  readonly method: string
  readonly path: string
  readonly session?: string
  /** Requests with the same label have the same Idempotency-Key, those with different labels have different ones. */
  readonly key?: string
  readonly key_is?: string
  readonly if_match?: string
  readonly body?: Json
  readonly answer: Play
}

export interface PlayedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | { seconds_from_now: number }>>
  readonly text: string
  /** Whether the answer does not come from the service, but from somebody on the way. */
  readonly foreign: boolean
}

/** `drop`: the connection ends before an answer. `cut`: it ends within one. `hang`: nothing comes. */
export type Play = PlayedAnswer | 'drop' | 'cut' | 'hang'

export interface Case {
  readonly file: string
  readonly name: string
  readonly options: Json
  readonly tokens: readonly Json[] | null
  readonly steps: readonly Step[]
  /** In this order; the requests of a group may come in any order. */
  readonly requests: readonly (readonly ExpectedRequest[])[]
  readonly pauses: readonly { from: number; to: number; meanwhile?: readonly Step[] }[]
  readonly tokens_asked?: number
  readonly told?: readonly (string | null)[]
  readonly refused?: Json
  /** Only for kits that call by the text of a path. */
  readonly by_path?: boolean
}

const FILES = ['sessions', 'sign-in-and-out', 'pauses', 'lost-answers', 'requests', 'lists', 'errors']
export const DEFAULT_TOKEN = 'header.claims.signature'
export const PROJECT_KEY = 'svc_pk_live_conformance'
export const SECRET_KEY = 'svc_sk_live_conformance'

const read = (name: string): Json => JSON.parse(readFileSync(new URL(`../${name}.json`, import.meta.url), 'utf8'))
const named: Readonly<Record<string, Json>> = { ...read('answers'), ...read('answers-to-users') }

/** Every case of every file, and the sample of README.md; abbreviations are written out. */
export function loadCases(): Case[] {
  const cases = FILES.flatMap((file) => (read(file) as Json[]).map((written) => caseOf(file, written)))
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const samples = [...readme.matchAll(/```json\n([\s\S]+?)```/g)].map(([, sample = '']) => JSON.parse(sample))
  return [...cases, ...samples.map((written) => caseOf('README', written))]
}

/** Calls of the vectors that a server makes by the name of the operation. */
const OPERATIONS: Readonly<Record<string, string>> = {
  project: 'GET /project',
  roadmap: 'GET /roadmap',
  'posts.list': 'GET /posts',
  'posts.get': 'GET /posts/{id}',
  'posts.similar': 'GET /posts/similar',
  'posts.create': 'POST /posts',
  'posts.edit': 'PATCH /posts/{id}',
  'posts.delete': 'DELETE /posts/{id}',
  'posts.vote': 'PUT /posts/{id}/vote',
  'posts.unvote': 'DELETE /posts/{id}/vote',
  'posts.follow': 'PUT /posts/{id}/follow',
  'posts.unfollow': 'DELETE /posts/{id}/follow',
  'posts.comments.list': 'GET /posts/{id}/comments',
  'posts.comments.create': 'POST /posts/{id}/comments',
  'comments.edit': 'PATCH /comments/{id}',
  'comments.delete': 'DELETE /comments/{id}',
  'statuses.list': 'GET /statuses',
  'tags.list': 'GET /tags',
  'changelog.list': 'GET /changelog',
  'changelog.get': 'GET /changelog/{id}',
  'reports.create': 'POST /reports',
}

/**
 * What kits for servers must do: the cases about sending, paging and errors, without their sign-in and with the secret key, and those of
 * server-calls.json. Their steps are made by `operation`, with `path`, `query`, `body` and the rest of the arguments.
 */
export function loadServerCases(): Case[] {
  const isExchange = ({ path }: ExpectedRequest) => path === '/v1/sessions/sso'
  const shared = loadCases().filter(({ file, steps, requests, options }) => {
    const isAboutSending = ['pauses', 'lost-answers', 'requests', 'lists', 'errors'].includes(file)
    const isForServers = steps.every(({ call = '' }) => call === 'request' || call in OPERATIONS)
    const isAboutApps = 'project_key' in options || options.api_origin?.endsWith('/') // servers may have the slash
    return isAboutSending && isForServers && !isAboutApps && requests.flat().filter(isExchange).length < 2
  })
  const own = (read('server-calls') as Json[]).map((written) => caseOf('server-calls', written))
  return [...shared, ...own].map((one) => {
    const options = { secret_key: SECRET_KEY, ...one.options }
    const sent = one.requests.flat().filter((request) => !isExchange(request))
    const requests = sent.map((request) => [{ ...request, session: options.secret_key }])
    return { ...one, options, requests, steps: one.steps.map(byOperation) }
  })
}

function byOperation({ call = '', args = {}, ...rest }: Step): Step {
  const { id, operation = OPERATIONS[call], path = id === undefined ? {} : { id }, cursor, query, ...options } = args
  return { call: operation, args: { path, query: { ...query, ...(cursor && { cursor }) }, ...options }, ...rest }
}

/** What a token is made of, and the claims that it must then have or the code of the refusal. */
export interface SigningCase {
  readonly name: string
  /** Changes to the input, by names in snake_case. */
  readonly input: Json
  readonly code?: string
  /** What the message of the refusal says. */
  readonly says?: string
  readonly claims?: Json
  /** Whether the types of many languages rule this input out. */
  readonly untyped?: boolean
}

export interface WebhookCase {
  readonly name: string
  readonly secret: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** In seconds. */
  readonly now: number
  readonly code?: string
}

export const loadSigningCases = (): SigningCase[] => read('signing')
export const loadWebhookCases = (): WebhookCase[] => read('webhooks')

export interface LiveCase {
  readonly name: string
  readonly project?: { readonly is_private?: boolean }
  readonly steps: readonly Json[]
}

export function loadLiveCases(): LiveCase[] {
  return read('live')
}

function caseOf(file: string, { options = {}, tokens = [DEFAULT_TOKEN], requests, pauses = [], ...rest }: Json): Case {
  let exchanges = 0
  let sessions = 0
  const expected = (written: Json): ExpectedRequest => {
    if (written.exchange === undefined) return requestOf(written)
    exchanges += 1
    const { exchange: token, key = `exchange ${exchanges}`, answer = signedIn(++sessions) } = written
    return requestOf({ request: 'POST /v1/sessions/sso', key, body: { token }, answer })
  }
  const groups = requests.map((written: Json) => (written.any_order ?? [written]).map(expected))
  return { file, options, tokens, requests: groups, pauses, ...rest }
}

const signedIn = (count: number) => ({ use: 'signed_in', with: { session_token: `svc_ses_${count}` } })

function requestOf({ request, answer, ...rest }: Json): ExpectedRequest {
  const [method, path] = request.split(' ')
  return { method, path, ...rest, answer: playOf(answer, path) }
}

function playOf(written: Json, path: string): Play {
  if (written === 'drop' || written === 'cut' || written === 'hang') return written
  if (typeof written === 'string') return /^\d/.test(written) ? problemOf(written, {}, path) : answerOf(written)
  if (written.problem) return problemOf(written.problem, written.headers, path)
  if (written.use) return answerOf(written.use, written)
  const { status, headers = {}, body, text = body === undefined ? '' : JSON.stringify(body) } = written
  return { status, headers, text, foreign: true }
}

function answerOf(name: string, { with: changes, items, next_cursor }: Json = {}): PlayedAnswer {
  const { status, headers = {}, body } = named[name] ?? fail(`There is no answer called ${name}.`)
  const changed = items
    ? { data: items.map((id: string) => ({ ...body.data[0], id })), next_cursor }
    : merged(body, changes)
  return { status, headers, text: changed === undefined ? '' : JSON.stringify(changed), foreign: false }
}

/** A problem with the words of the service. */
function problemOf(written: string, headers: Json, path: string): PlayedAnswer {
  const [status = '', code = ''] = written.split(' ')
  const title = `Title of ${code}.`
  const body = {
    type: `https://api.example.com/docs/errors#${code}`,
    title,
    status: Number(status),
    detail: 'What to do.',
    code,
    instance: path.split('?')[0],
    request_id: 'req_01m7fffkgbe2994806s5zv4t5r',
    statusCode: Number(status),
    message: title,
  }
  const type = { 'Content-Type': 'application/problem+json; charset=utf-8' }
  const challenge = status === '401' ? { 'WWW-Authenticate': `Bearer error="${code}"` } : {}
  const text = JSON.stringify(body)
  return { status: Number(status), headers: { ...type, ...challenge, ...headers }, text, foreign: false }
}

function merged(body: Json, changes: Json): Json {
  if (typeof changes !== 'object' || changes === null) return changes === undefined ? body : changes
  const members = Object.entries(changes).map(([name, value]) => [name, merged(body?.[name], value)])
  return { ...body, ...Object.fromEntries(members) }
}

function fail(message: string): never {
  throw new Error(message)
}
