import type { Id } from '../../foundation/ids/index.ts'

export const STATUS_CATEGORIES = ['open', 'planned', 'in_progress', 'done', 'closed'] as const
export type StatusCategory = (typeof STATUS_CATEGORIES)[number]

/** The state of a post, such as planned or done. Names are the project's own; the rules of the service use only the category. */
export interface Status {
  readonly id: Id<'status'>
  readonly name: string
  readonly category: StatusCategory
  readonly color: string
  readonly position: number
  readonly onRoadmap: boolean
  readonly createdAt: Date
  readonly version: number
}

/** Done and closed posts take no votes. */
export function isVotingClosed(category: StatusCategory): boolean {
  return category === 'done' || category === 'closed'
}

/** The statuses of a new project: one of each category. By the English name `ui/words/names.ts` knows that nobody renamed it. */
export const FIRST_STATUSES: readonly Omit<Status, 'id' | 'createdAt' | 'version'>[] = [
  { name: 'Open', category: 'open', color: '#64748b', position: 1, onRoadmap: false },
  { name: 'Planned', category: 'planned', color: '#2563eb', position: 2, onRoadmap: true },
  { name: 'In progress', category: 'in_progress', color: '#b45309', position: 3, onRoadmap: true },
  { name: 'Done', category: 'done', color: '#15803d', position: 4, onRoadmap: true },
  { name: 'Closed', category: 'closed', color: '#78716c', position: 5, onRoadmap: false },
]
