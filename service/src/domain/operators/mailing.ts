import type { Id } from '../../foundation/ids/index.ts'
import { hashSecret, newSecret } from '../../foundation/secrets/index.ts'
import type { ProjectCall } from '../call/index.ts'
import { codeOf, linkUrl } from './links.ts'
import { selectTeam, type TeamMember, type WaitingInvitation } from './mailing-store.ts'
import { deleteLink, insertLink } from './store.ts'

/** Undefined: they may not enter the project. */
export async function teamMember(call: ProjectCall, id: Id<'operator'>): Promise<TeamMember | undefined> {
  const [member] = await selectTeam(call, id)
  return member
}

/**
 * A link for the mail of an invitation. It lasts as long as the invitation, since mail is read later than a page. Whoever uses one link of an invitation
 * ends all of them, and so does withdrawing it or inviting again.
 */
export async function issueMailedLink(
  call: ProjectCall,
  { id: invitationId, expiresAt }: WaitingInvitation,
): Promise<string> {
  const code = newSecret('operatorLink')
  await insertLink(call, hashSecret(code), { projectId: call.project.id, invitationId, isMailed: true }, expiresAt)
  return linkUrl(call, code)
}

/** Of a mail that did not leave. It is tried again with another link, and they would pile up. */
export async function withdrawMailedLink(call: ProjectCall, url: string): Promise<void> {
  await deleteLink(call, hashSecret(codeOf(url)))
}
