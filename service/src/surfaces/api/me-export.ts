import { Readable } from 'node:stream'
import { type TProperties, Type } from 'typebox'
import { MAIL_STATES } from '../../domain/mails/index.ts'
import { snakeCased } from '../../domain/members.ts'
import { NOTIFICATION_TYPES } from '../../domain/notifications/index.ts'
import { POST_FLAGS } from '../../domain/posts/index.ts'
import { exportDocument } from '../../domain/privacy/index.ts'
import { EXPORTS } from '../http/index.ts'
import { endpoint } from './endpoint.ts'
import { NOTIFICATION_CHOICES } from './notification-choices.ts'
import { Nullable, OneOf, Time, TimeOf } from './schema.ts'

const text = (description: string) => Type.String({ description })
const maybeText = (description: string) => Nullable(Type.String(), { description })
const maybeTime = (description: string) => Nullable(Time, { description })
const PostId = text('The post’s id.')
const Written = TimeOf('When it was written.')
const Edited = maybeTime('When its text was last changed; null if never.')
const Deleted = maybeTime('When it was deleted; null if it was not.')
const ModerationState = OneOf(['approved', 'pending', 'rejected'], { description: 'Only an approved text is public.' })

const User = Type.Object(
  {
    id: text('The person’s id here.'),
    sub: maybeText('The id by which your backend knows the person.'),
    email: maybeText('The e-mail address that your backend vouched for last.'),
    email_verified: Type.Boolean({ description: 'Whether your backend said that the address is the person’s own.' }),
    given_name: maybeText('The first name that your backend vouched for last.'),
    family_name: maybeText('The family name that your backend vouched for last.'),
    locale: maybeText('The language that your backend vouched for last.'),
    traits: Type.Object(
      {},
      { additionalProperties: true, description: 'The traits that your backend vouched for last.' },
    ),
    state: OneOf(['active', 'banned', 'erased'], { description: 'Whether the person may sign in.' }),
    display_name: text('How the person appears on the board.'),
    name_choice: OneOf(['default', 'first_name', 'custom'], { description: 'Their choice of a name.' }),
    custom_name: maybeText('The custom name they chose.'),
    name_locked: Type.Boolean({ description: 'True once a post or comment of theirs is public.' }),
    notifications: Type.Object(NOTIFICATION_CHOICES, { description: 'The notifications that they want.' }),
    created_at: TimeOf('When they were made: by their first sign-in, or by your server.'),
    last_seen_at: TimeOf('When they last signed in; until the first time, when they were made.'),
  },
  { description: 'The person.' },
)

const Mark = (name: 'voted_at' | 'followed_at', description: string, more: TProperties = {}) =>
  Type.Object({
    post_id: PostId,
    [name]: TimeOf(description),
    merged_from_post_id: maybeText('The merged post for which the vote was cast; null if it was cast for this one.'),
    ...more,
  })

const Export = Type.Object(
  {
    exported_at: TimeOf('When the export was requested.'),
    project: Type.Object(
      { id: text('The project’s id.'), name: text('Its name.') },
      { description: 'The project of the board.' },
    ),
    user: User,
    sessions: Type.Array(
      Type.Object({
        created_at: TimeOf('When it began.'),
        expires_at: TimeOf('When it ends at the latest.'),
        ended_at: maybeTime('When it was ended before that; null if it was not.'),
      }),
      { description: 'The times they signed in.' },
    ),
    board_codes: Type.Array(
      Type.Object({
        created_at: TimeOf('When it was made.'),
        expires_at: TimeOf('Until when it could be used.'),
        used_at: maybeTime('When it was used; null if it was not.'),
      }),
      { description: 'The codes that opened the board for them.' },
    ),
    posts: Type.Array(
      Type.Object({
        id: PostId,
        number: Type.Integer({ description: 'Counts from 1 in each project.' }),
        title: text('One line of plain text.'),
        body: text('Markdown.'),
        status_id: text('Its status.'),
        category_id: maybeText('Its category; null if they do not see it.'),
        tag_ids: Type.Array(Type.String(), { description: 'All of its tags.' }),
        fields: Type.Object(
          {},
          { additionalProperties: true, description: 'Values of the fields that they see, by their keys.' },
        ),
        ...snakeCased(POST_FLAGS),
        moderation_state: ModerationState,
        merged_into_id: maybeText('The post that it was merged into.'),
        created_at: Written,
        edited_at: Edited,
        deleted_at: Deleted,
      }),
      { description: 'The posts they wrote.' },
    ),
    post_edits: Type.Array(
      Type.Object({
        post_id: PostId,
        version: Type.Integer({ description: 'Which version of the post this was.' }),
        title: text('The title before.'),
        body: text('The text before, Markdown.'),
        edited_at: TimeOf('When it was changed.'),
        edited_by: OneOf(['user', 'team'], { description: 'Who changed it.' }),
      }),
      { description: 'Earlier versions of their posts.' },
    ),
    comments: Type.Array(
      Type.Object({
        id: text('The comment’s id.'),
        post_id: PostId,
        parent_id: maybeText('The comment that it answers.'),
        body: text('Markdown.'),
        moderation_state: ModerationState,
        created_at: Written,
        edited_at: Edited,
        deleted_at: Deleted,
      }),
      { description: 'The comments they wrote.' },
    ),
    votes: Type.Array(
      Mark('voted_at', 'When they voted.', {
        note: maybeText('What the team noted about where they asked for it, if it voted for them.'),
      }),
      { description: 'Their votes.' },
    ),
    follows: Type.Array(Mark('followed_at', 'When they began to follow.'), { description: 'Their follows.' }),
    reports: Type.Array(
      Type.Object({
        subject_id: text('The post or comment they reported.'),
        reason: text('What they wrote about it.'),
        created_at: TimeOf('When they reported it.'),
      }),
      { description: 'Their reports.' },
    ),
    notifications: Type.Array(
      Type.Object({
        id: text('The notification’s id.'),
        type: OneOf(NOTIFICATION_TYPES, { description: 'What it is about.' }),
        post_id: PostId,
        comment_id: maybeText('The comment that it is about.'),
        changelog_entry_id: maybeText('The changelog entry that it is about.'),
        created_at: TimeOf('When it happened.'),
        read_at: maybeTime('When they read it; null if they did not.'),
      }),
      { description: 'Their notifications, which are kept for ninety days.' },
    ),
    mails: Type.Array(
      Type.Object({
        id: text('The mail’s id.'),
        post_id: maybeText('The post that it was about; null if it was about several.'),
        state: OneOf(MAIL_STATES, { description: 'What became of it.' }),
        created_at: TimeOf('When its first event happened.'),
        settled_at: maybeTime('When it was sent, refused or given up; null if it was not yet.'),
      }),
      { description: 'The mails to them. They are kept for thirty days, without their text.' },
    ),
    mail_mutes: Type.Array(Type.Object({ post_id: PostId, created_at: TimeOf('When they stopped it.') }), {
      description: 'The posts that they want no mail about.',
    }),
    mail_suppressions: Type.Array(Type.Object({ reason: text('Why.'), created_at: TimeOf('Since when.') }), {
      description: 'That their address gets no mail.',
    }),
    events: Type.Array(
      Type.Object({
        id: text('The event’s id.'),
        type: text('What they did, such as `comment.created`.'),
        at: TimeOf('When they did it.'),
        subject_id: text('The id of the object of the action.'),
        post_id: maybeText('The post that it belongs to.'),
      }),
      { description: 'Their actions. Votes and follows are kept for thirty days.' },
    ),
    files: Type.Array(
      Type.Object({
        id: text('The picture’s id.'),
        url: text('Its address on the board.'),
        width: Type.Integer({ description: 'In pixels.' }),
        height: Type.Integer({ description: 'In pixels.' }),
        shown_by: maybeText('The post or comment that shows it; null if none does.'),
        created_at: TimeOf('When they sent it.'),
        webp_base64: text('The picture itself, WebP in base64.'),
      }),
      { description: 'The pictures they sent.' },
    ),
  },
  { description: 'Everything that is stored about the person.' },
)

export const exportMe = endpoint({
  access: 'session',
  schema: {
    operationId: 'exportMe',
    summary: 'Export everything stored about the signed-in user',
    description:
      'One JSON document, streamed, of any size. This is the only answer in which an app gets the e-mail address of its user: show it only to the user, and do not store it. An answer that ends before its last brace is incomplete; ask again.',
    tags: ['Sessions'],
    response: { 200: Export },
  },
  limit: (admission, { actor }) => admission.limit(EXPORTS, actor.user.id),
  handler: async (call, request, reply, { log }) => {
    // A failure after the first bytes can no longer be reported to the caller: the connection is cut, and the log has the reason.
    const onFailure = (error: unknown) => log.error({ request_id: request.id, err: error }, 'an export broke off')
    reply.header('cache-control', 'no-store').type('application/json; charset=utf-8')
    return reply.send(Readable.from(exportDocument(call, onFailure)))
  },
})
