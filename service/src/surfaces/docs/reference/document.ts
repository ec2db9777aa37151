import type { Schema, Schemas } from './schema.ts'

/** The part of an OpenAPI document that the pages read. */
export interface OpenapiDocument {
  readonly info: { readonly title: string; readonly description?: string }
  readonly servers?: readonly { readonly url: string }[]
  readonly tags?: readonly { readonly name: string; readonly description?: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Schemas }
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  /** The ways to authenticate, by the names of the security schemes, each with the scopes it needs. */
  readonly security?: readonly Way[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>
}

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>

export interface Call {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

export interface Section {
  readonly tag: string
  readonly description: string
  readonly calls: readonly Call[]
}

/** The address of a section's page. */
export function sectionPath(tag: string): string {
  return `/docs/reference/${tag.toLowerCase().replaceAll(' ', '-')}`
}

/** The calls of each section, in the order of the document. */
export function callsByTag(document: OpenapiDocument): readonly Section[] {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
  return (document.tags ?? []).map(({ name, description = '' }) => ({
    tag: name,
    description,
    calls: calls.filter(({ operation }) => operation.tags.includes(name)),
  }))
}

/** One way to authenticate: the schemes that a caller needs together, each with its scopes. */
type Way = Readonly<Record<string, readonly string[]>>

export interface Caller {
  readonly kind: 'Anyone' | 'An app' | 'A server'
  /** The credentials, as the end of a sentence that begins with the kind. */
  readonly needs: string
  /** The credentials of the example: the least that is enough. */
  readonly way: Way
}

/** Every kind of caller that an endpoint lets in. */
export function callersOf({ security = [] }: Operation): readonly Caller[] {
  if (security.length === 0) return [{ kind: 'Anyone', needs: ', without a key.', way: {} }]
  const [asApp, ...signedIn] = security.filter((way) => way.projectKey)
  const asServer = security.find((way) => way.secretKey)
  return [
    ...(asApp ? [{ kind: 'An app', needs: needsOfApp(asApp, signedIn.length > 0), way: asApp } as const] : []),
    ...(asServer ? [{ kind: 'A server', needs: needsOfServer(asServer), way: asServer } as const] : []),
  ]
}

function needsOfApp(least: Way, maySignIn: boolean): string {
  if (least.session) return ', with its publishable key and the session of a signed-in user.'
  return maySignIn
    ? ', with its publishable key. On a private board it also needs the session of a signed-in user.'
    : ', with its publishable key.'
}

function needsOfServer({ secretKey: scopes = [] }: Way): string {
  if (scopes.length === 0) return ', with a secret key of any scope.'
  return `, with a secret key that has the scope ${scopes.map((scope) => `\`${scope}\``).join(' and ')}.`
}

/** A call that can be copied into a terminal; placeholders for the reader's own values end in dots. */
export function curlOf(method: string, url: string, operation: Operation, { way }: Caller): string {
  const headers = [
    ...(way.projectKey ? ['x-project-key: svc_pk_live_…'] : []),
    ...(way.session ? ['authorization: Bearer svc_ses_…'] : []),
    ...(way.secretKey ? ['authorization: Bearer svc_sk_live_…'] : []),
    ...(way.projectKey && method === 'post' ? ['idempotency-key: a-new-uuid-for-each-request'] : []),
  ]
  const body = operation.requestBody?.content['application/json']?.schema
  const members = Object.keys(body?.properties ?? {}).filter((name) => body?.required?.includes(name))
  return [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}${url}`,
    ...headers.map((header) => `-H '${header}'`),
    ...(body
      ? ["-H 'content-type: application/json'", `-d '{${members.map((name) => `"${name}": …`).join(', ')}}'`]
      : []),
  ].join(' \\\n  ')
}
