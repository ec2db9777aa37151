import type pg from 'pg'

const CHUNK_BYTES = 256 * 1024

/** Methods of the driver's connection that its types lack. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

/**
 * `COPY … FROM STDIN` of rows in PostgreSQL's text format, as fast as the server takes them. The driver supports COPY only through a custom
 * submittable, so this is one; it needs no further package.
 */
export function copyInto(
  client: pg.Client,
  table: string,
  columns: readonly string[],
  rows: Iterable<string>,
): Promise<void> {
  const copy = new CopyIn(`copy ${table} (${columns.join(', ')}) from stdin`, rows)
  client.query(copy)
  return copy.done
}

/** A value of a row; special characters of the format are escaped, and an absent value is null. */
export function field(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return '\\N'
  if (typeof value !== 'string') return String(value)
  return /[\\\t\n\r]/.test(value) ? value.replace(/[\\\t\n\r]/g, (character) => ESCAPED[character] ?? '') : value
}

const ESCAPED: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/* The driver calls these by their names when the server has something to say about the statement. */
class CopyIn implements pg.Submittable {
  readonly #text: string
  readonly #rows: Iterable<string>
  readonly #settled = Promise.withResolvers<void>()

  constructor(text: string, rows: Iterable<string>) {
    this.#text = text
    this.#rows = rows
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
        connection.sendCopyFail('The rows could not be made')
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
    let held = ''
    for (const row of this.#rows) {
      held += `${row}\n`
      if (held.length < CHUNK_BYTES) continue
      connection.sendCopyFromChunk(Buffer.from(held))
      held = ''
      if (connection.stream.writableNeedDrain) await new Promise((drained) => connection.stream.once('drain', drained))
    }
    if (held) connection.sendCopyFromChunk(Buffer.from(held))
  }
}
