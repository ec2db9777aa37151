import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { onTestFinished } from 'vitest'

export interface ExportedRecord {
  readonly type: string
  /* biome-ignore lint/suspicious/noExplicitAny: tests read what was written, whatever it is */
  readonly data: any
}

/** The lines of an export, the head and the seal included. */
export function linesIn(bytes: Uint8Array): string[] {
  const text = gunzipSync(bytes).toString()
  if (!text.endsWith('\n')) throw new Error('The last line has no end.')
  return text.slice(0, -1).split('\n')
}

export function recordsIn(bytes: Uint8Array): ExportedRecord[] {
  return linesIn(bytes).map((line) => JSON.parse(line))
}

/** A file of these lines with the seal that fits them. */
export function sealedFile(lines: readonly string[]): Buffer {
  const text = lines.map((line) => `${line}\n`).join('')
  const seal = { lines: lines.length, sha256: createHash('sha256').update(text).digest('hex') }
  return gzipSync(`${text}${JSON.stringify({ type: 'end', data: seal })}\n`)
}

/** A file of the test's own. Gone after it. */
export async function fileOf(bytes: Uint8Array): Promise<string> {
  const path = join(await ownDirectory(), 'export.ndjson.gz')
  await writeFile(path, bytes)
  return path
}

export async function ownDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'svc-transfer-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}
