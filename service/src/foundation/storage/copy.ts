import type pg from 'pg'

const CHUNK_BYTES = 128 * 1024
/** When so many chunks wait to be read, the server is asked to wait too. */
const MOST_WAITING = 16

/** Methods of the driver's connection that its types lack. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

/** `COPY … TO STDOUT`: the lines of PostgreSQL's text format, in chunks that end with a line. The driver supports COPY only through a submittable of one's own. */
export async function* copyOut(client: pg.Client, statement: string): AsyncGenerator<Buffer> {
  const copy = new CopyOut(statement)
  client.query(copy)
  yield* copy.chunks()
}

/** `COPY … FROM STDIN` of such lines, as fast as the server takes them. */
export async function copyIn(client: pg.Client, statement: string, lines: AsyncIterable<Buffer>): Promise<void> {
  const copy = new CopyIn(statement, lines)
  client.query(copy)
  await copy.done
}

/* The driver calls these by their names when the server has something to say about the statement. */
class CopyOut implements pg.Submittable {
  readonly #text: string
  #connection: pg.Connection | undefined
  #rows: Buffer[] = []
  #size = 0
  readonly #waiting: Buffer[] = []
  #isDone = false
  #failure: Error | undefined
  #wake = () => {}

  constructor(text: string) {
    this.#text = text
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection
    connection.query(this.#text)
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.#rows.push(Buffer.from(chunk)) // the driver uses its own memory again
    this.#size += chunk.length
    if (this.#size >= CHUNK_BYTES) this.#pass()
  }

  handleCommandComplete(): void {
    this.#pass()
  }

  handleError(error: Error): void {
    this.#failure = error
    this.#isDone = true
    this.#wake()
  }

  handleReadyForQuery(): void {
    this.#isDone = true
    this.#wake()
  }

  #pass(): void {
    if (this.#size > 0) this.#waiting.push(Buffer.concat(this.#rows))
    this.#rows = []
    this.#size = 0
    if (this.#waiting.length >= MOST_WAITING) this.#connection?.stream.pause()
    this.#wake()
  }

  async *chunks(): AsyncGenerator<Buffer> {
    for (;;) {
      const chunk = this.#waiting.shift()
      if (chunk) {
        if (this.#waiting.length === 0) this.#connection?.stream.resume()
        yield chunk
      } else if (this.#failure) throw this.#failure
      else if (this.#isDone) return
      else await new Promise<void>((wake) => (this.#wake = wake))
    }
  }
}

class CopyIn implements pg.Submittable {
  readonly #text: string
  readonly #lines: AsyncIterable<Buffer>
  readonly #settled = Promise.withResolvers<void>()

  constructor(text: string, lines: AsyncIterable<Buffer>) {
    this.#text = text
    this.#lines = lines
  }

  get done(): Promise<void> {
    return this.#settled.promise
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#text)
  }

  handleCopyInResponse(connection: CopyConnection): void {
    this.#send(connection).then(
      () => connection.endCopyFrom(),
      (error) => {
        this.#settled.reject(error)
        connection.sendCopyFail('The rows could not be read')
      },
    )
  }

  handleCommandComplete(): void {}

  handleError(error: Error): void {
    this.#settled.reject(error)
  }

  handleReadyForQuery(): void {
    this.#settled.resolve()
  }

  async #send(connection: CopyConnection): Promise<void> {
    let held: Buffer[] = []
    let size = 0
    for await (const line of this.#lines) {
      held.push(line, LINE_END)
      size += line.length + 1
      if (size < CHUNK_BYTES) continue
      connection.sendCopyFromChunk(Buffer.concat(held))
      held = []
      size = 0
      if (connection.stream.writableNeedDrain) await new Promise((drained) => connection.stream.once('drain', drained))
    }
    if (size > 0) connection.sendCopyFromChunk(Buffer.concat(held))
  }
}

const LINE_END = Buffer.from('\n')
