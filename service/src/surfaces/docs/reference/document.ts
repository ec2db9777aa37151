import type { Schema, Schemas } from './schema.ts'

/** The part of an OpenAPI document that the pages read. */
export interface OpenapiDocument {
  readonly info: { readonly title: string; readonly description?: string }
  readonly servers?: readonly { readonly url: string }[]
  readonly tags?: readonly { readonly name: string; readonly description?: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Schemas }
}

export interface Response {
  readonly description: string
  readonly content?: Content
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
  readonly responses: Readonly<Record<string, Response>>
}

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

export type Content = Readonly<Record<string, { readonly schema?: Schema }>>

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

/** The address of an operation's page. It stays when the operation moves to another section. */
export function operationPath({ operationId }: Operation): string {
  return `/docs/reference/${operationId}`
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
export type Way = Readonly<Record<string, readonly string[]>>

/** What a call is answered with if nothing is wrong, by status; most often one. */
export function successesOf({ responses }: Operation): readonly [status: string, response: Response][] {
  return Object.entries(responses).filter(([status]) => status.startsWith('2'))
}
