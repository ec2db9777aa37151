import type { Permission } from '../call/index.ts'
import { ALARMS, type AlarmKind } from './alarms.ts'

/** What operators get by mail. Somebody who may not see it in the console gets no mail about it. */
export type OperatorMailKind = 'summary' | AlarmKind

/** An invitation goes to somebody who is no operator yet, if the operator who invites wants that. */
export type TeamMailKind = OperatorMailKind | 'invitation'

export const TEAM_MAILS: Readonly<Record<TeamMailKind, { readonly needs: Permission }>> = {
  summary: { needs: 'moderation:read' },
  ...ALARMS,
  invitation: { needs: 'people:write' },
}

export const TEAM_MAIL_KINDS = Object.keys(TEAM_MAILS) as TeamMailKind[] // they are its keys

function isTeamMailKind(text: string): text is TeamMailKind {
  return Object.hasOwn(TEAM_MAILS, text)
}

export function isOperatorMailKind(text: string): text is OperatorMailKind {
  return isTeamMailKind(text) && text !== 'invitation'
}

export function isAlarm(kind: TeamMailKind): kind is AlarmKind {
  return Object.hasOwn(ALARMS, kind)
}

/** What a mail to the team is about. `subject` is the end of the day of a summary, or what an alarm is about. */
export interface TeamTopic<Kind extends TeamMailKind = TeamMailKind> {
  readonly kind: Kind
  readonly subject: string
}

/** As the column `about` has it. */
export function aboutOf({ kind, subject }: TeamTopic): string {
  return `${kind}:${subject}`
}

/** Undefined: a newer version wrote it. */
export function topicOf(about: string): TeamTopic | undefined {
  const [, kind = '', subject = ''] = /^(\w+):(.*)$/s.exec(about) ?? []
  return isTeamMailKind(kind) ? { kind, subject } : undefined
}
