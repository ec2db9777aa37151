import { newId } from '../../foundation/ids/index.ts'
import { Problem } from '../../foundation/problems/index.ts'
import { hashSecret, isSecret, newSecret } from '../../foundation/secrets/index.ts'
import { type Call, inTransaction } from '../call.ts'
import { recordEvent } from '../events/index.ts'
import { type Project, projectById } from '../projects/index.ts'
import { readEmail } from './email.ts'
import { noteAccountEvent } from './note.ts'
import { type Operator, type Role, toOperator } from './operator.ts'
import { linkInvalid } from './problems.ts'
import { type AccountCall, type OpenedSession, openOperatorSession } from './sessions.ts'
import {
  deleteInvitation,
  findOperator,
  hasOperators,
  insertLink,
  insertOperator,
  type LinkRow,
  letIn,
  markLinkUsed,
  selectLink,
  upsertRole,
} from './store.ts'

const LINK_LASTS_MS = 15 * 60 * 1000
/** Whom the first link lets in, until they say who they are. */
const FIRST_OWNER = 'owner@localhost'

export interface IssuedLink {
  /** The code stands behind the #, so that it is in no log and no preview. */
  readonly url: string
  readonly expiresAt: Date
}

/** For whom a link is. */
export interface LinkOwner {
  readonly email: string
  /** Where it is an invitation: to what, and as what. */
  readonly invitation?: { readonly projectName: string; readonly role: Role }
  /** Whether they are an operator already, who has to be signed in before an invitation can be taken. */
  readonly isKnown: boolean
}

/** From the command line: whoever can run it may let anybody in, everywhere or to one project. */
export function issueOperatorLink(
  call: Call,
  email: string,
  to?: { readonly project: Project; readonly role: Role },
): Promise<IssuedLink> {
  const address = readEmail(email)
  return inTransaction(call, async (call) => {
    const operator = (await findOperator(call, address)) ?? (await insertOperator(call, newId('operator'), address))
    if (to) {
      await upsertRole(call, to.project.id, operator.id, to.role)
      const happening = { type: 'operator.joined', subject: operator.id, data: { role: to.role } } as const
      await recordEvent({ ...call, project: to.project }, happening)
    } else await letIn(call, operator.id)
    return issueLink(call, { operatorId: operator.id })
  })
}

/** The first owner's, as long as nobody has ever entered. */
export async function issueFirstLink(call: Call): Promise<IssuedLink | undefined> {
  if (await hasOperators(call)) return undefined
  return issueOperatorLink(call, FIRST_OWNER)
}

export async function issueLink(
  call: Call,
  owner: { operatorId: string } | { projectId: string; invitationId: string },
): Promise<IssuedLink> {
  const code = newSecret('operatorLink')
  const expiresAt = new Date(call.now.getTime() + LINK_LASTS_MS)
  await insertLink(call, hashSecret(code), owner, expiresAt)
  return { url: `${call.places.apiOrigin}/console/enter#${code}`, expiresAt }
}

/** However often it is looked at, a link stays as it is. */
export async function peekLink(call: Call, code: string): Promise<LinkOwner> {
  const row = isSecret('operatorLink', code) ? await selectLink(call, hashSecret(code)) : undefined
  if (!row) throw new Problem(linkInvalid)
  return toOwner(row)
}

/** Uses a link up and lets its owner in. An invitation of somebody who is an operator already only counts with their own session. */
export function enterByLink(call: Call, code: string, asked?: AccountCall): Promise<OpenedSession> {
  if (!isSecret('operatorLink', code)) throw new Problem(linkInvalid)
  return inTransaction(call, async (call) => {
    const row = await markLinkUsed(call, hashSecret(code))
    if (!row) throw new Problem(linkInvalid)
    const known = await findOperator(call, row.email)
    if (row.project_id !== null && known && known.id !== asked?.operator.id) throw new Problem(linkInvalid)
    const operator = known ?? (await insertOperator(call, newId('operator'), row.email))
    if (row.project_id !== null) await takeInvitation(call, row, toOperator(operator))
    await noteAccountEvent(call, toOperator(operator), 'operator.entered')
    return openOperatorSession(call, operator)
  })
}

async function takeInvitation(call: Call, row: LinkRow, operator: Operator): Promise<void> {
  const { project_id: projectId, invitation_id: invitationId, role } = row
  if (projectId === null || invitationId === null || role === null) throw new Problem(linkInvalid)
  await upsertRole(call, projectId, operator.id, role)
  await deleteInvitation(call, projectId, invitationId)
  const inProject = { ...call, operator, project: await projectById(call, projectId) }
  await recordEvent(inProject, { type: 'operator.joined', subject: operator.id, data: { role } })
}

function toOwner(row: LinkRow): LinkOwner {
  const { project_name: projectName, role } = row
  return {
    email: row.email,
    isKnown: row.is_known,
    ...(projectName !== null && role !== null && { invitation: { projectName, role } }),
  }
}
