import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { EXPORTS, exportDocument } from '../http/index.ts'
import { endpoint } from './endpoint.ts'
import { Nullable, OneOf, Time } from './schema.ts'

const Text = Type.String()
const MaybeText = Nullable(Text)
const MaybeTime = Nullable(Time)
const ModerationState = OneOf(['approved', 'pending', 'rejected'])

const User = Type.Object({
  id: Text,
  sub: Nullable(Text, { description: 'The id by which your backend knows the person.' }),
  email: MaybeText,
  email_verified: Type.Boolean(),
  given_name: MaybeText,
  family_name: MaybeText,
  locale: MaybeText,
  traits: Type.Object({}, { additionalProperties: true }),
  state: OneOf(['active', 'banned', 'erased']),
  display_name: Text,
  name_choice: OneOf(['default', 'first_name', 'custom']),
  custom_name: MaybeText,
  name_locked: Type.Boolean(),
  notifications: Type.Object({ email: Type.Boolean() }),
  created_at: Time,
  last_seen_at: Time,
})

const Mark = (name: 'voted_at' | 'followed_at') =>
  Type.Object({ post_id: Text, [name]: Time, merged_from_post_id: MaybeText })

const Export = Type.Object(
  {
    exported_at: Time,
    project: Type.Object({ id: Text, name: Text }),
    user: User,
    sessions: Type.Array(Type.Object({ created_at: Time, expires_at: Time, ended_at: MaybeTime })),
    board_codes: Type.Array(Type.Object({ created_at: Time, expires_at: Time, used_at: MaybeTime })),
    posts: Type.Array(
      Type.Object({
        id: Text,
        number: Type.Integer(),
        title: Text,
        body: Text,
        moderation_state: ModerationState,
        merged_into_id: MaybeText,
        created_at: Time,
        edited_at: MaybeTime,
        deleted_at: MaybeTime,
      }),
    ),
    post_edits: Type.Array(
      Type.Object({
        post_id: Text,
        version: Type.Integer(),
        title: Text,
        body: Text,
        edited_at: Time,
        edited_by: OneOf(['user', 'team']),
      }),
      { description: 'What posts of theirs said before they were changed.' },
    ),
    comments: Type.Array(
      Type.Object({
        id: Text,
        post_id: Text,
        parent_id: MaybeText,
        body: Text,
        moderation_state: ModerationState,
        created_at: Time,
        edited_at: MaybeTime,
        deleted_at: MaybeTime,
      }),
    ),
    votes: Type.Array(Mark('voted_at')),
    follows: Type.Array(Mark('followed_at')),
    reports: Type.Array(Type.Object({ subject_id: Text, reason: Text, created_at: Time })),
    events: Type.Array(Type.Object({ id: Text, type: Text, at: Time, subject_id: Text, post_id: MaybeText }), {
      description: 'What they did. Votes and follows are kept for thirty days.',
    }),
  },
  { description: 'Everything that is held about the person.' },
)

export const exportMe = endpoint({
  access: 'session',
  schema: {
    operationId: 'exportMe',
    summary: 'Export everything held about the signed-in user',
    description:
      'One JSON document, written as it is read, however much there is. The only answer in which an app sees the e-mail address of its user: show it to them alone, and keep it nowhere. An answer that ends before its last brace is not whole; ask again.',
    tags: ['Sessions'],
    response: { 200: Export },
  },
  limit: (admission, { user }) => admission.limit(EXPORTS, user.id),
  handler: async (call, request, reply, { log }) => {
    // What fails after the first bytes cannot be told to the caller any more; the connection is cut, and the log knows why.
    const onFailure = (error: unknown) => log.error({ request_id: request.id, err: error }, 'an export broke off')
    reply.header('cache-control', 'no-store').type('application/json; charset=utf-8')
    return reply.send(Readable.from(exportDocument(call, onFailure)))
  },
})
