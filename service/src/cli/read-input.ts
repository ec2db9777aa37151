import { createReadStream } from 'node:fs'
import { stdin } from 'node:process'
import { type Terminal, UsageError } from '../terminal.ts'

/** More than any key or token has. */
const LARGEST_INPUT = 65_536

/** The bytes of a file, or of standard input for `-`; undefined if there are more than any key or token has. */
export async function readInput(source: string, what: string, terminal: Terminal): Promise<Buffer | undefined> {
  if (source === '-' && stdin.isTTY) terminal.tell(`Paste the ${what}, then press Enter and Ctrl-D.`)
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of source === '-' ? stdin : createReadStream(source)) {
      chunks.push(chunk)
      size += chunk.length
      if (size > LARGEST_INPUT) return undefined
    }
  } catch (error) {
    throw new UsageError(
      `The ${what} cannot be read from ${source === '-' ? 'standard input' : source}: ${why(error)}.`,
    )
  }
  return Buffer.concat(chunks)
}

export function why(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown fault'
  const words: Record<string, string> = {
    ENOENT: 'there is no such file',
    EACCES: 'this account may not read it',
    EISDIR: 'it is a directory',
  }
  return words[code] ?? code
}
