import { Problem } from '../../foundation/problems/index.ts'
import { foldName } from '../labels/index.ts'
import { MOST_STATUSES } from '../statuses/index.ts'
import { MOST_TAGS } from '../tags/index.ts'
import type { Labels, LineFault } from './import.ts'
import { tooMany } from './labels.ts'
import { importUnreadable } from './problems.ts'
import type { ImportRecord, PostRecord, RecordType } from './record.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const FAULTS_KEPT = 1_000
/** If so many lines are faulty, and most of the file is, it is not what it was taken for. */
const MANY_FAULTS = 10_000

/** What a file holds, as far as it was read. */
export interface Summary {
  readonly received: Record<RecordType, number>
  /** By their folded names. */
  readonly statuses: Map<string, { readonly name: string; category: Labels['statuses'][string] }>
  readonly tags: Map<string, string>
  /** Since 1970. */
  readonly days: Set<number>
  readonly faults: LineFault[]
  faultCount: number
  readonly notes: LineFault[]
}

export function emptySummary(): Summary {
  return {
    received: { user: 0, post: 0, comment: 0, vote: 0, changelog_entry: 0 },
    statuses: new Map(),
    tags: new Map(),
    days: new Set(),
    faults: [],
    faultCount: 0,
    notes: [],
  }
}

export function addRecord(summary: Summary, record: ImportRecord): void {
  summary.received[record.type] += 1
  if (record.createdAt) summary.days.add(Math.floor(record.createdAt.getTime() / DAY_MS))
  if (record.type === 'post') addLabels(summary, record)
}

function addLabels({ statuses, tags }: Summary, { status, statusCategory, tags: names }: PostRecord): void {
  if (status !== undefined) {
    const known = statuses.get(foldName(status))
    if (known) known.category ??= statusCategory ?? null
    else statuses.set(foldName(status), { name: status, category: statusCategory ?? null })
  }
  for (const name of names) if (!tags.has(foldName(name))) tags.set(foldName(name), name)
  if (statuses.size > MOST_STATUSES) throw tooMany('statuses', MOST_STATUSES, statuses.size)
  if (tags.size > MOST_TAGS) throw tooMany('tags', MOST_TAGS, tags.size)
}

export function labelsIn({ statuses, tags }: Summary): Labels {
  return {
    statuses: Object.fromEntries([...statuses.values()].map(({ name, category }) => [name, category])),
    tags: [...tags.values()],
  }
}

/** Such as 2024-05-01. */
export function daysIn({ days }: Summary): string[] {
  return [...days].map((day) => new Date(day * DAY_MS).toISOString().slice(0, 10))
}

export function addNote({ notes }: Summary, note: LineFault): void {
  if (notes.length < FAULTS_KEPT) notes.push(note)
}

/** Throws if the file is not what it was taken for. */
export function addFault(summary: Summary, fault: LineFault): void {
  summary.faultCount += 1
  if (summary.faults.length < FAULTS_KEPT) summary.faults.push(fault)
  if (summary.faultCount < MANY_FAULTS || summary.faultCount <= fault.line / 2) return
  const first = summary.faults[0]
  throw new Problem(importUnreadable, {
    detail: `Most of the first ${fault.line} lines are faulty. The first is line ${first?.line}: ${first?.detail}.`,
  })
}
