import { Problem } from '../../foundation/problems/index.ts'
import type { ProjectCall } from '../call/index.ts'
import type { Import } from './import.ts'
import { importState, importUnreadable } from './problems.ts'
import { bytesOf, insertRows, type StagedRow } from './rows-store.ts'

/** Of the rows of all imports of a project, as long as they are needed. A million posts with ten million votes need half of it. */
const MOST_STAGED_BYTES = 5_000_000_000
/** Rows are written when there are so many of them, or when their texts are so long. Writing more at once would hold up requests. */
const BATCH = { rows: 500, bytes: 125_000 } as const

/** Writes the staged rows of an import in batches. While one is written, the next is read. */
export function openStaging(call: ProjectCall, made: Import) {
  let [waiting, bytes, last]: [StagedRow[], number, number] = [[], 0, 0]
  let writing: Promise<number | undefined> = Promise.resolve(0)
  async function write(): Promise<void> {
    const rows = waiting
    waiting = []
    bytes = 0
    await written()
    if (rows.length === 0) return
    writing = insertRows(call, made, last, rows)
    writing.catch(() => {}) // the next wait throws it
    last += rows.length
  }
  async function written(): Promise<void> {
    const staged = await writing
    if (staged === undefined) throw givenUp()
    if (staged > MOST_STAGED_BYTES) throw tooMuch()
  }
  return {
    /** True: so many rows wait that they should be written. */
    add: (rows: readonly StagedRow[]): boolean => {
      for (const row of rows) {
        waiting.push(row)
        bytes += bytesOf(row)
      }
      return waiting.length >= BATCH.rows || bytes >= BATCH.bytes
    },
    write,
    writeAll: async () => {
      await write()
      await written()
    },
  }
}

export function givenUp(): Problem {
  return new Problem(importState, { detail: 'The import was undone, or given up, before its file was read.' })
}

function tooMuch(): Problem {
  return new Problem(importUnreadable, {
    detail: `The records of all imports of this project need more than ${MOST_STAGED_BYTES / 1_000_000_000} GB until they are imported. Wait until those that run are done, start or undo those that wait, or import the file in parts.`,
  })
}
