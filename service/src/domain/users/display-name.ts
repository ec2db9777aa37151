import { openMemory } from '../../foundation/memory/index.ts'
import type { User } from '../call/index.ts'
import type { Project } from '../projects/index.ts'
import { readsAsTeam } from '../team-names/index.ts'
import { isVisible } from '../texts/index.ts'

export interface NameChoice {
  readonly choice: User['nameChoice']
  /** The name that others would see; absent while no custom name was given. */
  readonly preview: string | undefined
}

type Named = Pick<User, 'state' | 'givenName' | 'familyName' | 'nameChoice' | 'customName'>

const ERASED = 'deleted user'

/** The name of a user on the board: none by default, and only ever one that they chose. */
export function displayName(project: Pick<Project, 'name'>, user: Named): string {
  if (user.state === 'erased') return ERASED
  if (user.nameChoice === 'custom' && user.customName) return user.customName
  const chosen = user.nameChoice === 'first_name' ? firstNameOf(project, user) : undefined
  return chosen ?? `${project.name} user`
}

/** The choices that the user has. The first name is offered only if the client's backend vouched for one that may be shown. */
export function nameChoices(project: Pick<Project, 'name'>, user: Named): NameChoice[] {
  const firstName = firstNameOf(project, user)
  return [
    { choice: 'default', preview: `${project.name} user` },
    ...(firstName === undefined ? [] : [{ choice: 'first_name', preview: firstName } as const]),
    { choice: 'custom', preview: user.customName },
  ]
}

/** Absent if there is none, if it is invisible, or if it looks like the project's own name. */
export function firstNameOf(
  project: Pick<Project, 'name'>,
  { givenName, familyName }: Pick<User, 'givenName' | 'familyName'>,
): string | undefined {
  if (givenName === undefined) return undefined
  const key = `${project.name}\0${givenName}\0${familyName ?? ''}`
  const known = firstNames.fresh(key)
  if (known) return known.shown
  const shown = firstNameToShow(project.name, givenName, familyName)
  firstNames.set(key, { shown })
  return shown
}

/** A list shows the same few names again and again, and each check takes some microseconds. */
const firstNames = openMemory<{ shown: string | undefined }>({ most: 10_000, freshMs: Number.POSITIVE_INFINITY })

function firstNameToShow(projectName: string, givenName: string, familyName = ''): string | undefined {
  if (!isVisible(givenName)) return undefined
  const initial = [...familyName].find(isVisible)
  const shown = initial ? `${givenName} ${initial.toLocaleUpperCase('en')}.` : givenName
  return [givenName, shown].some((name) => readsAsTeam(name, projectName)) ? undefined : shown
}
