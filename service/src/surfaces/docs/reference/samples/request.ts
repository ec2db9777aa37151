/** One call to the API, from which the samples of all languages are made. */
export interface SampleRequest {
  readonly operationId: string
  readonly method: string
  /** Below /v1, with {names} in the place of parameters. */
  readonly path: string
  readonly origin: string
  readonly by: Credentials
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, Plain>>
  readonly body: SampleBody
  readonly answer: 'json' | 'list' | 'nothing' | 'text'
}

/** `app`: the publishable key. `user`: that and a session. */
export type Credentials = 'nobody' | 'app' | 'user' | 'server'
export type Plain = string | number | boolean
export type SampleBody = { readonly json: unknown } | { readonly file: SampleFile } | undefined

export interface SampleFile {
  readonly name: string
  readonly type: string
  /** Sent as the one part of a form, or as it is. */
  readonly isForm: boolean
}

/** What the reader sets before a sample runs. */
export const VARIABLES = {
  secretKey: 'FEEDBACK_SECRET_KEY',
  projectKey: 'FEEDBACK_PROJECT_KEY',
  session: 'FEEDBACK_SESSION',
  token: 'FEEDBACK_TOKEN',
} as const

export interface Header {
  readonly name: string
  /** The text itself, or what stands before the value of the variable. */
  readonly text: string
  readonly variable?: string
  /** A new value for each request. */
  readonly isNew?: boolean
}

/** The headers of a request without a kit. A form says its own type. */
export function headersOf({ by, method, body }: SampleRequest): readonly Header[] {
  const file = fileOf(body)
  return [
    ...(by === 'app' || by === 'user' ? [{ name: 'X-Project-Key', text: '', variable: VARIABLES.projectKey }] : []),
    ...(by === 'user' ? [{ name: 'Authorization', text: 'Bearer ', variable: VARIABLES.session }] : []),
    ...(by === 'server' ? [{ name: 'Authorization', text: 'Bearer ', variable: VARIABLES.secretKey }] : []),
    ...(by !== 'nobody' && by !== 'server' && method === 'POST'
      ? [{ name: 'Idempotency-Key', text: '', isNew: true }]
      : []),
    ...(body && 'json' in body ? [{ name: 'Content-Type', text: 'application/json' }] : []),
    ...(file && !file.isForm ? [{ name: 'Content-Type', text: file.type }] : []),
  ]
}

export function fileOf(body: SampleBody): SampleFile | undefined {
  return body && 'file' in body ? body.file : undefined
}

export function jsonOf(body: SampleBody): unknown {
  return body && 'json' in body ? body.json : undefined
}

/** With parameters and query, each encoded. */
export function addressOf({ origin, path, params, query }: SampleRequest): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
  return `${origin}/v1${filled}${text === '' ? '' : `?${text}`}`
}

/** Everything that fills the path or becomes the query, as most kits take it. */
export function namedOf({ params, query }: SampleRequest): readonly (readonly [string, Plain])[] {
  return [...Object.entries(params), ...Object.entries(query)]
}
