import { stat } from 'node:fs/promises'
import { writeNewFile } from '../foundation/sealed-file/index.ts'
import { codeOf, StartError } from '../foundation/storage/index.ts'
import { UsageError } from '../terminal.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Writes a file that was not there before; returns its size. */
export async function writeFile(path: string, texts: AsyncIterable<string | Buffer>): Promise<number> {
  const taken = new UsageError(`${path} is there already. Name a new file.`)
  if (await isThere(path)) throw taken // before hours of work
  const isWritten = await untilSignal((signal) =>
    writeNewFile(path, texts, signal).catch((error) => {
      throw signal.aborted
        ? new StartError(`The command was ended before ${path} was complete.`)
        : explained(path, error)
    }),
  )
  if (!isWritten) throw taken
  return (await stat(path)).size
}

/** A process that is ended by a signal removes what it has written so far. */
async function untilSignal<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const end = new AbortController()
  const onSignal = () => end.abort()
  for (const name of SIGNALS) process.on(name, onSignal)
  try {
    return await work(end.signal)
  } finally {
    for (const name of SIGNALS) process.off(name, onSignal)
  }
}

/** What a file does not have, as a sentence after another one. */
export function describeLeftOut(names: readonly string[]): string {
  if (names.length === 0) return ''
  return `\nIt does not have these pictures, because the object storage no longer has them:\n${names.map((name) => `  ${name}`).join('\n')}`
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

function explained(path: string, error: unknown): unknown {
  const why: Readonly<Record<string, string>> = {
    ENOENT: 'its directory does not exist',
    ENOTDIR: 'a part of the path is a file',
    EACCES: 'this account may not write there',
    EROFS: 'it is on a read-only file system',
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk quota is used up',
  }
  const words = why[codeOf(error) ?? '']
  return words === undefined ? error : new StartError(`${path} cannot be written: ${words}.`)
}
