import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { codeOf } from '../storage/index.ts'

const LINE_FEED = 10
/** Each chunk costs a round through the event loop. */
const CHUNK_BYTES = 128 * 1024
/** More than the largest record has: a picture in both sizes. */
const LONGEST_LINE = 64 * 1024 * 1024

/** What is wrong with a file, for the person who named it. */
export class FileFault extends Error {
  override readonly name = 'FileFault'
}

/**
 * The lines of a file as `sealed` writes them, without their ends. The seal is checked after the last line: whoever does something with a line that cannot be undone must
 * have read the whole file before.
 */
export async function* readSealed(path: string): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let number = 0
  let last: Buffer | undefined
  for await (const line of linesOf(path)) {
    if (last) {
      hash.update(last).update('\n')
      number += 1
      yield last
    }
    last = line
  }
  const seal = sealIn(last)
  if (!seal) throw new FileFault('The file has no end: it is not complete. Copy it again.')
  if (seal.lines !== number || seal.sha256 !== hash.digest('hex')) {
    throw new FileFault(
      'The checksum at the end of the file does not fit its content: it was changed or damaged. Copy it again.',
    )
  }
}

async function* linesOf(path: string): AsyncGenerator<Buffer> {
  let rest: Buffer[] = []
  let size = 0
  for await (const chunk of chunksOf(path)) {
    let from = 0
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, from)) {
      yield rest.length === 0 ? chunk.subarray(from, at) : Buffer.concat([...rest, chunk.subarray(from, at)])
      rest = []
      size = 0
      from = at + 1
    }
    if (from === chunk.length) continue
    rest.push(chunk.subarray(from))
    size += chunk.length - from
    if (size > LONGEST_LINE) throw new FileFault('A line of the file is too long: it was not written by this service.')
  }
  if (rest.length > 0) throw new FileFault('The file ends within a line: it is not complete. Copy it again.')
}

async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  const source = createReadStream(path, { highWaterMark: CHUNK_BYTES })
  const unzip = createGunzip({ chunkSize: CHUNK_BYTES })
  source.on('error', (error) => unzip.destroy(error))
  try {
    yield* source.pipe(unzip)
  } catch (error) {
    throw explained(error)
  } finally {
    source.destroy()
    unzip.destroy()
  }
}

function explained(error: unknown): unknown {
  const words: Readonly<Record<string, string>> = {
    ENOENT: 'There is no such file.',
    EACCES: 'This account may not read the file.',
    EISDIR: 'That is a directory, not a file.',
    Z_DATA_ERROR: 'The file is not gzip, or is damaged.',
    Z_BUF_ERROR: 'The file is not complete. Copy it again.',
  }
  const text = words[codeOf(error) ?? '']
  return text === undefined ? error : new FileFault(text)
}

function sealIn(line: Buffer | undefined): { lines: unknown; sha256: unknown } | undefined {
  try {
    const { type, data } = JSON.parse(String(line))
    return type === 'end' ? data : undefined
  } catch {
    return undefined
  }
}
