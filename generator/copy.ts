import type pg from 'pg'
import { copyIn } from '../service/src/foundation/storage/index.ts'

const CHUNK_CHARACTERS = 256 * 1024

/** `COPY … FROM STDIN` of rows in PostgreSQL's text format. */
export function copyInto(
  client: pg.Client,
  table: string,
  columns: readonly string[],
  rows: Iterable<string>,
): Promise<void> {
  return copyIn(client, `copy ${table} (${columns.join(', ')}) from stdin`, inChunks(rows))
}

/** Many rows at once: a step for each of ten million would cost more than the rows. */
async function* inChunks(rows: Iterable<string>): AsyncGenerator<Buffer> {
  let held: string[] = []
  let size = 0
  for (const row of rows) {
    held.push(row)
    size += row.length
    if (size < CHUNK_CHARACTERS) continue
    yield Buffer.from(held.join('\n'))
    held = []
    size = 0
  }
  if (held.length > 0) yield Buffer.from(held.join('\n'))
}

/** A value of a row; special characters of the format are escaped, and an absent value is null. */
export function field(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return '\\N'
  if (typeof value !== 'string') return String(value)
  return /[\\\t\n\r]/.test(value) ? value.replace(/[\\\t\n\r]/g, (character) => ESCAPED[character] ?? '') : value
}

const ESCAPED: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
