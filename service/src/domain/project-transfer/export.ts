import type { Snapshot } from '../../foundation/storage/index.ts'
import type { Permitted } from '../call/index.ts'
import { readBytes } from '../files/inside.ts'
import { countRecords, selectRecords } from './export-store.ts'
import { RECORD_TYPES, type RecordType } from './records.ts'

/** Raised when a reader of earlier versions could not read what is written. A new kind of record or a new member does not raise it. */
export const FORMAT_VERSION = 1
export const FORMAT = 'feedback-board-project'

/**
 * Everything that the project has but its secrets, as it was at one moment: lines of JSON, first a head, then a line for each record. It can have any size; only a
 * few records at a time are in memory.
 */
export async function* exportProject(call: Permitted<'exports:read'>, serviceVersion: string): AsyncGenerator<string> {
  const snapshot = await call.openSnapshot()
  try {
    yield line('head', JSON.stringify(await headOf(snapshot, call, serviceVersion)))
    for (const type of RECORD_TYPES) {
      for await (const records of selectRecords(snapshot.sql, call, type)) {
        const whole = type === 'file' ? await Promise.all(records.map((record) => withBytes(call, record))) : records
        yield whole.map((record) => line(type, record)).join('')
      }
    }
  } finally {
    await snapshot.close()
  }
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

function line(type: RecordType | 'head', data: string): string {
  return `{"type":"${type}","data":${data}}\n`
}

/** The bytes of a picture may be with the object storage. */
async function withBytes(call: Permitted, record: string): Promise<string> {
  const file = JSON.parse(record)
  if (file.large !== null) return record
  const [large, small] = await Promise.all([readBytes(call, file.id, 'large'), readBytes(call, file.id, 'small')])
  return JSON.stringify({ ...file, large: `\\x${large.toString('hex')}`, small: `\\x${small.toString('hex')}` })
}
