import { JsonFault, parseJson } from '../../../foundation/json/index.ts'
import { unreadable } from './lines.ts'

/** A document is read as a whole, so it has a limit. Larger exports come in several files, or as NDJSON. */
const MOST_BYTES = 64 * 1_048_576

const BYTE_ORDER_MARK = 'efbbbf'

export type Json = Readonly<Record<string, unknown>>

export async function readDocument(bytes: AsyncIterable<Uint8Array>): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > MOST_BYTES)
      throw unreadable(`The document is larger than ${MOST_BYTES / 1_048_576} MB. Import it in parts.`)
    chunks.push(chunk)
  }
  const whole = Buffer.concat(chunks)
  try {
    return parseJson(whole.toString('hex', 0, 3) === BYTE_ORDER_MARK ? whole.subarray(3) : whole)
  } catch (error) {
    if (error instanceof JsonFault) throw unreadable(`The file is not a JSON document: ${error.message}.`)
    throw error
  }
}

export interface NamedBytes {
  readonly name: string
  readonly bytes: () => AsyncIterable<Uint8Array>
}

/** Whether a file can be a part of such a document. */
export const JSON_FILE = /\.json$/i

/** JSON files as one document: an object with a member for each, by its name. */
export async function* asOneDocument(files: readonly NamedBytes[]): AsyncGenerator<Uint8Array> {
  yield Buffer.from('{')
  for (const [place, { name, bytes }] of files.entries()) {
    yield Buffer.from(`${place === 0 ? '' : ','}${JSON.stringify(name.replace(JSON_FILE, ''))}:`)
    yield* bytes()
  }
  yield Buffer.from('}')
}

/** Objects of a list; everything else is left out. */
export function objectsIn(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

export function objectIn(value: unknown): Json {
  return isObject(value) ? value : {}
}

export function textIn(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
