import { type Id, isId } from '../../foundation/ids/index.ts'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import { inTransaction, type ProjectCall } from '../call/index.ts'
import type { SignedLinks } from '../mails/index.ts'
import { choicesOf, choose, type TeamMailChoice } from './choices.ts'
import { isOperatorMailKind, type OperatorMailKind } from './kinds.ts'

/** Which mail of which operator a link stops. */
export interface TeamUnsubscription {
  readonly operatorId: Id<'operator'>
  readonly kind: OperatorMailKind
}

export function writeTeamLink(links: SignedLinks, projectId: Id<'project'>, one: TeamUnsubscription): string {
  return links.sign(projectId, [one.operatorId, one.kind])
}

/** Looking at a link changes nothing. */
export async function peekTeamMail(
  call: ProjectCall,
  links: SignedLinks,
  link: string,
): Promise<TeamMailChoice<OperatorMailKind>> {
  const { operatorId, kind } = readTeamLink(call, links, link)
  const choice = (await choicesOf(call, operatorId)).find((choice) => choice.kind === kind)
  if (!choice) throw new Problem(notFound)
  return { ...choice, kind }
}

/** The link is the proof, and it is enough for this alone. Doing it twice is the same as once. */
export async function switchTeamMail(
  call: ProjectCall,
  links: SignedLinks,
  link: string,
  isOn: boolean,
): Promise<TeamMailChoice<OperatorMailKind>> {
  const { operatorId, kind } = readTeamLink(call, links, link)
  await inTransaction(call, (call) => choose(call, operatorId, kind, isOn))
  return peekTeamMail(call, links, link)
}

function readTeamLink({ project }: ProjectCall, links: SignedLinks, link: string): TeamUnsubscription {
  const [operatorId = '', kind = ''] = links.open(project.id, link)
  if (!isId('operator', operatorId) || !isOperatorMailKind(kind)) throw new Problem(notFound)
  return { operatorId, kind }
}
