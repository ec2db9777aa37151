import type { Id } from '../../foundation/ids/index.ts'
import type { User } from '../call/index.ts'
import type { Project } from '../projects/index.ts'
import { displayName } from './display-name.ts'

/** The author of a text, with the members that everybody may see. */
export interface Author {
  /** Absent for the project's team. */
  readonly id: Id<'user'> | undefined
  readonly displayName: string
  readonly isTeam: boolean
}

/** The columns that say how an author appears; a statement that shows authors has them from `authorColumns`. */
export interface AuthorRow {
  author_id: Id<'user'> | null
  author_state: User['state'] | null
  author_name_choice: User['nameChoice'] | null
  author_custom_name: string | null
  author_given_name: string | null
  author_family_name: string | null
}

export function toAuthor(project: Pick<Project, 'name'>, row: AuthorRow): Author {
  if (row.author_id === null) return { id: undefined, displayName: project.name, isTeam: true }
  return {
    id: row.author_id,
    isTeam: false,
    displayName: displayName(project, {
      state: row.author_state ?? 'erased',
      nameChoice: row.author_name_choice ?? 'default',
      customName: row.author_custom_name ?? undefined,
      givenName: row.author_given_name ?? undefined,
      familyName: row.author_family_name ?? undefined,
    }),
  }
}
