import type { FastifyRequest } from 'fastify'
import { bodyTooLarge, invalidRequest, Problem } from '../../foundation/problems/index.ts'
import { boundaryOf, notOneFile } from './one-file.ts'

/** A field of a form, or a file if it has a file name. An empty choice of files has an empty name. */
export interface FormPart {
  readonly name: string
  readonly fileName: string | undefined
  readonly bytes: AsyncIterable<Uint8Array>
}

const MOST_PARTS = 60
const MOST_HEAD_BYTES = 8_192
const [LINE, END_OF_HEAD, LAST] = ['\r\n', '\r\n\r\n', '--']

/** The parts of a form (RFC 7578), one after the other as they arrive: what the caller does not keep is not in memory. */
export async function* partsAsTheyCome(request: FastifyRequest, mostBytes: number): AsyncGenerator<FormPart> {
  const mark = Buffer.from(`${LINE}--${boundaryOf(request)}`)
  const incoming = new Incoming(request.raw.iterator({ destroyOnReturn: false }), mostBytes)
  await drain(incoming.until(mark))
  for (let count = 0; (await incoming.take(2)) !== LAST; count += 1) {
    if (count >= MOST_PARTS) throw broken()
    const head = await headOf(incoming)
    let isRead = false
    async function* bytes(): AsyncGenerator<Uint8Array> {
      yield* incoming.until(mark)
      isRead = true
    }
    yield { ...head, bytes: bytes() }
    if (!isRead) await drain(incoming.until(mark))
  }
}

/** The file of a form with exactly one part, read as it comes: with fewer copies than a form that is read as a whole. */
export async function readFileAsItComes(request: FastifyRequest, mostBytes: number): Promise<Buffer> {
  let file: Buffer | undefined
  for await (const { fileName, bytes } of partsAsTheyCome(request, mostBytes)) {
    if (fileName === undefined || file) throw notOneFile()
    const chunks: Uint8Array[] = []
    for await (const chunk of bytes) chunks.push(chunk)
    file = Buffer.concat(chunks)
  }
  if (!file) throw notOneFile()
  return file
}

async function headOf(incoming: Incoming): Promise<Omit<FormPart, 'bytes'>> {
  let head = ''
  for await (const bytes of incoming.until(Buffer.from(END_OF_HEAD))) {
    head += Buffer.from(bytes).toString()
    if (head.length > MOST_HEAD_BYTES) throw broken()
  }
  const disposition = head.split(LINE).find((line) => /^content-disposition:\s*form-data\b/i.test(line)) ?? ''
  const [, name] = /;\s*name="([^"]*)"/i.exec(disposition) ?? []
  const [, fileName] = /;\s*filename="([^"]*)"/i.exec(disposition) ?? []
  if (name === undefined) throw broken()
  return { name, fileName }
}

async function drain(bytes: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of bytes) {
    // not wanted
  }
}

/** The bytes of a body, with those that arrived and were not taken yet. */
class Incoming {
  readonly #chunks: AsyncIterator<Buffer>
  readonly #most: number
  #waiting = Buffer.from(LINE) // the first mark has no line before it
  #size = 0

  constructor(chunks: AsyncIterator<Buffer>, most: number) {
    this.#chunks = chunks
    this.#most = most
  }

  /** All bytes before the mark, which is left out. */
  async *until(mark: Buffer): AsyncGenerator<Uint8Array> {
    for (;;) {
      const at = this.#waiting.indexOf(mark)
      const certain = at === -1 ? Math.max(0, this.#waiting.length - mark.length + 1) : at
      const bytes = this.#waiting.subarray(0, certain)
      this.#waiting = this.#waiting.subarray(at === -1 ? certain : at + mark.length)
      if (bytes.length > 0) yield bytes
      if (at !== -1) return
      await this.#wait()
    }
  }

  async take(count: number): Promise<string> {
    while (this.#waiting.length < count) await this.#wait()
    const text = this.#waiting.toString('latin1', 0, count)
    this.#waiting = this.#waiting.subarray(count)
    return text
  }

  async #wait(): Promise<void> {
    const { value, done } = await this.#chunks.next()
    if (done) throw broken()
    this.#size += value.length
    if (this.#size > this.#most) throw new Problem(bodyTooLarge)
    this.#waiting = Buffer.concat([this.#waiting, value])
  }
}

function broken(): Problem {
  return new Problem(invalidRequest, { detail: 'The form did not arrive as a browser sends it.' })
}
