import type { Id } from '../../foundation/ids/index.ts'
import { inTransaction, type OperatorCall, type ProjectCall, roleMay } from '../call/index.ts'
import { recordEventIn } from '../events/inside.ts'
import { type TeamMember, teamMember, teamOf } from '../operators/inside.ts'
import { barrierTo, type OperatorBarrier } from './addresses.ts'
import { type OperatorMailKind, TEAM_MAIL_KINDS, TEAM_MAILS, type TeamMailKind } from './kinds.ts'
import { type Choices, selectChoices, upsertChoice } from './store.ts'

/** Whether an operator gets a kind of mail, or causes it. */
export interface TeamMailChoice<Kind extends TeamMailKind = TeamMailKind> {
  readonly kind: Kind
  readonly isOn: boolean
}

/** The kinds that they may choose, and whether each is on. */
export async function choicesOf(call: ProjectCall, operatorId: Id<'operator'>): Promise<readonly TeamMailChoice[]> {
  const member = await teamMember(call, operatorId)
  return member ? choicesOfMember(call, member) : []
}

async function choicesOfMember(call: ProjectCall, member: TeamMember): Promise<readonly TeamMailChoice[]> {
  const choices = await selectChoices(call)
  return TEAM_MAIL_KINDS.filter((kind) => maySee(member, kind)).map((kind) => ({
    kind,
    isOn: isWanted(choices, member, kind),
  }))
}

/** Everybody who gets this kind of mail. */
export async function recipientsOf(call: ProjectCall, kind: OperatorMailKind): Promise<readonly TeamMember[]> {
  const choices = await selectChoices(call)
  const team = await teamOf(call)
  return team.filter((member) => maySee(member, kind) && isWanted(choices, member, kind))
}

function maySee({ role }: TeamMember, kind: TeamMailKind): boolean {
  return roleMay(role, TEAM_MAILS[kind].needs)
}

function isWanted(choices: Choices, { id, isTheirs }: TeamMember, kind: TeamMailKind): boolean {
  return choices.get(id)?.get(kind) ?? (isTheirs || kind === 'invitation')
}

/** Whether the people whom an operator invites get a mail. */
export async function mailsInvitations(call: ProjectCall, operatorId: Id<'operator'>): Promise<boolean> {
  return (await choicesOf(call, operatorId)).some(({ kind, isOn }) => kind === 'invitation' && isOn)
}

export function mailsOwnInvitations(call: OperatorCall): Promise<boolean> {
  return mailsInvitations(call, call.actor.operator.id)
}

/** An operator's own choices, and why they get no mail all the same. */
export interface OwnTeamMails {
  readonly choices: readonly TeamMailChoice[]
  readonly barrier: OperatorBarrier | undefined
}

export async function ownTeamMails(call: OperatorCall): Promise<OwnTeamMails> {
  const member = await teamMember(call, call.actor.operator.id)
  if (!member) return { choices: [], barrier: undefined }
  return { choices: await choicesOfMember(call, member), barrier: barrierTo(member) }
}

/** Those that are not named are switched off. */
export function chooseTeamMails(call: OperatorCall, wanted: ReadonlySet<string>): Promise<void> {
  const { id } = call.actor.operator
  return inTransaction(call, async (call) => {
    for (const { kind } of await choicesOf(call, id)) await choose(call, id, kind, wanted.has(kind))
  })
}

/** In a transaction. Choosing what counts already changes nothing. */
export async function choose(
  call: ProjectCall,
  operatorId: Id<'operator'>,
  kind: TeamMailKind,
  isOn: boolean,
): Promise<void> {
  const before = (await choicesOf(call, operatorId)).find((choice) => choice.kind === kind)
  if (!before || before.isOn === isOn) return
  await upsertChoice(call, operatorId, kind, isOn)
  // By a link of a mail they are not signed in; the link says who they are.
  const by = { kind: 'operator', id: operatorId } as const
  const data = { kind, is_on: isOn }
  await recordEventIn(call, [call.project.id], { type: 'operator.mail_changed', subject: operatorId, data }, by)
}
