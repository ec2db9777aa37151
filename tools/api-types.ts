/** Writes the TypeScript types of the API's document, for the kits of apps and of servers. Keywords that it does not know stop it. */

/** As much of JSON Schema as the service's own schemas use. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly (string | null)[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly allOf?: readonly Schema[]
  readonly description?: string
  /** The callers it is for; absent: everybody who may call the operation. */
  readonly 'x-audience'?: string
}

interface Parameter {
  readonly in: string
  readonly name: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
}

export interface ApiOperation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

type Use = 'answer' | 'input'

const WIDTH = 120
const KNOWN_KEYWORDS = new Set(
  'type enum properties required additionalProperties items description format pattern minimum maximum minLength maxLength minItems maxItems uniqueItems minProperties examples default title x-audience'.split(
    ' ',
  ),
)
const SHARED = '../../transport/src/api.ts'
const HEADER = `/* Made from the API's own description (docs/reference/openapi.json) by \`npm run reference\`. Do not edit. */\n`
const PAGE = `/** One page of a list. */
export interface Page<Item> {
  data: Item[]
  /** Send it as \`cursor\` for the next page; null on the last. */
  next_cursor: string | null
}
`

/** Platforms differ in how they make a file, so the kits only know that a form has parts. */
const FORM = `/** Any \`FormData\`, with the file as its one part. */
export interface Form {
  append(name: string, value: never): void
}
`

/** As with a form, the kits only know what a blob has on every platform. */
const LINES = `/** Any \`Blob\` of the type application/x-ndjson. */
export interface Lines {
  readonly size: number
  readonly type: string
}
`

type Named = [name: string, operation: ApiOperation]

/**
 * The operations that can be called in one of these ways: 'projectKey' for an app, 'secretKey' for a server. By name, such as 'GET /posts/{id}'. Downloads of files are
 * not among them: the kits read JSON.
 */
export function operationsFor(document: ApiDocument, ...ways: readonly string[]): Named[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security = [] }]) => security.some((given) => ways.some((way) => way in given)))
      .filter(([, { responses }]) => !isDownload(responses))
      .map(([method, operation]): Named => [`${method.toUpperCase()} ${path}`, operation]),
  )
}

function isDownload(responses: ApiOperation['responses']): boolean {
  const { content } = responses['200'] ?? {}
  return content !== undefined && !('application/json' in content)
}

/** The types of both kits: pages, problems and their codes. */
export function sharedTypes(document: ApiDocument): string {
  const { Problem = {} } = document.components.schemas
  const codes = codesOf(operationsFor(document, 'projectKey', 'secretKey'))
  return [HEADER, PAGE, FORM, LINES, declaration('Problem', Problem, 'answer'), codes].join('\n')
}

/** Without the members that only servers send: an app may not send them, and never gets them. */
export function appTypes(document: ApiDocument): string {
  return kitTypes(withoutServersMembers(document), 'projectKey', 'Everything that an app can call.')
}

export function serverTypes(document: ApiDocument): string {
  return kitTypes(document, 'secretKey', 'Everything that a server can call with a secret key.')
}

function kitTypes(document: ApiDocument, way: string, title: string): string {
  const operations = operationsFor(document, way)
  const inputs = operations.flatMap(([, operation]) => inputTypes(operation))
  const table = operations.map(([name, operation]) => comment(1, about(operation)) + entry(name, operation)).join('')
  const calls = `/** ${title} */\nexport interface Operations {\n${table}}\n`
  const used = ['Form', 'Lines', 'Page'].filter((type) => new RegExp(`: ${type}\\b`).test(calls))
  const shared = `import type { ${used.join(', ')} } from '${SHARED}'\n\nexport type { Form, Lines, Page, Problem, ProblemCode } from '${SHARED}'\n`
  return [HEADER, shared, ...namedTypes(document, operations), ...inputs, calls].join('\n')
}

/** Removes members of objects, and parameters. */
function withoutServersMembers(document: ApiDocument): ApiDocument {
  const isForAll = (schema: Schema) => schema['x-audience'] !== 'server'
  return JSON.parse(JSON.stringify(document), (key, value) => {
    if (key === 'parameters') return value.filter(({ schema }: Parameter) => isForAll(schema))
    if (key !== 'properties') return value
    return Object.fromEntries(Object.entries<Schema>(value).filter(([, schema]) => isForAll(schema)))
  })
}

/** The components that an operation uses, directly or through another one. */
function namedTypes({ components }: ApiDocument, operations: readonly Named[]): string[] {
  const named = new Set(['Problem']) // it is among the shared types
  const follow = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (named.has(name)) continue
      named.add(name)
      follow(components.schemas[name])
    }
  }
  follow(operations)
  return Object.entries(components.schemas)
    .filter(([name]) => named.has(name) && name !== 'Problem')
    .map(([name, schema]) => declaration(name, schema, 'answer'))
}

/** Every code with which a call can be refused. */
function codesOf(operations: readonly Named[]): string {
  const codes = new Set<string>()
  for (const [, { responses }] of operations) {
    for (const { content } of Object.values(responses)) {
      for (const part of content?.['application/problem+json']?.schema.allOf ?? []) {
        for (const code of part.properties?.code?.enum ?? []) if (code !== null) codes.add(code)
      }
    }
  }
  const lines = [...codes].sort().map((code) => `  | ${quote(code)}\n`)
  return `/** What the service can refuse a call with. */\nexport type ProblemCode =\n${lines.join('')}`
}

function inputTypes(operation: ApiOperation): string[] {
  const { query, body } = inputsOf(operation)
  const { operationId } = operation
  return [
    ...(query ? [declaration(nameOf(operationId, 'Query'), query, 'input')] : []),
    ...(body ? [declaration(nameOf(operationId, 'Body'), body, 'input')] : []),
  ]
}

function inputsOf({ parameters = [], requestBody }: ApiOperation) {
  const among = (place: string): Schema | undefined => {
    const found = parameters.filter((parameter) => parameter.in === place)
    if (found.length === 0) return undefined
    return {
      type: 'object',
      required: found.filter(({ required }) => required).map(({ name }) => name),
      properties: Object.fromEntries(
        found.map(({ name, schema, description }) => [name, { ...schema, ...(description && { description }) }]),
      ),
    }
  }
  return { path: among('path'), query: among('query'), body: requestBody && jsonOf(requestBody) }
}

function entry(name: string, operation: ApiOperation): string {
  const { path, query, body } = inputsOf(operation)
  const member = (key: string, type: string, isRequired: boolean) =>
    `    ${key}${isRequired ? `: ${type}` : `?: ${type} | undefined`}\n`
  const named = (kind: string) => nameOf(operation.operationId, kind)
  return [
    `  ${quote(name)}: {\n`,
    path
      ? member(
          'path',
          `{ ${Object.keys(path.properties ?? {})
            .map((key) => `${key}: string`)
            .join('; ')} }`,
          true,
        )
      : '',
    query ? member('query', named('Query'), (query.required ?? []).length > 0) : '',
    body ? member('body', named('Body'), ![body.type].flat().includes('null')) : '',
    operation.requestBody?.content?.['multipart/form-data'] ? member('body', 'Form', true) : '',
    operation.requestBody?.content?.['application/x-ndjson'] ? member('body', 'Lines', true) : '',
    member('answer', answerOf(operation), true),
    '  }\n',
  ].join('')
}

function answerOf({ operationId, responses }: ApiOperation): string {
  const [, answer] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  const schema = answer && jsonOf(answer)
  if (!schema) return 'undefined'
  const { data, next_cursor, ...others } = schema.properties ?? {}
  if (data?.items && next_cursor && Object.keys(others).length === 0) return `Page<${typeOf(data.items, 'answer', 2)}>`
  const type = typeOf(schema, 'answer', 2)
  if (!type) throw new Error(`${operationId} answers with nothing that has a type.`)
  return type
}

function jsonOf({ content }: Content): Schema | undefined {
  return content?.['application/json']?.schema
}

function declaration(name: string, schema: Schema, use: Use): string {
  const type = typeOf(schema, use, 0)
  const head = comment(0, schema.description)
  return type.startsWith('{\n') && type.endsWith('\n}')
    ? `${head}export interface ${name} ${type}\n`
    : `${head}export type ${name} = ${type}\n`
}

function typeOf(schema: Schema, use: Use, depth: number): string {
  return partsOf(schema, use, depth).join(' | ')
}

/** The parts of a union; most often one. */
function partsOf(schema: Schema, use: Use, depth: number): string[] {
  if (schema.$ref) return [schema.$ref.replace(/^.*\//, '').replace(/#$/, '')]
  const unknown = Object.keys(schema).filter((keyword) => !KNOWN_KEYWORDS.has(keyword))
  if (unknown.length > 0) throw new Error(`There is no type for ${unknown.join(', ')} in ${JSON.stringify(schema)}`)
  const types = [schema.type ?? []].flat()
  if (types.length === 0) return ['unknown']
  return types.flatMap((type) => {
    if (schema.enum && type === 'string') return schema.enum.filter((word) => word !== null).map(quote)
    if (type === 'integer') return ['number']
    if (type === 'array') return [arrayOf(schema.items ?? {}, use, depth)]
    if (type === 'object') return [objectOf(schema, use, depth)]
    return [type]
  })
}

function arrayOf(items: Schema, use: Use, depth: number): string {
  const parts = partsOf(items, use, depth)
  const readonly = use === 'input' ? 'readonly ' : ''
  if (parts.length === 1) return `${readonly}${parts[0]}[]`
  const line = `${readonly}(${parts.join(' | ')})[]`
  if (indent(depth).length + line.length <= WIDTH) return line
  return `${readonly}(\n${parts.map((part) => `${indent(depth + 1)}| ${part}\n`).join('')}${indent(depth)})[]`
}

/** The app may keep and change answers. Inputs accept read-only values, and undefined counts as absent. */
function objectOf({ properties = {}, required = [], additionalProperties }: Schema, use: Use, depth: number): string {
  const members = Object.entries(properties).map(([name, schema]) =>
    member(name, schema, { use, depth: depth + 1, isRequired: required.includes(name) }),
  )
  const others = typeof additionalProperties === 'object' ? typeOf(additionalProperties, use, depth + 1) : 'unknown'
  if (members.length === 0) return `Record<string, ${additionalProperties === false ? 'never' : others}>`
  if (additionalProperties) members.push(`${indent(depth + 1)}[name: string]: unknown\n`)
  return `{\n${members.join('')}${indent(depth)}}`
}

function member(name: string, schema: Schema, place: { use: Use; depth: number; isRequired: boolean }): string {
  const { use, depth, isRequired } = place
  const orUndefined = use === 'input' && !isRequired ? ['undefined'] : []
  const key = `${use === 'input' ? 'readonly ' : ''}${/^\w+$/.test(name) ? name : quote(name)}${isRequired ? '' : '?'}`
  const partsAt = (depth: number) => [...partsOf(schema, use, depth), ...orUndefined]
  const line = `${indent(depth)}${key}: ${partsAt(depth).join(' | ')}\n`
  const isOneLine = line.length <= WIDTH + 1 && line.indexOf('\n') === line.length - 1
  // The formatter puts the parts of a long union below each other, except for one object that may be null.
  const [first = '', ...rest] = partsAt(depth)
  const isObject = first.startsWith('{') && rest.every((part) => part === 'null')
  if (isOneLine || isObject || rest.length === 0) return comment(depth, schema.description) + line
  const parts = partsAt(depth + 2).map((part) => `${indent(depth + 1)}| ${part}\n`)
  return `${comment(depth, schema.description)}${indent(depth)}${key}:\n${parts.join('')}`
}

function about({ summary, description }: ApiOperation): string {
  return description ? `${summary}. ${description}` : `${summary}.`
}

function comment(depth: number, text: string | undefined): string {
  if (!text) return ''
  const clean = text.replaceAll('*/', '*\\/').replace(/\s+/g, ' ')
  const whole = `${indent(depth)}/** ${clean} */\n`
  if (whole.length <= WIDTH + 1) return whole // the line break does not count
  const most = new RegExp(`.{1,${WIDTH - 3 - indent(depth).length}}(?: |$)`, 'g')
  const lines = (clean.match(most) ?? []).map((part) => `${indent(depth)} * ${part.trimEnd()}\n`)
  return `${indent(depth)}/**\n${lines.join('')}${indent(depth)} */\n`
}

function nameOf(operationId: string, kind: string): string {
  return `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}${kind}`
}

function quote(text: string | null): string {
  return `'${String(text).replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

function indent(depth: number): string {
  return '  '.repeat(depth)
}
