import type { Id } from '../../foundation/ids/index.ts'
import type { ActorName } from '../call/index.ts'
import type { StatusCategory } from '../statuses/index.ts'
import type { RecordType } from './record.ts'

/**
 * `receiving`: its file is being read. `checked`: nothing was changed; it waits until somebody starts it. `running` and `undoing` go on by themselves.
 */
export const IMPORT_STATES = ['receiving', 'checked', 'running', 'done', 'failed', 'undoing', 'undone'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** What is wrong with one line of a file. */
export interface LineFault {
  readonly line: number
  readonly detail: string
}

/** What an import makes. */
export const MADE = ['users', 'statuses', 'tags', 'posts', 'comments', 'votes', 'changelog_entries'] as const
export type Made = Readonly<Record<(typeof MADE)[number], number>>
export type Received = Readonly<Record<RecordType, number>>

export interface Labels {
  /** The category of each status, by its name; null if the file does not say. */
  readonly statuses: Readonly<Record<string, StatusCategory | null>>
  readonly tags: readonly string[]
}

export interface Import {
  readonly id: Id<'import'>
  readonly number: number
  readonly source: string
  readonly state: ImportState
  readonly step: Step
  /** The place of the last staged row that the step has added. */
  readonly position: number
  /** The place of the last vote or comment that was added to the post at `position`. */
  readonly within: number
  /** How often the next portion failed. */
  readonly attempts: number
  readonly notifies: boolean
  readonly actor: ActorName
  /** Who took it back. */
  readonly undoActor: ActorName | undefined
  readonly received: Received
  readonly made: Made
  readonly handled: number
  readonly labels: Labels
  /** The days of its records, such as 2024-05-01, whose numbers are counted again. */
  readonly days: readonly string[]
  readonly faults: readonly LineFault[]
  readonly faultCount: number
  /** What of the records cannot be carried over whole. */
  readonly notes: readonly LineFault[]
  readonly failure: string | undefined
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly finishedAt: Date | undefined
}

/** The steps of a run, in their order, and then those of an undo. */
export const RUN_STEPS = [
  'people',
  'mentions',
  'labels',
  'posts',
  'rest',
  'answers',
  'merges',
  'entries',
  'end',
] as const
export const UNDO_STEPS = ['entries', 'merges', 'posts', 'comments', 'votes', 'follows', 'shared', 'end'] as const
export type Step = (typeof RUN_STEPS)[number] | (typeof UNDO_STEPS)[number]

/** What one transaction of a run did: how far it came, and what it added. */
export interface Portion {
  readonly position: number
  readonly within?: number
  readonly made?: Partial<Made>
  readonly handled?: number
}

/** How much a portion takes on: half as much after each failure, because the last one may have been too slow. */
export function portionSize(most: number, { attempts }: Pick<Import, 'attempts'>): number {
  return Math.max(1, Math.floor(most / 2 ** attempts))
}

/** The first row with each key: if a file has a record twice, the first one counts. */
export function firstByKey<Row extends { readonly key: string }>(rows: readonly Row[]): Row[] {
  const found = new Map<string, Row>()
  for (const row of rows) if (!found.has(row.key)) found.set(row.key, row)
  return [...found.values()]
}

/** All that is asked for again and again while an import goes on. */
export type HowFar = Pick<Import, 'state' | 'received' | 'handled'>

/** How much of the run is done, from 0 to 1. */
export function doneOf({ state, received, handled }: HowFar): number {
  if (state === 'done') return 1
  const all = sizeOf(received)
  return all === 0 ? 0 : Math.min(1, handled / all)
}

/** How far that is which goes on now. Of an undo nobody knows. */
export function progressOf(found: HowFar): number | undefined {
  return found.state === 'undoing' || found.state === 'undone' ? undefined : doneOf(found)
}

/** How many records there are. */
export function sizeOf(received: Received): number {
  return Object.values(received).reduce((sum, count) => sum + count, 0)
}
