import type { Id } from '../../foundation/ids/index.ts'

/** Everything that can happen. Within v1 types are only added. */
export type EventType =
  | 'post.created'
  | 'post.updated'
  | 'post.status_changed'
  | 'post.deleted'
  | 'post.merged'
  | 'post.unmerged'
  | 'post.approved'
  | 'post.rejected'
  | 'post.reported'
  | 'vote.cast'
  | 'vote.withdrawn'
  | 'follow.started'
  | 'follow.ended'
  | 'comment.created'
  | 'comment.updated'
  | 'comment.deleted'
  | 'comment.approved'
  | 'comment.rejected'
  | 'comment.reported'
  | 'changelog.created'
  | 'changelog.updated'
  | 'changelog.published'
  | 'changelog.deleted'
  | 'status.created'
  | 'status.updated'
  | 'status.deleted'
  | 'tag.created'
  | 'tag.updated'
  | 'tag.deleted'
  | 'project.created'
  | 'project.updated'
  | 'project.domain_verified'
  | 'project.domain_lost'
  | 'signing_key.added'
  | 'signing_key.retired'
  | 'signing_key.revoked'
  | 'signing_key.sessions_ended'
  | 'secret_key.created'
  | 'secret_key.revoked'
  | 'user.created'
  | 'user.updated'
  | 'user.banned'
  | 'user.ban_reason_changed'
  | 'user.unbanned'
  | 'user.erased'
  | 'user.sessions_ended'
  | 'operator.entered'
  | 'operator.invited'
  | 'operator.joined'
  | 'operator.role_changed'
  | 'operator.removed'
  | 'operator.invitation_withdrawn'
  | 'operator.link_made'
  | 'operator.owns_all_given'
  | 'operator.owns_all_taken'
  | 'operator.signed_out'
  | 'operator.confirmation_asked'
  | 'operator.passkey_added'
  | 'operator.passkey_removed'

/** What kind of thing it happened to: what stands before the full stop. */
export type EventKind = EventType extends infer Type ? (Type extends `${infer Kind}.${string}` ? Kind : never) : never

/** What happened. Holds ids and words of ours, never what says who a person is: an erasure does not look in here. */
export interface Happening {
  readonly type: EventType
  /** What it happened to. */
  readonly subject: string
  /** The post it belongs to, where there is one. */
  readonly post?: Id<'post'>
  readonly data?: Readonly<Record<string, unknown>>
}
