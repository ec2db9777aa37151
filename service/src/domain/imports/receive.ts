import type { Id } from '../../foundation/ids/index.ts'
import { Problem } from '../../foundation/problems/index.ts'
import { rateLimited } from '../../foundation/rate-limits/index.ts'
import { inTransaction, type Permitted } from '../call/index.ts'
import { limitReached } from '../labels/index.ts'
import { MOST_WAITING } from './bounds.ts'
import { checkRows } from './check.ts'
import { type Import, type LineFault, sizeOf } from './import.ts'
import { requireImport, startImport } from './imports.ts'
import { refuseTooManyLabels } from './labels.ts'
import { importState, importUnreadable } from './problems.ts'
import type { ReadLine } from './read-record.ts'
import { analyzeRows, bytesOf, insertRows, type StagedRow } from './rows-store.ts'
import { readSource } from './source.ts'
import { openStage } from './stage.ts'
import { countWaiting, insertImport, setChecked, setFailed } from './store.ts'
import { addFault, addNote, addRecord, daysIn, emptySummary, labelsIn, type Summary } from './summary.ts'

export interface ImportOptions {
  /** Where the records come from, such as `canny`. */
  readonly source: string
  /** Only checks: the import waits until it is started. */
  readonly isDryRun?: boolean
  /** Starts although some lines are faulty; these are left out. */
  readonly skipsFaults?: boolean
  readonly notifies?: boolean
  /** The import whose place it takes: that one is not counted among those that wait. */
  readonly replaces?: Id<'import'> | undefined
  /** Called when the import exists, before the file is read. */
  readonly onOpened?: (id: Id<'import'>) => Promise<void>
  /** Called after each part of the rows, while they are checked. */
  readonly onPart?: () => Promise<void>
  /** Called for each fault, also beyond those that are kept. */
  readonly onFault?: (fault: LineFault) => void
  /** Called for each thing that cannot be carried over whole. */
  readonly onNote?: (note: LineFault) => void
  /** Called now and then with the number of lines that were read. */
  readonly onRead?: (lines: number) => void
}

/** Of the rows of all imports of a project, as long as they are needed. A million posts with ten million votes need half of it. */
const MOST_STAGED_BYTES = 5_000_000_000
/** Files that one process reads at a time; of each project, one. */
const MOST_AT_ONCE = 6
/** From so many records on, a wrong plan would be felt. */
const MANY_RECORDS = 10_000
/** Rows are written when there are so many of them, or when their texts are so long. */
const BATCH = { rows: 2_000, bytes: 2_000_000 } as const

/** The projects whose files are being read. */
const receiving = new Set<Id<'project'>>()

/**
 * Reads all records, checks them, and starts the import unless there are faults. Nothing that anybody sees changes before that. A file that cannot be
 * read to its end leaves an import that failed.
 */
export async function receiveImport(
  call: Permitted<'imports:write'>,
  lines: AsyncIterable<ReadLine>,
  options: ImportOptions,
): Promise<Import> {
  const source = readSource(options.source)
  if (receiving.has(call.project.id) || receiving.size >= MOST_AT_ONCE)
    throw new Problem(rateLimited, {
      detail: `The service reads one import of a project at a time, and ${MOST_AT_ONCE} in all. Try again when one of them was read.`,
      headers: { 'retry-after': '5' },
    })
  receiving.add(call.project.id)
  try {
    const made = await openImport(call, source, options)
    const summary = await receive(call, made, lines, options).catch(async (error) => {
      const failure = error instanceof Problem ? (error.detail ?? error.kind.code) : 'The file was not read to its end.'
      await setFailed(call, made, failure).catch(() => {}) // the first error counts
      throw error
    })
    if (!options.isDryRun && (summary.faultCount === 0 || options.skipsFaults)) await startImport(call, made.id)
    return await requireImport(call, made.id)
  } finally {
    receiving.delete(call.project.id)
  }
}

function openImport(
  call: Permitted<'imports:write'>,
  source: string,
  { notifies = false, replaces }: ImportOptions,
): Promise<Import> {
  return inTransaction(call, async (call) => {
    if ((await countWaiting(call, replaces)) >= MOST_WAITING)
      throw new Problem(limitReached, {
        detail: `${MOST_WAITING} imports of this project wait. Start or undo one of them first.`,
      })
    return insertImport(call, { source, notifies })
  })
}

async function receive(
  call: Permitted<'imports:write'>,
  made: Import,
  lines: AsyncIterable<ReadLine>,
  { onOpened, onPart = async () => {}, onFault, onNote, onRead }: ImportOptions,
): Promise<Summary> {
  await onOpened?.(made.id)
  const summary = emptySummary()
  const rowsFor = openStage(made.source)
  const batches = openBatches(call, made)
  const fault = (line: number, detail: string) => {
    onFault?.({ line, detail })
    addFault(summary, { line, detail })
  }
  const note = (line: number, detail: string) => {
    onNote?.({ line, detail })
    addNote(summary, { line, detail })
  }
  for await (const read of lines) {
    if ('fault' in read) fault(read.line, read.fault)
    else if ('note' in read) note(read.line, read.note)
    else {
      addRecord(summary, read.record)
      if (!batches.add(rowsFor(read.line, read.record))) continue
      await batches.write()
      onRead?.(read.line)
    }
  }
  await batches.writeAll()
  if (sizeOf(summary.received) >= MANY_RECORDS) await analyzeRows(call).catch(() => {}) // another reception does it at the moment
  const stage = async (rows: readonly StagedRow[]) => {
    batches.add(rows)
    await batches.writeAll()
  }
  await checkRows(call, made, summary.received, { fault, note, stage, onPart })
  for (const found of [summary.faults, summary.notes]) found.sort((one, other) => one.line - other.line)
  const labels = labelsIn(summary)
  await refuseTooManyLabels(call, { source: made.source, labels })
  if (!(await setChecked(call, made, { ...summary, labels, days: daysIn(summary) }))) throw discarded()
  return summary
}

/** Writes staged rows in batches. While one is written, the next is read. */
function openBatches(call: Permitted<'imports:write'>, made: Import) {
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
    if (staged === undefined) throw discarded()
    if (staged > MOST_STAGED_BYTES)
      throw new Problem(importUnreadable, {
        detail: `The records of all imports of this project need more than ${MOST_STAGED_BYTES / 1_000_000_000} GB until they are imported. Wait until those that run are done, start or undo those that wait, or import the file in parts.`,
      })
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

function discarded(): Problem {
  return new Problem(importState, { detail: 'The import was undone, or given up, before its file was read.' })
}
