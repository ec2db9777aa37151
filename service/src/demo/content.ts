import type { StatusCategory } from '../domain/statuses/index.ts'
import type { PersonName } from './people.ts'

export interface DemoReply {
  /** Absent: Acme's team. */
  readonly by?: PersonName
  readonly daysAgo: number
  readonly body: string
}

/** A comment of the team at the top level is its official answer. */
export interface DemoComment extends DemoReply {
  readonly replies?: readonly DemoReply[]
}

export interface DemoMove {
  readonly to: StatusCategory
  readonly daysAgo: number
  /** The team's comment on it. */
  readonly says?: string
}

export interface DemoPost {
  readonly title: string
  /** Absent: Acme's team. */
  readonly by?: PersonName
  readonly daysAgo: number
  /** The author's own vote is included. */
  readonly votes: number
  readonly tags: readonly (keyof typeof TAGS)[]
  readonly body: string
  readonly isPinned?: true
  readonly comments?: readonly DemoComment[]
  readonly moves?: readonly DemoMove[]
  /** The post of which this one is a duplicate, and when they were merged. */
  readonly sameAs?: { readonly title: string; readonly daysAgo: number }
}

export interface DemoEntry {
  readonly title: string
  readonly body: string
  readonly daysAgo: number
  /** Titles of the posts it is about. */
  readonly about: readonly string[]
}

export const TAGS = {
  Accessibility: '#7c3aed',
  API: '#0f766e',
  Boards: '#2563eb',
  Design: '#db2777',
  Integrations: '#ea580c',
  'Import & export': '#65a30d',
  Mobile: '#0891b2',
  Notifications: '#ca8a04',
  Performance: '#dc2626',
  Security: '#4b5563',
  Timeline: '#9333ea',
} as const

/** The options of a field that everyone sees, and the tags of the posts that have them. */
export const PLATFORMS: readonly {
  readonly value: string
  readonly label: string
  readonly tags: readonly (keyof typeof TAGS)[]
}[] = [
  { value: 'phone', label: 'Phone', tags: ['Mobile', 'Notifications'] },
  { value: 'web', label: 'Web', tags: ['Boards', 'Timeline', 'Accessibility'] },
  { value: 'desktop', label: 'Desktop', tags: ['Performance', 'Import & export'] },
]
