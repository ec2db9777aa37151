import { type TSchema, Type } from 'typebox'
import { Unreadable } from '../../foundation/schemas/index.ts'

/** As Ajv makes them. */
export interface Validator {
  (data: unknown): unknown
  errors?: unknown
}

type Read = (value: unknown) => unknown
type Readers = readonly (readonly [name: string, read: Read])[]

/** A query holds texts. Only the one way to write a number or a flag is read; any other text is left for the validator to refuse. */
const FROM_TEXT: Readonly<Record<string, Read>> = {
  integer: (text) => (typeof text === 'string' && /^(?:0|[1-9][0-9]{0,8})$/.test(text) ? Number(text) : text),
  boolean: (text) => (text === 'true' ? true : text === 'false' ? false : text),
  array: (text) => (typeof text === 'string' ? [text] : text), // a list with one value
}

/**
 * Validates a query or a body, and reads it as its schema says: a handler gets numbers, flags and dates, never their texts. Codecs work only for
 * direct members of the body or the query; a schema with one anywhere else is refused when its route is registered.
 */
export function readBySchema(validate: Validator, schema: TSchema, part: string | undefined): Validator {
  const fromText = part === 'querystring' ? readersIn(schema, ({ type }) => FROM_TEXT[String(type)]) : []
  refuseDeepCodecs(schema)
  const codecs = readersIn(schema, (member) => (Type.IsCodec(member) ? member['~codec'].decode : undefined))
  if (fromText.length === 0 && codecs.length === 0) return validate
  const read: Validator = (data) => {
    if (typeof data === 'object' && data !== null) readMembers(data as Record<string, unknown>, fromText) // of any names
    if (!validate(data)) {
      read.errors = validate.errors
      return false
    }
    const faults = typeof data === 'object' && data !== null ? readMembers(data as Record<string, unknown>, codecs) : []
    read.errors = faults
    return faults.length === 0
  }
  return read
}

interface Schema {
  readonly type?: unknown
}

function readersIn(schema: TSchema, readerOf: (member: TSchema & Schema) => Read | undefined): Readers {
  const { properties = {} } = schema as { properties?: Readonly<Record<string, TSchema>> } // as JSON Schema says
  return Object.entries(properties).flatMap(([name, member]) => {
    const read = readerOf(member)
    return read ? [[name, read] as const] : []
  })
}

function refuseDeepCodecs(schema: TSchema): void {
  const { properties = {}, ...around } = schema as { properties?: Readonly<Record<string, TSchema>> } // as above
  const members = Object.entries(properties).flatMap(([name, member]) =>
    Object.values(member).some(holdsCodec) ? [name] : [],
  )
  const place = members[0] ?? (Type.IsCodec(schema) || holdsCodec(around) ? 'the whole' : undefined)
  if (place !== undefined) throw new Error(`The schema has a codec that would not be read, in ${place}`)
}

function holdsCodec(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false
  return Type.IsCodec(part) || Object.values(part).some(holdsCodec)
}

/** Replaces the members by their values. Returns errors in the format of Ajv. */
function readMembers(data: Record<string, unknown>, readers: Readers) {
  return readers.flatMap(([name, read]) => {
    if (data[name] === undefined) return []
    try {
      data[name] = read(data[name])
      return []
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      return [{ instancePath: `/${name}`, message: error.message, params: {} }]
    }
  })
}
