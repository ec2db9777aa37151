import { Problem, versionConflict } from '../../foundation/problems/index.ts'
import { inTransaction, type UserCall } from '../call/index.ts'
import { recordEvent } from '../events/inside.ts'
import { membersOf } from '../members.ts'
import { sessionEnded } from '../sessions/index.ts'
import { readsAsTeam } from '../team-names/index.ts'
import { firstNameOf, type OwnChange, type User } from '../users/index.ts'
import { changeOwnRow, userById } from '../users/inside.ts'
import { ownNameFault, readOwnName } from './own-name.ts'
import { nameLocked, nameUnavailable } from './problems.ts'

/**
 * Changes the user's own settings. The statement that changes the name also checks whether it may still change: writing a post locks the same row, so
 * the name is chosen before the post or not at all. Sending the current choice again changes nothing.
 */
export function changeMe(call: UserCall, asked: OwnChange, versions: readonly number[] | undefined): Promise<User> {
  const change = readChange(call, asked)
  refuseTeamName(call, change)
  return inTransaction(call, async (call) => {
    const changed = await changeOwnRow(call, call.actor.user.id, change, versions)
    if (!changed) throw await refusalOf(call, change, versions)
    await recordEvent(call, { type: 'user.updated', subject: changed.id, data: { members: membersOf(change) } })
    return changed
  })
}

function readChange({ project }: UserCall, asked: OwnChange): OwnChange {
  if (typeof asked.customName !== 'string') return asked
  const customName = readOwnName(asked.customName)
  // The typed form is checked too: in the stored form, ™ becomes two letters of the name.
  if ([asked.customName, customName].some((name) => readsAsTeam(name, project.name))) throw new Problem(nameUnavailable)
  return { ...asked, customName }
}

/** A user who has already chosen it keeps the choice, and is shown without a name while it looks like the team's. */
function refuseTeamName({ project, actor: { user } }: UserCall, { nameChoice }: OwnChange): void {
  if (nameChoice !== 'first_name' || user.nameChoice === 'first_name' || user.givenName === undefined) return
  if (firstNameOf(project, user) !== undefined) return
  throw new Problem(nameUnavailable, {
    detail: 'The first name that your backend vouched for looks like the name of the project or its team.',
  })
}

/** Nothing was changed; find out why. */
async function refusalOf(call: UserCall, change: OwnChange, versions: readonly number[] | undefined): Promise<Problem> {
  const user = await userById(call, call.actor.user.id)
  const choice = change.nameChoice ?? user.nameChoice
  const customName = change.customName === undefined ? user.customName : change.customName
  if (user.state !== 'active') return new Problem(sessionEnded)
  if (versions && !versions.includes(user.version)) return new Problem(versionConflict)
  if (user.nameLocked && (choice !== user.nameChoice || (customName ?? undefined) !== user.customName)) {
    return new Problem(nameLocked)
  }
  if (choice === 'custom' && !customName) return ownNameFault('is needed for the choice "custom"')
  return new Problem(nameUnavailable, { detail: 'Your backend has not vouched for a first name of this user.' })
}
