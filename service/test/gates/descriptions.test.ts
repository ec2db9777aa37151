import { expect, test } from 'vitest'
import { sharedService } from '../harness/service.ts'

interface Schema {
  readonly $ref?: string
  readonly title?: string
  readonly type?: string | string[]
  readonly description?: string
  readonly properties?: Record<string, Schema>
  readonly items?: Schema
  readonly allOf?: Schema[]
}

interface Operation {
  readonly parameters?: { name: string; description?: string; schema: Schema }[]
  readonly requestBody?: { content: Record<string, { schema: Schema }> }
  readonly responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

interface Document {
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: { schemas: Record<string, Schema> }
}

// Guarantees that a reader of the reference, and of the kits' types, learns what each value means.
test('every member of an answer or a body, and every parameter, has a type and a description', async () => {
  const { openapi } = await sharedService()
  const document = openapi() as Document
  const faults = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      faultsOf(document, operation).map((fault) => `${method} ${path}: ${fault}`),
    ),
  )
  expect(faults).toEqual([])
})

function faultsOf(document: Document, { parameters = [], requestBody, responses }: Operation): string[] {
  const bodies = [
    ...Object.values(requestBody?.content ?? {}),
    ...Object.values(responses).flatMap(({ content = {} }) => Object.values(content)),
  ]
  return [
    ...parameters.flatMap(({ name, description, schema }) =>
      faultsOfMember(document, name, description ? { ...schema, description } : schema),
    ),
    ...bodies.flatMap(({ schema }) => faultsInside(document, '', schema)),
  ]
}

function faultsOfMember(document: Document, name: string, schema: Schema): string[] {
  const member = resolve(document, schema)
  return [
    ...(member.description ? [] : [`${name} has no description`]),
    ...(member.type || member.title ? [] : [`${name} has no type`]),
    ...faultsInside(document, name, member),
  ]
}

function faultsInside(document: Document, place: string, schema: Schema): string[] {
  const { properties = {}, items, allOf = [] } = resolve(document, schema)
  // A refusal is the shared body and, beside it, the codes that it can have.
  const [shared] = allOf
  return [
    ...Object.entries(properties).flatMap(([name, member]) => faultsOfMember(document, `${place}/${name}`, member)),
    ...(items ? faultsInside(document, `${place}[]`, items) : []),
    ...(shared ? faultsInside(document, place, shared) : []),
  ]
}

function resolve({ components }: Document, { $ref, ...beside }: Schema): Schema {
  return $ref === undefined ? beside : { ...components.schemas[$ref.slice($ref.lastIndexOf('/') + 1)], ...beside }
}
