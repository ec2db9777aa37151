import { randomUUID } from 'node:crypto'
import { isId } from '../../foundation/ids/index.ts'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import {
  inTransaction,
  isAtLeast,
  type Operator,
  type OperatorCall,
  type Permitted,
  type Role,
  roleMissing,
} from '../call/index.ts'
import { recordEvent } from '../events/inside.ts'
import { readEmail } from './email.ts'
import { endInvitationsBy } from './end-invitations.ts'
import { type IssuedLink, issueLink } from './links.ts'
import { toOperator } from './operator.ts'
import { lastOwner, operatorRequired, ownsEverything } from './problems.ts'
import {
  askForConfirmation,
  deleteInvitation,
  deleteRole,
  holdOperator,
  holdOwners,
  selectInvitations,
  selectOperator,
  selectOwnersWithoutRole,
  selectPeople,
  selectRole,
  upsertInvitation,
  upsertRole,
} from './store.ts'

const MAY_INVITE: Role = 'owner'
const INVITATION_LASTS_MS = 7 * 24 * 60 * 60 * 1000

export interface Person extends Operator {
  readonly role: Role
  readonly hasPasskey: boolean
}

export interface Invitation {
  readonly id: string
  readonly email: string
  readonly role: Role
  readonly expiresAt: Date
}

export interface People {
  readonly people: readonly Person[]
  /** Operators who own everything and have no role of their own here; those who were here last come first. */
  readonly owners: readonly Operator[]
  readonly invitations: readonly Invitation[]
}

/** Everybody who can enter the project, or could with an invitation. */
export async function listPeople(call: Permitted<'people:read'>): Promise<People> {
  const { id } = call.project
  const [people, owners, invitations] = await Promise.all([
    selectPeople(call, id),
    selectOwnersWithoutRole(call, id),
    selectInvitations(call, id),
  ])
  return {
    owners: owners.map(toOperator),
    people: people.map((row) => ({ ...toOperator(row), role: row.role, hasPasskey: row.has_passkey })),
    invitations: invitations.map(({ id, email, role, expires_at: expiresAt }) => ({ id, email, role, expiresAt })),
  }
}

/**
 * Inviting again makes a new link and ends the earlier one. The invitation lasts a week; each of its links lasts as long as any other link. It ends
 * when its maker may no longer invite, so that right is checked while the maker's row is locked.
 */
export function invite(call: OperatorCall<'people:write'>, email: string, role: Role): Promise<IssuedLink> {
  const address = readEmail(email)
  return inTransaction(call, async (call) => {
    const { id: projectId } = call.project
    const inviter = await holdOperator(call, call.actor.operator.id)
    if (!inviter) throw new Problem(operatorRequired)
    const own = inviter.owns_all ? 'owner' : (await selectRole(call, projectId, inviter.id))?.role
    if (!own || !isAtLeast(own, MAY_INVITE)) throw new Problem(roleMissing)
    const expiresAt = new Date(call.now.getTime() + INVITATION_LASTS_MS)
    const invitation = { id: `inv_${randomUUID()}`, email: address, role, expiresAt, invitedBy: inviter.id }
    const invitationId = await upsertInvitation(call, projectId, invitation)
    await recordEvent(call, { type: 'operator.invited', subject: projectId, data: { email: address, role } })
    return issueLink(call, { projectId, invitationId })
  })
}

export function withdrawInvitation(call: Permitted<'people:write'>, id: string): Promise<void> {
  return inTransaction(call, async (call) => {
    const { id: projectId } = call.project
    const withdrawn = await deleteInvitation(call, projectId, id)
    if (!withdrawn) throw new Problem(notFound)
    await recordEvent(call, { type: 'operator.invitation_withdrawn', subject: projectId, data: { ...withdrawn } })
  })
}

/**
 * Ends an operator's sessions in this project: they must confirm who they are to enter it again. It does not affect
 * their other projects, nor an owner of everything, who needs no role here.
 */
export function endSessionsHere(call: Permitted<'people:write'>, operatorId: string): Promise<void> {
  if (!isId('operator', operatorId)) throw new Problem(notFound)
  return inTransaction(call, async (call) => {
    const operator = await selectOperator(call, operatorId)
    if (!operator || !(await askForConfirmation(call, call.project.id, operatorId))) throw new Problem(notFound)
    if (operator.owns_all) throw new Problem(ownsEverything)
    const data = { email: operator.email }
    await recordEvent(call, { type: 'operator.confirmation_asked', subject: operatorId, data })
  })
}

/** Without a role, the person loses access. The change applies to their next request. */
export function changeRole(call: Permitted<'people:write'>, operatorId: string, role: Role | undefined): Promise<void> {
  if (!isId('operator', operatorId)) throw new Problem(notFound)
  return inTransaction(call, async (call) => {
    const { id: projectId } = call.project
    const operator = await holdOperator(call, operatorId)
    if (!operator) throw new Problem(notFound)
    const mayInvite = operator.owns_all || (role !== undefined && isAtLeast(role, MAY_INVITE))
    if (!mayInvite) await endInvitationsBy(call, operatorId, { projectId })
    const owners = await holdOwners(call, projectId)
    const before = (await selectRole(call, projectId, operatorId))?.role
    if (!before) throw new Problem(notFound)
    if (before === 'owner' && role !== 'owner' && owners.length === 1) throw new Problem(lastOwner)
    if (role) await upsertRole(call, projectId, operatorId, role)
    else await deleteRole(call, projectId, operatorId)
    const data = { email: operator.email, from: before }
    await recordEvent(
      call,
      role
        ? { type: 'operator.role_changed', subject: operatorId, data: { ...data, to: role } }
        : { type: 'operator.removed', subject: operatorId, data },
    )
  })
}
