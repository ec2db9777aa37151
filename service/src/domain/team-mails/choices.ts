import type { Id } from '../../foundation/ids/index.ts'
import { inTransaction, type OperatorCall, type ProjectCall, roleMay } from '../call/index.ts'
import { recordEventIn } from '../events/inside.ts'
import { type TeamMember, teamMember, teamOf } from '../operators/inside.ts'
import { TEAM_MAIL_KINDS, TEAM_MAILS, type TeamMailKind } from './kinds.ts'
import { type Choices, selectChoices, upsertChoice } from './store.ts'

/** Whether an operator gets a kind of mail. */
export interface TeamMailChoice {
  readonly kind: TeamMailKind
  readonly isOn: boolean
}

/** The kinds that they may see, and whether they get each. */
export async function choicesOf(call: ProjectCall, operatorId: Id<'operator'>): Promise<readonly TeamMailChoice[]> {
  const member = await teamMember(call, operatorId)
  if (!member) return []
  const choices = await selectChoices(call)
  return TEAM_MAIL_KINDS.filter((kind) => maySee(member, kind)).map((kind) => ({
    kind,
    isOn: isWanted(choices, member, kind),
  }))
}

/** Everybody who gets this kind of mail. */
export async function recipientsOf(call: ProjectCall, kind: TeamMailKind): Promise<readonly TeamMember[]> {
  const choices = await selectChoices(call)
  const team = await teamOf(call)
  return team.filter((member) => maySee(member, kind) && isWanted(choices, member, kind))
}

function maySee({ role }: TeamMember, kind: TeamMailKind): boolean {
  return roleMay(role, TEAM_MAILS[kind].needs)
}

function isWanted(choices: Choices, { id, isTheirs }: TeamMember, kind: TeamMailKind): boolean {
  return choices.get(id)?.get(kind) ?? isTheirs
}

/** The operator's own choices. */
export function ownTeamMails(call: OperatorCall): Promise<readonly TeamMailChoice[]> {
  return choicesOf(call, call.actor.operator.id)
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
