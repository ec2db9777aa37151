/** More alternatives than these are read as a list. */
const MOST_WITH_OR = 4

/** The part of JSON Schema that the API's own schemas use. */
export interface Schema {
  readonly $ref?: string
  readonly title?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly minProperties?: number
  /** The callers it is for; absent: everybody who may call. */
  readonly 'x-audience'?: string
}

/** Shared schemas of the document, by name. */
export type Schemas = Readonly<Record<string, Schema>>

/** A member of an object, in words; names and values stand between backticks. */
export interface Field {
  readonly name: string
  readonly type: string
  readonly text: string
  readonly isRequired: boolean
  /** Apps neither send nor get it. */
  readonly isForServers: boolean
  /** The members of the object, or of each object in the array. */
  readonly fields: readonly Field[]
}

/** The members of a body, with those of every object inside it. */
export function fieldsOf(schema: Schema, schemas: Schemas): readonly Field[] {
  const { properties = {}, required = [] } = resolve(schema, schemas)
  return Object.entries(properties).map(([name, member]) => {
    const field = resolve(member, schemas)
    return {
      name,
      ...inWordsOf(field, schemas),
      isRequired: required.includes(name),
      fields: fieldsOf(innermost(field, schemas), schemas),
    }
  })
}

/** What a schema says of one value. */
export function inWordsOf(schema: Schema, schemas: Schemas): Pick<Field, 'type' | 'text' | 'isForServers'> {
  const isForServers = schema['x-audience'] === 'server'
  const { description = '' } = schema
  return {
    type: typeInWords(schema, schemas),
    text: isForServers ? capitalized(description.replace(/^Servers: /, '')) : description,
    isForServers,
  }
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A type, and its limits, in words that a reader knows. */
function typeInWords(schema: Schema, schemas: Schemas): string {
  return [kindInWords(schema, schemas), ...limitsOf(schema)].join(', ')
}

function kindInWords(schema: Schema, schemas: Schemas): string {
  const types = [schema.type ?? []].flat()
  if (schema.const !== undefined) return code(schema.const)
  if (schema.enum) return inWords([...schema.enum.filter((value) => value !== null).map(code), ...nullOf(schema)])
  if (types.includes('array')) return inWords([`array of ${itemsInWords(schema, schemas)}`, ...nullOf(schema)])
  if (types.length === 0) return schema.title ?? 'JSON'
  return inWords(types)
}

function itemsInWords({ items = {} }: Schema, schemas: Schemas): string {
  const item = resolve(items, schemas)
  return item.type === 'object' ? 'objects' : typeInWords(item, schemas)
}

function limitsOf(schema: Schema): string[] {
  return [
    ...(schema.format === 'date-time' ? ['RFC 3339 time'] : []),
    ...(schema.format === 'uri' ? ['URI'] : []),
    ...patternOf(schema),
    ...range(schema.minLength, schema.maxLength, ' characters'),
    ...range(schema.minimum, schema.maximum, ''),
    ...range(schema.minItems, schema.maxItems, ' items'),
    ...(schema.uniqueItems ? ['each once'] : []),
    ...(schema.minProperties ? [`at least ${schema.minProperties} of its members`] : []),
    ...(schema.additionalProperties === true ? ['its members vary'] : []),
  ]
}

/** An id is known by its beginning; the rest of its pattern would tell a reader nothing. */
function patternOf({ pattern }: Schema): string[] {
  if (pattern === undefined) return []
  const prefix = /^\^([a-z]+_)\[0-7\]/.exec(pattern)?.[1]
  return [prefix ? `begins with \`${prefix}\`` : `matches \`${pattern}\``]
}

function range(least: number | undefined, most: number | undefined, unit: string): string[] {
  if (least === undefined && most === undefined) return []
  if (least === undefined) return [`at most ${count(most)}${unit}`]
  if (most === undefined) return [`at least ${count(least)}${unit}`]
  return [`${count(least)} to ${count(most)}${unit}`]
}

function count(number = 0): string {
  return number.toLocaleString('en')
}

function nullOf({ type }: Schema): string[] {
  return [type ?? []].flat().includes('null') ? ['null'] : []
}

function code(value: unknown): string {
  return `\`${JSON.stringify(value)}\``
}

function inWords(parts: readonly string[]): string {
  return parts.length > MOST_WITH_OR ? `one of ${parts.join(', ')}` : parts.join(' or ')
}

function innermost(schema: Schema, schemas: Schemas): Schema {
  return schema.items ? innermost(resolve(schema.items, schemas), schemas) : schema
}

/** Members beside a reference describe its place, and override those of the shared schema. */
function resolve(schema: Schema, schemas: Schemas): Schema {
  if (schema.$ref === undefined) return schema
  const { $ref, ...beside } = schema
  return { ...schemas[$ref.slice($ref.lastIndexOf('/') + 1)], ...beside }
}
