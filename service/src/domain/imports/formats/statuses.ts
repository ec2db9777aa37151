import type { StatusCategory } from '../../statuses/index.ts'

/** What the statuses of other tools mean, by their names in lower case. */
const MEANINGS: Readonly<Record<string, StatusCategory>> = {
  open: 'open',
  new: 'open',
  'under review': 'open',
  'under consideration': 'open',
  planned: 'planned',
  accepted: 'planned',
  started: 'in_progress',
  'in progress': 'in_progress',
  'in development': 'in_progress',
  complete: 'done',
  completed: 'done',
  done: 'done',
  shipped: 'done',
  released: 'done',
  closed: 'closed',
  declined: 'closed',
  'not planned': 'closed',
  duplicate: 'closed',
}

export function categoryOf(status: string | undefined): StatusCategory | undefined {
  const name = status?.trim().toLowerCase().replaceAll(/[_-]/g, ' ')
  return name !== undefined && Object.hasOwn(MEANINGS, name) ? MEANINGS[name] : undefined
}

/** `in progress` as people write it: `In progress`. */
export function statusName(status: string): string {
  const words = status.trim().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
