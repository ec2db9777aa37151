import { stat } from 'node:fs/promises'
import { writeNewFile } from '../foundation/sealed-file/index.ts'
import { codeOf, StartError } from '../foundation/storage/index.ts'
import { UsageError } from '../terminal.ts'

/** Writes a file that was not there before; returns its size. */
export async function writeFile(path: string, texts: AsyncIterable<string | Buffer>): Promise<number> {
  const taken = new UsageError(`${path} is there already. Name a new file.`)
  if (await isThere(path)) throw taken // before hours of work
  const isWritten = await writeNewFile(path, texts).catch((error) => {
    throw explained(path, error)
  })
  if (!isWritten) throw taken
  return (await stat(path)).size
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
