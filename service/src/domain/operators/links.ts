import { type Id, newId } from '../../foundation/ids/index.ts'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import { hashSecret, isSecret, newSecret } from '../../foundation/secrets/index.ts'
import {
  type AccountCall,
  type Call,
  inProject,
  inTransaction,
  type Operator,
  type Role,
  type ServiceCall,
} from '../call/index.ts'
import { recordEvent } from '../events/inside.ts'
import { type Project, projectById } from '../projects/index.ts'
import { readEmail } from './email.ts'
import { noteAboutOperator, noteAccountEvent } from './note.ts'
import { FIRST_OWNER, type OperatorRow, toOperator } from './operator.ts'
import { linkInvalid } from './problems.ts'
import { type OpenedSession, openOperatorSession } from './sessions.ts'
import {
  deleteInvitation,
  findOperator,
  hasOperators,
  holdInvitation,
  holdOperator,
  insertLink,
  insertOperator,
  type LinkRow,
  letIn,
  markEmailProven,
  markLinkUsed,
  raiseRole,
  selectLink,
  selectRole,
} from './store.ts'

const LINK_LASTS_MS = 15 * 60 * 1000

export interface IssuedLink {
  /** The code stands behind the #, so that it is in no log and no preview. */
  readonly url: string
  readonly expiresAt: Date
}

/** A link from the command line, and the rights of the person who opens it. */
export interface OperatorLink extends IssuedLink {
  readonly operator: Operator
  /** Their role in the project that the link was made for, if it was made for one. */
  readonly role: Role | undefined
  /** Whether the link gives them more rights than they had. */
  readonly isRaised: boolean
}

/** The person a link is for. */
export interface LinkOwner {
  readonly email: string
  /** The project and the role, if the link is an invitation. */
  readonly invitation?: { readonly projectName: string; readonly role: Role }
}

/** From the command line, which may invite anybody, to everything or to one project. It never takes rights away. */
export function issueOperatorLink(
  call: ServiceCall,
  email: string,
  to?: { readonly project: Project; readonly role: Role },
): Promise<OperatorLink> {
  const address = readEmail(email)
  return inTransaction(call, async (call) => {
    const operator =
      (await findOperator(call, address)) ??
      (await insertOperator(call, { id: newId('operator'), email: address, isVouched: true }))
    const isRaised = to ? await raiseRole(call, to.project.id, operator.id, to.role) : await letIn(call, operator.id)
    if (to) {
      if (isRaised) {
        const happening = { type: 'operator.joined', subject: operator.id, data: { role: to.role } } as const
        await recordEvent(inProject(call, to.project), happening)
      } else await noteAboutOperator(call, toOperator(operator), 'operator.link_made')
    } else {
      const type = isRaised ? 'operator.owns_all_given' : 'operator.link_made'
      await noteAboutOperator(call, { ...toOperator(operator), ownsAll: true }, type)
    }
    const role = to && (await selectRole(call, to.project.id, operator.id))?.role
    const ownsAll = operator.owns_all || !to
    const link = await issueLink(call, { operatorId: operator.id })
    return { ...link, operator: { ...toOperator(operator), ownsAll }, role, isRaised }
  })
}

/** For an existing operator: signs them in again and does not change their rights. */
export function issueLinkAgain(
  call: ServiceCall,
  id: Id<'operator'>,
): Promise<IssuedLink & { readonly operator: Operator }> {
  return inTransaction(call, async (call) => {
    const row = await holdOperator(call, id)
    if (!row) throw new Problem(notFound, { detail: 'There is no operator with this id or address.' })
    const operator = toOperator(row)
    await noteAboutOperator(call, operator, 'operator.link_made')
    return { ...(await issueLink(call, { operatorId: id })), operator }
  })
}

/** The link for the first owner, until the first operator has entered. */
export async function issueFirstLink(call: ServiceCall): Promise<IssuedLink | undefined> {
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
  return { url: linkUrl(call, code), expiresAt }
}

export function linkUrl({ places }: Call, code: string): string {
  return `${places.apiOrigin}/console/enter#${code}`
}

export function codeOf(url: string): string {
  return new URL(url).hash.slice(1)
}

/** Looking at a link does not use it up. */
export async function peekLink(call: Call, code: string): Promise<LinkOwner> {
  const row = isSecret('operatorLink', code) ? await selectLink(call, hashSecret(code)) : undefined
  if (!row) throw new Problem(linkInvalid)
  return toOwner(row)
}

/**
 * Uses a link up and signs its owner in. An invitation belongs to the person who opens it: a signed-in person gets the role with their own account,
 * anybody else becomes a new operator. An invitation never signs anybody in as an existing operator, whatever address it was made for, and never
 * takes rights away.
 *
 * Undefined: the person was signed in and keeps that session unchanged, because an invitation does not prove who they are.
 */
export function enterByLink(call: Call, code: string, asked?: AccountCall): Promise<OpenedSession | undefined> {
  if (!isSecret('operatorLink', code)) throw new Problem(linkInvalid)
  const hash = hashSecret(code)
  return inTransaction(call, async (call) => {
    const seen = await selectLink(call, hash)
    if (!seen) throw new Problem(linkInvalid)
    const known = await holdKnown(call, seen.operator_id ?? asked?.actor.operator.id)
    if (seen.project_id && seen.invitation_id) await holdInvitation(call, seen.project_id, seen.invitation_id)
    const row = await markLinkUsed(call, hash)
    if (!row) throw new Problem(linkInvalid)
    const operator =
      known ?? (await insertOperator(call, { id: newId('operator'), email: row.email, isVouched: false }))
    if (row.project_id !== null) await takeInvitation(call, row, toOperator(operator))
    if (provesEmail(row, operator)) await markEmailProven(call, operator.id)
    if (row.operator_id === null && asked) return undefined
    await noteAccountEvent(call, toOperator(operator), 'operator.entered')
    return openOperatorSession(call, operator)
  })
}

/** Whoever invites may mistype an address and pass the link on by chat. Then mail to that address would reach a stranger. */
function provesEmail(link: LinkRow, operator: OperatorRow): boolean {
  if (link.operator_id !== null) return operator.is_vouched
  return link.is_mailed && link.email.toLowerCase() === operator.email.toLowerCase()
}

/** Undefined: somebody new. */
async function holdKnown(call: Call, id: string | undefined): Promise<OperatorRow | undefined> {
  if (id === undefined) return undefined
  const operator = await holdOperator(call, id)
  if (!operator) throw new Problem(linkInvalid)
  return operator
}

async function takeInvitation(call: Call, row: LinkRow, operator: Operator): Promise<void> {
  const { project_id: projectId, invitation_id: invitationId, role } = row
  if (projectId === null || invitationId === null || role === null) throw new Problem(linkInvalid)
  const isRaised = await raiseRole(call, projectId, operator.id, role)
  await deleteInvitation(call, projectId, invitationId)
  if (!isRaised) return // they may do as much already
  await recordEvent(inProject(call, await projectById(call, projectId)), {
    type: 'operator.joined',
    subject: operator.id,
    data: { role },
  })
}

function toOwner(row: LinkRow): LinkOwner {
  const { project_name: projectName, role } = row
  return {
    email: row.email,
    ...(projectName !== null && role !== null && { invitation: { projectName, role } }),
  }
}
