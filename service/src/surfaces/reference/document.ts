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

/** A type in words a reader knows. */
export function typeInWords(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
  if (schema.anyOf) return schema.anyOf.map(typeInWords).join(' or ')
  if (schema.type === 'array') return `array of ${typeInWords(schema.items ?? {})}`
  return schema.type ? [schema.type].flat().join(' or ') : 'any'
}
