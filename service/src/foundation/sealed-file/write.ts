import { createHash, randomBytes } from 'node:crypto'
import { link, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline as connect, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { codeOf } from '../storage/index.ts'

const LINE_FEED = 10

/** The lines, then one that seals them: how many there are, and the SHA-256 of all their bytes. A text may end anywhere, also within a line. */
async function* sealed(texts: AsyncIterable<string | Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let lines = 0
  for await (const text of texts) {
    const bytes = typeof text === 'string' ? Buffer.from(text) : text
    for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) lines += 1
    hash.update(bytes)
    yield bytes
  }
  yield Buffer.from(`${JSON.stringify({ type: 'end', data: { lines, sha256: hash.digest('hex') } })}\n`)
}

/** The same, compressed. When the reader stops, the texts are stopped too. */
export function sealedStream(texts: AsyncIterable<string | Buffer>): Readable {
  const zip = createGzip()
  connect(Readable.from(sealed(texts)), zip, () => {}) // a failure reaches the reader of the stream
  return zip
}

/**
 * Writes the lines, sealed and compressed, to a file that only this account can read. The file has its name once it is complete and on disk. False: there is
 * a file of this name already, and it stays as it is. If `signal` aborts, nothing is left.
 */
export async function writeNewFile(
  path: string,
  texts: AsyncIterable<string | Buffer>,
  signal: AbortSignal,
): Promise<boolean> {
  const unfinished = `${path}.unfinished-${randomBytes(6).toString('hex')}`
  const file = await open(unfinished, 'wx', 0o600)
  try {
    const target = file.createWriteStream({ flush: true })
    await untilAborted(signal, pipeline(Readable.from(sealed(texts)), createGzip(), target, { signal }))
    const isNamed = await giveName(unfinished, path)
    if (isNamed) await syncDirectory(dirname(path))
    return isNamed
  } finally {
    await file.close().catch(() => {}) // the stream has closed it, unless it failed before
    await rm(unfinished, { force: true })
  }
}

/** Does not wait for the end of what was aborted: it may wait itself, such as for a lock of the database. */
function untilAborted(signal: AbortSignal, work: Promise<void>): Promise<void> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([work, aborted])
}

const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

/** A link is refused if the name is taken, also at this very moment. Some file systems, such as exFAT, have none. */
async function giveName(unfinished: string, path: string): Promise<boolean> {
  try {
    await link(unfinished, path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    if (!NO_LINKS.has(codeOf(error) ?? '')) throw error
  }
  const own = await open(path, 'wx', 0o600).catch((error) => {
    if (codeOf(error) === 'EEXIST') return undefined
    throw error
  })
  if (!own) return false
  await own.close()
  await rename(unfinished, path) // over the empty file that took the name
  return true
}

/** After a power failure the name is still there. Some systems do not open directories, or do not sync them. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r').catch(() => undefined)
  await directory?.sync().catch(() => {})
  await directory?.close()
}
