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
  readonly position: number
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
export const RUN_STEPS = ['people', 'mentions', 'labels', 'posts', 'rest', 'merges', 'entries', 'end'] as const
export const UNDO_STEPS = ['entries', 'merges', 'posts', 'comments', 'votes', 'follows', 'shared', 'end'] as const
export type Step = (typeof RUN_STEPS)[number] | (typeof UNDO_STEPS)[number]

/** How much of the work is done, from 0 to 1. */
export function progressOf({ state, received, handled }: Import): number {
  if (state === 'done') return 1
  const all = Object.values(received).reduce((sum, count) => sum + count, 0)
  return all === 0 ? 0 : Math.min(1, handled / all)
}
