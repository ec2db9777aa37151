import type { Project } from '../projects/index.ts'
import type { User } from './user.ts'

export interface NameChoice {
  readonly choice: User['nameChoice']
  /** How the user would appear; absent while an own name has not been given. */
  readonly preview: string | undefined
}

type Named = Pick<User, 'state' | 'givenName' | 'familyName' | 'nameChoice' | 'customName'>

const ERASED = 'deleted user'

/** How a user appears on the board: by default without any name, only ever with one they chose. */
export function displayName(project: Pick<Project, 'name'>, user: Named): string {
  if (user.state === 'erased') return ERASED
  if (user.nameChoice === 'custom' && user.customName) return user.customName
  if (user.nameChoice === 'first_name' && user.givenName) return firstName(user.givenName, user.familyName)
  return `${project.name} user`
}

/** What the user can choose from. The first name is on offer only where the client's backend vouched for one. */
export function nameChoices(project: Pick<Project, 'name'>, user: Named): NameChoice[] {
  return [
    { choice: 'default', preview: `${project.name} user` },
    ...(user.givenName ? [{ choice: 'first_name', preview: firstName(user.givenName, user.familyName) } as const] : []),
    { choice: 'custom', preview: user.customName },
  ]
}

function firstName(givenName: string, familyName: string | undefined): string {
  const [initial] = familyName ?? ''
  return initial ? `${givenName} ${initial.toLocaleUpperCase('en')}.` : givenName
}
