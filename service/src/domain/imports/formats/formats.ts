import type { ReadLine } from '../receive.ts'
import { readCanny } from './canny.ts'
import type { ColumnMap } from './columns.ts'
import { readCsv } from './csv.ts'
import { readFider } from './fider.ts'
import { readGithub } from './github.ts'
import { unreadable } from './lines.ts'
import { readNdjson } from './ndjson.ts'

export const FORMATS = ['ndjson', 'csv', 'canny', 'fider', 'uservoice', 'github'] as const
export type Format = (typeof FORMATS)[number]

/** Reads a file of one of these tools. Tables of Canny and UserVoice are told from documents by their first character. */
export async function* readFormat(
  format: Format,
  bytes: AsyncIterable<Uint8Array>,
  { now, map }: { readonly now: Date; readonly map?: ColumnMap | undefined },
): AsyncGenerator<ReadLine> {
  const { isDocument, isArchive, all } = await lookAt(bytes)
  if (isArchive) throw unreadable('The file is compressed. Unpack it first.')
  switch (format) {
    case 'ndjson':
      return yield* readNdjson(all, now)
    case 'canny':
      return yield* isDocument ? readCanny(all, now) : readCsv(all, now, map)
    case 'csv':
    case 'uservoice':
      return yield* readCsv(all, now, map)
    case 'fider':
      return yield* readFider(all, now)
    case 'github':
      return yield* readGithub(all, now)
  }
}

/** Of zip, gzip, Zstandard, bzip2 and xz. */
const ARCHIVES = ['504b0304', '1f8b', '28b52ffd', '425a68', 'fd377a58']
/** A brace or a bracket, after a byte order mark and spaces. */
const DOCUMENT = /^(?:efbbbf)?(?:20|09|0a|0d)*(?:7b|5b)/

/** How a file begins, and all of it. A compressed file is never unpacked, so none can be a bomb. */
async function lookAt(bytes: AsyncIterable<Uint8Array>) {
  const pieces = bytes[Symbol.asyncIterator]()
  const first = await pieces.next()
  const beginning: Uint8Array = first.done ? new Uint8Array() : first.value
  const hex = Buffer.from(beginning.subarray(0, 64)).toString('hex')
  async function* all(): AsyncGenerator<Uint8Array> {
    yield beginning
    yield* { [Symbol.asyncIterator]: () => pieces }
  }
  return {
    isDocument: DOCUMENT.test(hex),
    isArchive: ARCHIVES.some((signature) => hex.startsWith(signature)),
    all: all(),
  }
}
