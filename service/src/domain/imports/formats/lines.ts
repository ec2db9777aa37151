import { Problem } from '../../../foundation/problems/index.ts'
import { importUnreadable } from '../problems.ts'

/** Longer than any record: a body of 10,000 characters of four bytes, each escaped. */
export const LONGEST_LINE_BYTES = 1_048_576

export function unreadable(detail: string): Problem {
  return new Problem(importUnreadable, { detail: `${detail} ${importUnreadable.remedy}` })
}

/**
 * The text of a file, in pieces. Refuses what is not UTF-8, and NUL, which no text holds. A byte order mark at the beginning is left out. Memory stays
 * flat however large the file is.
 */
export async function* decode(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  try {
    for await (const chunk of bytes) {
      if (isFirst && isUtf16(chunk)) throw unreadable('The file is in UTF-16. Save it as UTF-8.')
      isFirst = false
      const text = decoder.decode(chunk, { stream: true })
      if (text.includes('\0')) throw unreadable('The file holds the character U+0000, so it is not a text.')
      if (text !== '') yield text
    }
    const rest = decoder.decode()
    if (rest !== '') yield rest
  } catch (error) {
    if (error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw unreadable('The file is not in UTF-8. In Excel: Save as → CSV UTF-8.')
    throw error
  }
}

function isUtf16(chunk: Uint8Array): boolean {
  return (chunk[0] === 0xff && chunk[1] === 0xfe) || (chunk[0] === 0xfe && chunk[1] === 0xff)
}

/** The lines of a text, with their numbers. */
export async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<{ line: number; text: string }> {
  let rest = ''
  let line = 0
  for await (const text of texts) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const each of lines) yield { line: ++line, text: each.endsWith('\r') ? each.slice(0, -1) : each }
    if (rest.length > LONGEST_LINE_BYTES) {
      throw unreadable(`Line ${line + 1} is longer than ${LONGEST_LINE_BYTES / 1_048_576} MB, so it is not a record.`)
    }
  }
  if (rest !== '') yield { line: line + 1, text: rest }
}
