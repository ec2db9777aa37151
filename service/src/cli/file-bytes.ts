import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { stdin } from 'node:process'
import { asOneDocument, JSON_FILE } from '../domain/imports/index.ts'
import { UsageError } from '../terminal.ts'
import { why } from './read-input.ts'

/** A file, standard input (`-`), or the JSON files of a directory as one document. */
export async function* bytesOf(path: string): AsyncGenerator<Uint8Array> {
  try {
    if (path === '-') yield* stdin
    else if ((await stat(path)).isDirectory()) yield* documentOf(path)
    else yield* createReadStream(path)
  } catch (error) {
    throw new UsageError(`The file cannot be read: ${why(error)}.`)
  }
}

async function* documentOf(directory: string): AsyncGenerator<Uint8Array> {
  const names = (await readdir(directory)).filter((name) => JSON_FILE.test(name)).sort()
  yield* asOneDocument(names.map((name) => ({ name, bytes: () => createReadStream(join(directory, name)) })))
}
