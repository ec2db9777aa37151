import type { Permission } from '../call/index.ts'
import { ALARMS, type AlarmKind } from './alarms.ts'

/** What operators are mailed. Somebody who may not see it in the console gets no mail about it. */
export type TeamMailKind = 'summary' | AlarmKind

const SUMMARY: { readonly needs: Permission } = { needs: 'moderation:read' }

export const TEAM_MAILS: Readonly<Record<TeamMailKind, { readonly needs: Permission }>> = {
  summary: SUMMARY,
  ...ALARMS,
}

export const TEAM_MAIL_KINDS = Object.keys(TEAM_MAILS) as TeamMailKind[] // they are its keys

export function isTeamMailKind(text: string): text is TeamMailKind {
  return Object.hasOwn(TEAM_MAILS, text)
}

export function isAlarm(kind: TeamMailKind): kind is AlarmKind {
  return Object.hasOwn(ALARMS, kind)
}

/** What a mail to the team is about. `subject` is the end of the day of a summary, or what an alarm is about. */
export interface TeamTopic {
  readonly kind: TeamMailKind | 'invitation'
  readonly subject: string
}

/** As the column `about` has it. */
export function aboutOf({ kind, subject }: TeamTopic): string {
  return `${kind}:${subject}`
}

/** Undefined: a newer version wrote it. */
export function topicOf(about: string): TeamTopic | undefined {
  const [, kind = '', subject = ''] = /^(\w+):(.*)$/s.exec(about) ?? []
  return kind === 'invitation' || isTeamMailKind(kind) ? { kind, subject } : undefined
}
