import { Problem } from '../../foundation/problems/index.ts'
import type { Snapshot, SnapshotOptions } from '../../foundation/storage/index.ts'
import { type Permitted, readingOfNow } from '../call/index.ts'
import { recordEvent } from '../events/inside.ts'
import { readStored } from '../files/inside.ts'
import { countRecords, holdExport, selectRecords } from './export-store.ts'
import { exportRunning } from './problems.ts'
import { RECORD_TYPES, type RecordType } from './records.ts'

/** Raised when a reader of earlier versions could not read what is written. A new kind of record or a new member does not raise it. */
export const FORMAT_VERSION = 1
export const FORMAT = 'feedback-board-project'
/** The last record, if there is one: the ids of pictures that the head counts and that the object storage does not have. */
export const LEFT_OUT = 'left_out'

export interface ExportOptions {
  readonly serviceVersion: string
  /** How long it may take, where that is less than a snapshot may. */
  readonly longestMs?: number
  /** Gets the ids of pictures that were gone when they were to be written. */
  readonly onLeftOut?: (ids: readonly string[]) => void
}

/**
 * Everything that the project has but its secrets, as it was at one moment: lines of JSON, first a head, then a line for each record. It can have any size; only a
 * few records at a time are in memory. A project has one export at a time. The audit log says who began it.
 */
export async function* exportProject(
  call: Permitted<'exports:read'>,
  { serviceVersion, longestMs, onLeftOut }: ExportOptions,
): AsyncGenerator<string> {
  const { snapshot, primary, close } = await openReading(call, longestMs === undefined ? {} : { longestMs })
  try {
    if (!(await holdExport(primary.sql, call))) throw new Problem(exportRunning)
    await recordEvent(call, { type: 'project.exported', subject: call.project.id })
    yield line('head', JSON.stringify(await headOf(snapshot, call, serviceVersion)))
    const leftOut: string[] = []
    for (const type of RECORD_TYPES) {
      for await (const records of selectRecords(snapshot.sql, call, type)) {
        const whole = type === 'file' ? await withBytes(call, records, leftOut) : records
        if (whole.length > 0) yield whole.map((record) => line(type, record)).join('')
      }
    }
    if (leftOut.length > 0) {
      onLeftOut?.(leftOut)
      yield line(LEFT_OUT, JSON.stringify({ file_ids: leftOut }))
    }
  } finally {
    await close()
  }
}

/** Reads a replica if there is one that cancels no long reads. A lock counts only on the primary. */
async function openReading(call: Permitted<'exports:read'>, options: SnapshotOptions) {
  const { openSnapshot } = await readingOfNow(call)
  const aside = openSnapshot === call.openSnapshot ? undefined : await openSnapshot(options).catch(() => undefined) // the primary can be asked instead
  if (!aside) {
    const snapshot = await call.openSnapshot(options)
    return { snapshot, primary: snapshot, close: snapshot.close }
  }
  const primary = await call.openSnapshot({ ...options, isForLocks: true }).catch(async (error) => {
    await aside.close()
    throw error
  })
  return { snapshot: aside, primary, close: () => Promise.all([aside.close(), primary.close()]) }
}

async function headOf({ sql }: Snapshot, call: Permitted<'exports:read'>, serviceVersion: string) {
  const { project, now } = call
  const counts: Partial<Record<RecordType, number>> = {}
  for (const type of RECORD_TYPES) counts[type] = await countRecords(sql, call, type)
  return {
    format: FORMAT,
    version: FORMAT_VERSION,
    service_version: serviceVersion,
    exported_at: now,
    project: { id: project.id, slug: project.slug, name: project.name },
    counts,
  }
}

function line(type: RecordType | 'head' | typeof LEFT_OUT, data: string): string {
  return `{"type":"${type}","data":${data}}\n`
}

/** The bytes of a picture may be with the object storage. One that was removed since the snapshot is no longer there. */
async function withBytes(call: Permitted, records: readonly string[], leftOut: string[]): Promise<string[]> {
  const whole = await Promise.all(
    records.map(async (record) => {
      const file = JSON.parse(record)
      if (file.large !== null) return record
      const bytes = await readStored(call, file.id)
      if (!bytes) leftOut.push(file.id)
      return bytes && JSON.stringify({ ...file, large: hexOf(bytes.large), small: hexOf(bytes.small) })
    }),
  )
  return whole.filter((record) => record !== undefined)
}

function hexOf(bytes: Buffer): string {
  return `\\x${bytes.toString('hex')}`
}
