import { JsonFault, parseJson } from '../../../foundation/json/index.ts'
import { RecordFault } from '../read-members.ts'
import { type ReadLine, readLine } from '../read-record.ts'
import { decode, linesOf } from './lines.ts'

/** One record a line, as JSON. Empty lines are left out. */
export async function* readNdjson(bytes: AsyncIterable<Uint8Array>, now: Date): AsyncGenerator<ReadLine> {
  for await (const { line, text } of linesOf(decode(bytes))) {
    if (text.trim() !== '') yield readLine(line, () => parsed(text), now)
  }
}

function parsed(text: string): unknown {
  try {
    return parseJson(Buffer.from(text))
  } catch (error) {
    if (error instanceof JsonFault) throw new RecordFault('the line', `is not JSON: ${error.message}`)
    throw error
  }
}
