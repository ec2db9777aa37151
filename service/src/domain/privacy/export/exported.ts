import type { Id } from '../../../foundation/ids/index.ts'
import type { EventType } from '../../events/index.ts'
import type { FieldValues } from '../../fields/index.ts'
import type { MailState } from '../../mails/index.ts'
import type { NotificationType } from '../../notifications/index.ts'
import type { ModerationState, PostDecisions, PostTexts } from '../../posts/index.ts'

/* The stored data about a person beside their own row. */

export interface ExportedSession {
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly endedAt: Date | undefined
}

export interface ExportedCode {
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly usedAt: Date | undefined
}

export interface ExportedPost extends PostTexts, Omit<PostDecisions, 'categoryId'> {
  readonly id: Id<'post'>
  readonly number: number
  /** Those that they see. */
  readonly fields: FieldValues
  /** Undefined if they do not see it. */
  readonly categoryId: string | undefined
  readonly moderationState: ModerationState
  /** Undefined also if they do not see that post. */
  readonly mergedIntoId: Id<'post'> | undefined
  readonly createdAt: Date
  readonly editedAt: Date | undefined
  readonly deletedAt: Date | undefined
}

/** An earlier version of a post. */
export interface ExportedEdit {
  readonly postId: Id<'post'>
  readonly version: number
  readonly title: string
  readonly body: string
  readonly editedAt: Date
  readonly editedByTeam: boolean
}

export interface ExportedComment {
  readonly id: Id<'comment'>
  readonly postId: Id<'post'>
  readonly parentId: Id<'comment'> | undefined
  readonly body: string
  readonly moderationState: ModerationState
  readonly createdAt: Date
  readonly editedAt: Date | undefined
  readonly deletedAt: Date | undefined
}

/** A vote or a follow. */
export interface ExportedMark {
  readonly postId: Id<'post'>
  readonly at: Date
  /** The post that they voted for or followed, if it was merged into this one. */
  readonly mergedFromId: Id<'post'> | undefined
}

export interface ExportedVote extends ExportedMark {
  /** Where the user asked for it, if the team or a server voted for them. */
  readonly note: string | undefined
}

export interface ExportedReport {
  readonly subjectId: Id<'post'> | Id<'comment'>
  readonly reason: string
  readonly createdAt: Date
}

/** A notification to the person. */
export interface ExportedNotification {
  readonly id: Id<'notification'>
  readonly type: NotificationType
  readonly postId: Id<'post'>
  readonly commentId: Id<'comment'> | undefined
  readonly entryId: Id<'changelogEntry'> | undefined
  readonly createdAt: Date
  readonly readAt: Date | undefined
}

/** A mail to the person. Its text is not kept. */
export interface ExportedMail {
  readonly id: Id<'mail'>
  /** Absent: it was about several. */
  readonly postId: Id<'post'> | undefined
  readonly state: MailState
  readonly createdAt: Date
  readonly settledAt: Date | undefined
}

/** A post that the person wants no mail about. */
export interface ExportedMute {
  readonly postId: Id<'post'>
  readonly createdAt: Date
}

/** That the person's address gets no mail. */
export interface ExportedSuppression {
  readonly reason: string
  readonly createdAt: Date
}

export interface ExportedEvent {
  readonly id: Id<'event'>
  readonly type: EventType
  readonly at: Date
  readonly subjectId: string
  readonly postId: Id<'post'> | undefined
}
