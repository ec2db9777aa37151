import type { Id } from '../../foundation/ids/index.ts'
import type { Permitted, Project, ProjectCall, Role } from '../call/index.ts'
import { type Letter, letterOf, type Mail, type SkipReason, type TeamMail } from '../mails/index.ts'
import { isSuppressed } from '../mails/inside.ts'
import {
  issueMailedLink,
  type TeamMember,
  teamMember,
  type WaitingInvitation,
  waitingInvitation,
  withdrawMailedLink,
} from '../operators/inside.ts'
import { barrierTo } from './addresses.ts'
import { ALARMS, type AlarmFacts, type AlarmKind } from './alarms.ts'
import { choicesOf } from './choices.ts'
import { isAlarm, type OperatorMailKind, type TeamTopic, topicOf } from './kinds.ts'
import { type ReadSummary, readSummary, type Summary } from './summary.ts'

interface AnyTeamLetter {
  readonly mail: TeamMail
  readonly project: Project
  readonly email: string
}

/** To an operator, who can switch such mails off. */
interface OperatorLetter extends AnyTeamLetter {
  readonly operatorId: Id<'operator'>
  readonly role: Role
}

export interface SummaryLetter extends OperatorLetter {
  readonly kind: 'summary'
  readonly summary: Summary
}

export interface AlarmLetter extends OperatorLetter {
  readonly kind: AlarmKind
  readonly facts: AlarmFacts
  /** Where the console says more, behind the project's slug. */
  readonly page: string
}

export interface InvitationLetter extends AnyTeamLetter {
  readonly kind: 'invitation'
  readonly invitation: WaitingInvitation
  /** Only a mail that leaves has one: who looks at a preview must not get in by it. */
  readonly link: string | undefined
}

/** What a mail to the team says. */
export type TeamLetter = SummaryLetter | AlarmLetter | InvitationLetter

/** Who sees the mails of a project sees what they are made of. */
export type MailReader = Permitted<'mails:manage' | 'moderation:read' | 'posts:read'>

/** A mail of the queue as it reads now, whoever it is for, or why there is none. */
export function readLetter(
  call: MailReader,
  mail: Mail,
  summaryOf: ReadSummary = readSummary,
): Promise<Letter | TeamLetter | SkipReason> {
  return mail.userId === undefined ? teamLetterOf(call, mail, summaryOf) : letterOf(call, mail)
}

/** Right before it leaves. */
export async function readyToLeave<L extends Letter | TeamLetter>(
  call: Permitted<'mails:manage'>,
  letter: L,
): Promise<L | InvitationLetter> {
  if (letter.kind !== 'invitation') return letter
  return { ...letter, link: await issueMailedLink(call, letter.invitation) }
}

/** The server has not got it, and never will: nobody may get in by its link. */
export async function didNotLeave(call: Permitted<'mails:manage'>, letter: Letter | TeamLetter): Promise<void> {
  if (letter.kind === 'invitation' && letter.link !== undefined) await withdrawMailedLink(call, letter.link)
}

async function teamLetterOf(
  call: MailReader,
  mail: TeamMail,
  summaryOf: ReadSummary,
): Promise<TeamLetter | SkipReason> {
  const topic = topicOf(mail.about)
  if (!topic) return 'nothing_left'
  if (topic.kind === 'invitation') return invitationOf(call, mail)
  const member = mail.operatorId === undefined ? undefined : await teamMember(call, mail.operatorId)
  const choice = member && (await choicesOf(call, member.id)).find(({ kind }) => kind === topic.kind)
  if (!member || !choice) return 'not_active'
  if (!choice.isOn) return 'unsubscribed'
  const barrier = barrierTo(member)
  if (barrier) return barrier
  if (await isSuppressed(call, member.email)) return 'suppressed'
  return operatorLetter(call, mail, member, { ...topic, kind: topic.kind, summaryOf })
}

async function operatorLetter(
  call: MailReader,
  mail: TeamMail,
  { id: operatorId, email, role }: TeamMember,
  { kind, subject, summaryOf }: TeamTopic<OperatorMailKind> & { readonly summaryOf: ReadSummary },
): Promise<TeamLetter | SkipReason> {
  const common = { mail, project: call.project, email, operatorId, role }
  if (!isAlarm(kind)) {
    const summary = await summaryOf(call, new Date(subject))
    return summary ? { ...common, kind, summary } : 'nothing_left'
  }
  const { read, page } = ALARMS[kind]
  const facts = await read(call, subject)
  return facts ? { ...common, kind, facts, page } : 'nothing_left'
}

async function invitationOf(call: ProjectCall, mail: TeamMail): Promise<InvitationLetter | SkipReason> {
  const { invitationId: id } = mail
  const invitation = id === undefined ? undefined : await waitingInvitation(call, { id })
  if (!invitation) return 'nothing_left'
  if (await isSuppressed(call, invitation.email)) return 'suppressed'
  return { mail, project: call.project, email: invitation.email, kind: 'invitation', invitation, link: undefined }
}
