/** As much of an OpenAPI document as sharing needs to know. */
interface Described {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components?: { readonly schemas?: Readonly<Record<string, object>> }
}

interface Operation {
  readonly parameters?: readonly { readonly name: string }[]
  readonly requestBody?: object
  readonly responses?: Readonly<Record<string, Response>>
}

interface Response {
  readonly headers?: Readonly<Record<string, object>>
}

/** A shorter part is about as long as a reference to it. */
const SHORTEST_PART = 95

/**
 * The same document with less than half of its length: what several operations have stands once, under `components`, and whoever follows the
 * references reads what was there before. A schema that had no name gets that of its member, in small letters.
 */
export function shareParts(document: object): object {
  return shareSchemas(shareAnswers(shareHeaders(document as Described))) // as OpenAPI says
}

/** The headers of answers. */
function shareHeaders<Document extends Described>(document: Document): Document {
  const shelf = new Shelf('headers')
  for (const { responses = {} } of operationsOf(document))
    for (const { headers = {} } of Object.values(responses))
      for (const [name, header] of Object.entries(headers)) shelf.count(header, name)
  const placed = (response: Response) => ({
    ...response,
    ...(response.headers && { headers: mapped(response.headers, (header) => shelf.placed(header)) }),
  })
  const paths = mapped(document.paths ?? {}, (methods) =>
    mapped(methods, (operation) => ({
      ...operation,
      ...(operation.responses && { responses: mapped(operation.responses, placed) }),
    })),
  )
  return { ...document, components: { ...document.components, headers: shelf.parts }, paths }
}

function operationsOf({ paths = {} }: Described): Operation[] {
  return Object.values(paths).flatMap((methods) => Object.values(methods))
}

/** Parameters, bodies and answers. */
function shareAnswers<Document extends Described>(document: Document): Document {
  const parameters = new Shelf('parameters')
  const requestBodies = new Shelf('requestBodies')
  const responses = new Shelf('responses')
  for (const operation of operationsOf(document)) {
    for (const parameter of operation.parameters ?? []) parameters.count(parameter, parameter.name)
    if (operation.requestBody) requestBodies.count(operation.requestBody, 'body')
    for (const [status, response] of Object.entries(operation.responses ?? {}))
      if (isLong(response)) responses.count(response, status)
  }
  const paths = mapped(document.paths ?? {}, (methods) =>
    mapped(methods, (operation) => ({
      ...operation,
      ...(operation.parameters && { parameters: operation.parameters.map((part) => parameters.placed(part)) }),
      ...(operation.requestBody && { requestBody: requestBodies.placed(operation.requestBody) }),
      ...(operation.responses && { responses: mapped(operation.responses, (part) => responses.placed(part)) }),
    })),
  )
  const shelves = { parameters: parameters.parts, requestBodies: requestBodies.parts, responses: responses.parts }
  return { ...document, components: { ...document.components, ...shelves }, paths }
}

function shareSchemas<Document extends Described>(document: Document): Document {
  const shelf = new Shelf('schemas', Object.keys(document.components?.schemas ?? {}))
  // What is inside of a repeated schema stands once, with it.
  changeSchemas(document, (schema, name) => (isLong(schema) && shelf.count(schema, name) > 1 ? schema : undefined))
  const place = (schema: object) => (shelf.has(schema) ? shelf.placed(schema) : undefined)
  const shared = changeSchemas(document, place)
  const schemas = {
    ...shared.components?.schemas,
    ...mapped(shelf.parts, (schema) => changeSchemas(schema, place)),
  }
  return { ...shared, components: { ...shared.components, schemas } }
}

function isLong(part: object): boolean {
  return JSON.stringify(part).length >= SHORTEST_PART
}

/** Parts that may stand in several places, and the names of those that do. */
class Shelf {
  readonly #kind: string
  readonly #taken: Set<string>
  readonly #parts = new Map<string, { part: object; name: string; times: number }>()

  constructor(kind: string, taken: readonly string[] = []) {
    this.#kind = kind
    this.#taken = new Set(taken)
  }

  /** Returns how often the part was seen. */
  count(part: object, name: string): number {
    const text = JSON.stringify(part)
    const known = this.#parts.get(text) ?? { part, name, times: 0 }
    known.times += 1
    if (known.times === 2) known.name = this.#freeName(name)
    this.#parts.set(text, known)
    return known.times
  }

  has(part: object): boolean {
    return (this.#parts.get(JSON.stringify(part))?.times ?? 0) > 1
  }

  /** The part itself, or a reference to it. */
  placed(part: object): object {
    const known = this.#parts.get(JSON.stringify(part))
    return known && known.times > 1 ? { $ref: `#/components/${this.#kind}/${known.name}` } : part
  }

  get parts(): Record<string, object> {
    const shared = [...this.#parts.values()].filter(({ times }) => times > 1)
    return Object.fromEntries(shared.map(({ name, part }) => [name, part]))
  }

  #freeName(wanted: string, times = 1): string {
    const name = times === 1 ? wanted : `${wanted}-${times}`
    if (this.#taken.has(name)) return this.#freeName(wanted, times + 1)
    this.#taken.add(name)
    return name
  }
}

/**
 * A copy in which each schema below the value is what `change` makes of it. Undefined: it stays, and those inside of it are asked for. `name` is that of
 * the member or the operation that has the schema.
 */
function changeSchemas<Value>(
  value: Value,
  change: (schema: object, name: string) => object | undefined,
  name = '',
  isMembers = false,
): Value {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => changeSchemas(item, change, name)) as Value // a list of the same
  const own = (value as { operationId?: string }).operationId ?? name
  const members = Object.entries(value).map(([key, inner]) => {
    const isSchema = (isMembers || key === 'items' || key === 'schema') && typeof inner === 'object' && inner !== null
    const innerName = isMembers ? key : own
    const changed = isSchema ? change(inner, innerName) : undefined
    return [key, changed ?? changeSchemas(inner, change, innerName, key === 'properties' && !isMembers)]
  })
  return Object.fromEntries(members) as Value // the same members
}

function mapped<Value, Result>(
  values: Readonly<Record<string, Value>>,
  change: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
}
