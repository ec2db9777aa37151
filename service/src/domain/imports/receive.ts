import { keepHeapSmall } from '../../foundation/heap/index.ts'
import type { Id } from '../../foundation/ids/index.ts'
import { breather } from '../../foundation/jobs/index.ts'
import { Problem } from '../../foundation/problems/index.ts'
import { rateLimited } from '../../foundation/rate-limits/index.ts'
import { inTransaction, type Permitted } from '../call/index.ts'
import { listFields } from '../fields/index.ts'
import { limitReached } from '../labels/index.ts'
import { MOST_WAITING } from './bounds.ts'
import { checkRows, type Found } from './check.ts'
import { blankErased, shareErasures } from './erased-store.ts'
import { openFieldReader } from './field-values.ts'
import { type Import, type LineFault, sizeOf } from './import.ts'
import { refuseManyRunning, requireImport, startImport } from './imports.ts'
import { refuseTooManyLabels } from './labels.ts'
import type { ReadLine } from './read-record.ts'
import { analyzeRows, type StagedRow } from './rows-store.ts'
import { readSource } from './source.ts'
import { openStage } from './stage.ts'
import { givenUp, openStaging } from './staging.ts'
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
  /** When the file was sent: whoever was erased since then becomes nobody. Absent: it is being sent now. */
  readonly sentAt?: Date | undefined
  /** Called when nothing else stands in the way of the import, before it exists. It throws to refuse it. */
  readonly admit?: () => Promise<void>
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

/** Files that one process reads at a time; of each project, one. */
const MOST_AT_ONCE = 6
/** From so many records on, a wrong plan would be felt: it reads all of them for each comment. */
const MANY_RECORDS = 1_000

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
  const heap = keepHeapSmall()
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
    heap.stop()
    receiving.delete(call.project.id)
  }
}

function openImport(
  call: Permitted<'imports:write'>,
  source: string,
  { notifies = false, isDryRun = false, replaces, admit }: ImportOptions,
): Promise<Import> {
  return inTransaction(call, async (call) => {
    if ((await countWaiting(call, replaces)) >= MOST_WAITING)
      throw new Problem(limitReached, {
        detail: `${MOST_WAITING} imports of this project wait. Start or undo one of them first.`,
      })
    if (!isDryRun) await refuseManyRunning(call)
    await admit?.()
    return insertImport(call, { source, notifies })
  })
}

async function receive(
  call: Permitted<'imports:write'>,
  made: Import,
  lines: AsyncIterable<ReadLine>,
  options: ImportOptions,
): Promise<Summary> {
  await options.onOpened?.(made.id)
  const summary = emptySummary()
  const staging = openStaging(call, made)
  const found: Found = {
    fault: (line, detail) => {
      options.onFault?.({ line, detail })
      addFault(summary, { line, detail })
    },
    note: (line, detail) => {
      options.onNote?.({ line, detail })
      addNote(summary, { line, detail })
    },
    stage: async (rows: readonly StagedRow[]) => {
      staging.add(rows)
      await staging.writeAll()
    },
    onPart: options.onPart ?? (async () => {}),
  }
  const readFields = openFieldReader(await listFields(call), found.note)
  await readAll(made, lines, summary, found, { staging, readFields, onRead: options.onRead })
  if (sizeOf(summary.received) >= MANY_RECORDS) await analyzeRows(call).catch(() => {}) // another reception does it at the moment
  await checkRows(call, made, summary.received, found)
  await finish(call, made, summary, options.sentAt ?? made.createdAt)
  return summary
}

interface ReadInto {
  readonly staging: ReturnType<typeof openStaging>
  readonly readFields: ReturnType<typeof openFieldReader>
  readonly onRead: ImportOptions['onRead']
}

/** Stages the records of all lines. */
async function readAll(
  { source }: Import,
  lines: AsyncIterable<ReadLine>,
  summary: Summary,
  { fault, note }: Found,
  { staging, readFields, onRead }: ReadInto,
): Promise<void> {
  const rowsFor = openStage(source)
  const breathe = breather({ mayRest: true })
  for await (const read of lines) {
    await breathe()
    if ('fault' in read) fault(read.line, read.fault)
    else if ('note' in read) note(read.line, read.note)
    else {
      const checked = readFields(read.line, read.record)
      if ('fault' in checked) {
        fault(read.line, checked.fault)
        continue
      }
      addRecord(summary, checked.record)
      if (!staging.add(rowsFor(read.line, checked.record))) continue
      await staging.write()
      onRead?.(read.line)
    }
  }
  await staging.writeAll()
}

/** From now on the import can be started. */
async function finish(call: Permitted<'imports:write'>, made: Import, summary: Summary, sentAt: Date): Promise<void> {
  for (const found of [summary.faults, summary.notes]) found.sort((one, other) => one.line - other.line)
  const labels = labelsIn(summary)
  await refuseTooManyLabels(call, { source: made.source, labels })
  await inTransaction(call, async (call) => {
    await shareErasures(call)
    await blankErased(call, made, sentAt)
    if (!(await setChecked(call, made, { ...summary, labels, days: daysIn(summary) }))) throw givenUp()
  })
}
