import { type Static, type TObject, Type } from 'typebox'

/** The kind of object that an event is about, as readers of the log see it. */
export type ShownKind = 'post' | 'comment' | 'mark' | 'report' | 'changelog_entry' | 'user' | 'signing_key' | 'project'

/** One type of event: what its row holds beside the ids of subject and post. */
interface Described {
  readonly data: TObject
  /** Absent: only the audit log shows it. */
  readonly shown?: { readonly kind: ShownKind; readonly type: string }
}

const shown = <const Kind extends ShownKind, const Shown extends string, Data extends TObject>(
  kind: Kind,
  type: Shown,
  data: Data,
) => ({ data, shown: { kind, type } })
const audit = <Data extends TObject>(data: Data) => ({ data })

const strict = { additionalProperties: false } as const
const text = (description: string) => Type.String({ description })
const count = (description: string) => Type.Integer({ description })
const Nothing = Type.Object({}, strict)
const Members = Type.Array(Type.String(), { description: 'The members that were changed, as the API calls them.' })
const Changed = Type.Object({ members: Members }, strict)
const State = (description: string) =>
  Type.Unsafe<'approved' | 'pending' | 'rejected'>({
    type: 'string',
    enum: ['approved', 'pending', 'rejected'],
    description,
  })
const Verdict = Type.Object(
  {
    from_state: State('Whether it was approved, pending or rejected before.'),
    reports: count('How many reports this settled.'),
  },
  strict,
)
/** A decision was taken back. */
const Undecided = Type.Object(
  {
    to_state: State('Whether it is approved, pending or rejected again.'),
    reports: count('How many reports are open again.'),
  },
  strict,
)
const ToldApart = Type.Object({ other_post_id: text('The older post of the pair.') }, strict)
const Mark = Type.Object({ user_id: text('Whose it is.') }, strict)
const Counts = {
  votes: count('How many votes the other post gained or lost.'),
  comments: count('How many public comments it gained or lost.'),
}
const Email = Type.Object({ email: text('Of an operator.') }, strict)
const Role = Type.Object({ role: text('What they may do.') }, strict)
const Domain = Type.Object(
  {
    domain: text('The domain.'),
    trusted: Type.Optional(Type.Boolean({ description: 'True where no proof was asked for.' })),
  },
  strict,
)

/**
 * Every type of event, and what its row holds: ids and fixed words, never data that identifies a user of a board, so that an erasure has
 * nothing to remove here. Within v1 types are only added. Readers see the types with `shown`, by that name: both verdicts have one name.
 */
export const EVENTS = {
  'post.created': shown('post', 'post.created', Type.Object({ number: count('Its number.') }, strict)),
  'post.updated': shown(
    'post',
    'post.updated',
    Type.Object(
      {
        members: Members,
        from_version: Type.Optional(count('The version whose text was replaced.')),
        merged_post_id: Type.Optional(text('The post that was merged into it.')),
        unmerged_post_id: Type.Optional(text('The post that had been merged into it.')),
        added_tag_id: Type.Optional(text('The tag that was added, where nothing else was changed.')),
        removed_tag_id: Type.Optional(text('The tag that was removed, where nothing else was changed.')),
        from_category_id: Type.Optional(text('The category before, where it was moved.')),
        to_category_id: Type.Optional(text('The category after, where it was moved.')),
      },
      strict,
    ),
  ),
  'post.status_changed': shown(
    'post',
    'post.status_changed',
    Type.Object(
      {
        from_status_id: text('The status before.'),
        to_status_id: text('The status after.'),
        comment_id: Type.Optional(text('The comment that says why.')),
        notify: Type.Optional(Type.Boolean({ description: 'Whether followers are notified.' })),
      },
      strict,
    ),
  ),
  'post.deleted': shown('post', 'post.deleted', Nothing),
  'post.merged': shown(
    'post',
    'post.merged',
    Type.Object({ into_post_id: text('The post that it was merged into.'), ...Counts }, strict),
  ),
  'post.unmerged': shown(
    'post',
    'post.unmerged',
    Type.Object({ from_post_id: text('The post that it had been merged into.'), ...Counts }, strict),
  ),
  'post.approved': shown('post', 'post.moderated', Verdict),
  'post.rejected': shown('post', 'post.moderated', Verdict),
  'post.undecided': shown('post', 'post.moderated', Undecided),
  'post.duplicate_dismissed': audit(ToldApart),
  'post.duplicate_reopened': audit(ToldApart),
  'post.reported': shown('report', 'report.created', Nothing),
  'vote.cast': shown('mark', 'vote.cast', Mark),
  'vote.withdrawn': shown('mark', 'vote.withdrawn', Mark),
  'follow.started': shown('mark', 'follow.started', Mark),
  'follow.ended': shown('mark', 'follow.ended', Mark),
  'comment.created': shown(
    'comment',
    'comment.created',
    Type.Object(
      {
        parent_id: Type.Unsafe<string | null>({
          type: ['string', 'null'],
          description: 'The comment that it answers.',
        }),
        is_official: Type.Boolean({ description: 'Whether it speaks for the project.' }),
        is_internal: Type.Boolean({ description: 'Whether it is for the team alone.' }),
        moderation_state: State('Whether it waits for approval.'),
        notify: Type.Optional(Type.Boolean({ description: 'Whether followers are notified.' })),
      },
      strict,
    ),
  ),
  'comment.updated': shown(
    'comment',
    'comment.updated',
    Type.Object({ members: Members, moderation_state: State('Whether it waits for approval again.') }, strict),
  ),
  'comment.deleted': shown('comment', 'comment.deleted', Nothing),
  'comment.approved': shown('comment', 'comment.moderated', Verdict),
  'comment.rejected': shown('comment', 'comment.moderated', Verdict),
  'comment.undecided': shown('comment', 'comment.moderated', Undecided),
  'comment.reported': shown('report', 'report.created', Nothing),
  'changelog.created': audit(Nothing),
  'changelog.updated': audit(Changed),
  'changelog.published': shown(
    'changelog_entry',
    'changelog.published',
    Type.Object({ publish_at: text('Since when it is public. For an imported entry this is long ago.') }, strict),
  ),
  'changelog.deleted': audit(Nothing),
  'status.created': audit(Type.Object({ category: text('Its category.') }, strict)),
  'status.updated': audit(Changed),
  'status.deleted': audit(Nothing),
  'tag.created': audit(Nothing),
  'tag.updated': audit(Changed),
  'tag.deleted': audit(Nothing),
  'category.created': audit(Nothing),
  'category.updated': audit(Changed),
  'category.deleted': audit(Nothing),
  'field.created': audit(Nothing),
  'field.updated': audit(Changed),
  'field.deleted': audit(Nothing),
  'segment.created': audit(Nothing),
  'segment.updated': audit(Changed),
  'segment.deleted': audit(Nothing),
  'view.created': audit(Nothing),
  'view.updated': audit(Nothing),
  'view.deleted': audit(Nothing),
  'project.created': audit(Nothing),
  'project.updated': shown('project', 'project.updated', Changed),
  'project.exported': audit(Nothing),
  'project.domain_verified': audit(Domain),
  'project.domain_lost': audit(Domain),
  'signing_key.added': shown('signing_key', 'signing_key.added', Nothing),
  'signing_key.retired': shown('signing_key', 'signing_key.retired', Nothing),
  'signing_key.revoked': shown('signing_key', 'signing_key.revoked', Nothing),
  'signing_key.sessions_ended': audit(Nothing),
  'secret_key.created': audit(Type.Object({ scopes: Type.Array(Type.String()) }, strict)),
  'secret_key.revoked': audit(Nothing),
  'user.created': shown('user', 'user.created', Nothing),
  'user.updated': audit(Changed),
  'user.banned': shown('user', 'user.banned', Nothing),
  'user.ban_reason_changed': audit(Nothing),
  'user.unbanned': shown('user', 'user.unbanned', Nothing),
  'user.erased': shown('user', 'user.erased', Nothing),
  'user.sessions_ended': audit(Nothing),
  'mail_suppression.created': audit(Nothing),
  'mail_suppression.deleted': audit(Nothing),
  'webhook.created': audit(Nothing),
  'webhook.updated': audit(Changed),
  'webhook.deleted': audit(Nothing),
  'webhook.secret_rotated': audit(Nothing),
  'webhook.disabled': audit(Type.Object({ reason: text('Why: gone or failing.') }, strict)),
  'webhook.replayed': audit(Nothing),
  'webhook.redelivered': audit(Type.Object({ deliveries: count('How many.') }, strict)),
  'import.started': audit(Type.Object({ source: text('Where its records come from.') }, strict)),
  'import.finished': audit(Nothing),
  'import.undo_started': audit(Nothing),
  'import.undone': audit(Nothing),
  'operator.entered': audit(Nothing),
  'operator.mail_changed': audit(
    Type.Object(
      { kind: text('Which mail.'), is_on: Type.Boolean({ description: 'Whether they get it now.' }) },
      strict,
    ),
  ),
  'operator.invited': audit(Type.Object({ email: text('Whom.'), role: text('As what.') }, strict)),
  'operator.joined': audit(Role),
  'operator.role_changed': audit(
    Type.Object({ email: text('Whose.'), from: text('Before.'), to: text('After.') }, strict),
  ),
  'operator.removed': audit(Type.Object({ email: text('Whom.'), from: Type.Optional(text('Their role.')) }, strict)),
  'operator.invitation_withdrawn': audit(Type.Object({ email: text('Whose.'), role: text('As what.') }, strict)),
  'operator.link_made': audit(Email),
  'operator.owns_all_given': audit(Email),
  'operator.owns_all_taken': audit(Email),
  'operator.signed_out': audit(
    Type.Object(
      { email: Type.Optional(text('Whom, where somebody else did it.')), sessions: Type.Optional(text('Which.')) },
      strict,
    ),
  ),
  'operator.confirmation_asked': audit(Email),
  'operator.passkey_added': audit(Nothing),
  'operator.passkey_removed': audit(
    Type.Object({ email: Type.Optional(text('Whose, where somebody else did it.')) }, strict),
  ),
} as const satisfies Readonly<Record<string, Described>>

type Events = typeof EVENTS
export type EventType = keyof Events

/** The data of a row of this type. */
export type DataOf<Type extends EventType> = Readonly<Static<Events[Type]['data']>>

/** The kind of object that it happened to: the part before the full stop. */
export type EventKind = EventType extends infer Type ? (Type extends `${infer Kind}.${string}` ? Kind : never) : never
