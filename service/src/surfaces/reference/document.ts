/** The part of an OpenAPI document that the pages read. */
export interface OpenapiDocument {
  readonly info: { readonly title: string; readonly description?: string }
  readonly servers?: readonly { readonly url: string }[]
  readonly tags?: readonly { readonly name: string; readonly description?: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  /** The ways in, by the names of the security schemes, each with the scopes it needs. */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
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

export interface Schema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>

export interface Call {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** The calls of each section, in the order of the document. */
export function callsByTag(
  document: OpenapiDocument,
): readonly { tag: string; description: string; calls: readonly Call[] }[] {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
  return (document.tags ?? []).map(({ name, description = '' }) => ({
    tag: name,
    description,
    calls: calls.filter(({ operation }) => operation.tags.includes(name)),
  }))
}

/** Who may call, in words. */
export function callerInWords({ security = [] }: Operation): string {
  const [way = {}] = security
  if (way.secretKey) return `A server, with a secret key that has the scope ${way.secretKey.join(', ')}.`
  if (way.session) return 'An app, with its publishable key and the session of a signed-in user.'
  return way.projectKey ? 'An app, with its publishable key.' : 'Everyone.'
}

/** A call that can be copied into a terminal; what stands for a value of the reader's own ends in dots. */
export function curlOf(method: string, url: string, operation: Operation): string {
  const [way = {}] = operation.security ?? []
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

/** A type in words a reader knows. */
export function typeInWords(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
  if (schema.anyOf) return schema.anyOf.map(typeInWords).join(' or ')
  if (schema.type === 'array') return `array of ${typeInWords(schema.items ?? {})}`
  return schema.type ? [schema.type].flat().join(' or ') : 'any'
}
