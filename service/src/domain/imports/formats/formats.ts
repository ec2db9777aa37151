import { EXPORT_FORMAT } from '../../project-transfer/index.ts'
import type { ReadLine } from '../read-record.ts'
import { readCanny } from './canny.ts'
import { readCsv, type TableOptions } from './csv.ts'
import { readFider } from './fider.ts'
import { readGithub } from './github.ts'
import { unreadable } from './lines.ts'
import { readNdjson } from './ndjson.ts'

export const FORMATS = ['ndjson', 'csv', 'canny', 'fider', 'uservoice', 'github'] as const
export type Format = (typeof FORMATS)[number]

/** More than ten million votes need. */
const MOST_BYTES = 8 * 1_073_741_824

export interface ReadOptions extends TableOptions {
  readonly now: Date
  /** A longer file is not read further. */
  readonly mostBytes?: number | undefined
}

/** Reads a file of one of these tools. Tables of Canny and UserVoice are told from documents by their first character. */
export async function* readFormat(
  format: Format,
  bytes: AsyncIterable<Uint8Array>,
  { now, mostBytes = MOST_BYTES, ...table }: ReadOptions,
): AsyncGenerator<ReadLine> {
  const { isDocument, refusal, all } = await lookAt(atMost(mostBytes, bytes))
  if (refusal !== undefined) throw unreadable(refusal)
  switch (format) {
    case 'ndjson':
      return yield* readNdjson(all, now)
    case 'canny':
      return yield* isDocument ? readCanny(all, now) : readCsv(all, now, table)
    case 'csv':
    case 'uservoice':
      return yield* readCsv(all, now, table)
    case 'fider':
      return yield* readFider(all, now)
    case 'github':
      return yield* readGithub(all, now)
  }
}

const [ZIP, GZIP] = ['504b0304', '1f8b']
/** Of Zstandard, bzip2 and xz. */
const OTHER_ARCHIVES = ['28b52ffd', '425a68', 'fd377a58']
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
    refusal: refusalOf(hex, Buffer.from(beginning.subarray(0, 200)).toString()),
    all: all(),
  }
}

/** Throws if a file that begins like this can be none of these formats. */
export function refuseBeginning(beginning: Uint8Array): void {
  const refusal = refusalOf(
    Buffer.from(beginning.subarray(0, 64)).toString('hex'),
    Buffer.from(beginning.subarray(0, 200)).toString(),
  )
  if (refusal !== undefined) throw unreadable(refusal)
}

function refusalOf(hex: string, text: string): string | undefined {
  if (hex.startsWith(GZIP))
    return 'The file is compressed. Unpack it first. An export of this service is taken by svc project import, as it is.'
  if (hex.startsWith(ZIP))
    return 'The file is a zip archive, as .xlsx files are. Save a spreadsheet as CSV, and unpack anything else first. Of a backup of Fider, name the directory, or choose all of its JSON files.'
  if (OTHER_ARCHIVES.some((signature) => hex.startsWith(signature))) return 'The file is compressed. Unpack it first.'
  if (text.includes(`"${EXPORT_FORMAT}"`))
    return 'The file is an export of this service. Compress it with gzip again, and make a project of it: svc project import FILE.'
  return undefined
}

async function* atMost(most: number, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > most) throw unreadable(`The file is larger than ${most / 1_073_741_824} GB. Import it in parts.`)
    yield chunk
  }
}
