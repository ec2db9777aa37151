import type { Id } from '../../foundation/ids/index.ts'
import type { MailFailureKind } from '../../foundation/mail/index.ts'

/**
 * - `waiting`: more events may join it.
 * - `sending`: it is under way, or it is tried again later.
 * - `sent`: the mail server took it.
 * - `refused`: the mail server does not take it, now or ever.
 * - `failed`: every attempt failed, and it is not tried again.
 * - `skipped`: there was nothing left to tell, or nobody to tell it to.
 * - `off`: it would have been sent, but no mail server is set up.
 */
export const MAIL_STATES = ['waiting', 'sending', 'sent', 'refused', 'failed', 'skipped', 'off'] as const
export type MailState = (typeof MAIL_STATES)[number]

/** Why nothing was sent, although the mail server did not refuse it. */
export type SkipReason =
  | 'nothing_left'
  /** A text waits for approval again; the mail waits with it, for some days. */
  | 'in_review'
  | 'not_active'
  | 'no_address'
  | 'address_unverified'
  /** Of an operator: it is not proven that they read mail to this address. */
  | 'address_unproven'
  | 'suppressed'
  | 'unsubscribed'

/** A mail about all that happened since the last one, instead of about one post. */
export const DIGEST = 'digest'

interface AnyMail {
  readonly projectId: Id<'project'>
  readonly id: Id<'mail'>
  readonly state: MailState
  /** `fault`: this service could not make it. */
  readonly reason: SkipReason | MailFailureKind | 'fault' | undefined
  /** The last words of the mail server. */
  readonly answer: string | undefined
  /** How often it failed for a reason that concerns this mail alone. */
  readonly attempts: number
  /** When it was first tried. */
  readonly triedAt: Date | undefined
  readonly dueAt: Date
  readonly createdAt: Date
  readonly settledAt: Date | undefined
}

/** To a user of the board. */
export interface UserMail extends AnyMail {
  readonly userId: Id<'user'>
  readonly about: Id<'post'> | typeof DIGEST
  readonly eventIds: readonly Id<'event'>[]
}

/** To somebody of the team: an operator, or a person who is invited. */
export interface TeamMail extends AnyMail {
  readonly userId: undefined
  readonly operatorId: Id<'operator'> | undefined
  readonly invitationId: string | undefined
  /** The room team-mails knows what it means. */
  readonly about: string
}

/** A mail to one person. Text and address are not part of it: they are read when it leaves. */
export type Mail = UserMail | TeamMail

export interface MailRow {
  project_id: Id<'project'>
  id: Id<'mail'>
  user_id: Id<'user'> | null
  operator_id: Id<'operator'> | null
  invitation_id: string | null
  about: string
  event_ids: Id<'event'>[]
  state: MailState
  reason: Mail['reason'] | null
  answer: string | null
  attempts: number
  tried_at: Date | null
  due_at: Date
  created_at: Date
  settled_at: Date | null
}

export function toMail(row: MailRow): Mail {
  const mail: AnyMail = {
    projectId: row.project_id,
    id: row.id,
    state: row.state,
    reason: row.reason ?? undefined,
    answer: row.answer ?? undefined,
    attempts: row.attempts,
    triedAt: row.tried_at ?? undefined,
    dueAt: row.due_at,
    createdAt: row.created_at,
    settledAt: row.settled_at ?? undefined,
  }
  if (row.user_id === null) {
    const [operatorId, invitationId] = [row.operator_id ?? undefined, row.invitation_id ?? undefined]
    return { ...mail, userId: undefined, operatorId, invitationId, about: row.about }
  }
  const about = row.about as UserMail['about'] // as mails to users are written
  return { ...mail, userId: row.user_id, about, eventIds: row.event_ids }
}
