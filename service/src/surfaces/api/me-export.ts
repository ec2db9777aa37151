import { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { UserCall } from '../../domain/call.ts'
import {
  type ExportedCode,
  type ExportedComment,
  type ExportedEdit,
  type ExportedEvent,
  type ExportedMark,
  type ExportedPost,
  type ExportedReport,
  type ExportedSession,
  personalData,
} from '../../domain/privacy/index.ts'
import { displayName } from '../../domain/users/index.ts'
import { EXPORTS } from '../http/index.ts'
import { endpoint } from './endpoint.ts'
import { Nullable, OneOf } from './schema.ts'

const Text = Type.String()
const MaybeText = Nullable(Text)
const Time = Type.String({ format: 'date-time' })
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
    return reply.send(Readable.from(documentOf(call, onFailure)))
  },
})

/** In the order of the schema above. */
async function* documentOf(call: UserCall, onFailure: (error: unknown) => void): AsyncGenerator<string> {
  const { now, project } = call
  const data = personalData(call)
  try {
    yield `{"exported_at":${JSON.stringify(now)},"project":${JSON.stringify({ id: project.id, name: project.name })}`
    yield `,"user":${JSON.stringify(userJson(call))}`
    yield* list('sessions', data.sessions, sessionJson)
    yield* list('board_codes', data.boardCodes, codeJson)
    yield* list('posts', data.posts, postJson)
    yield* list('post_edits', data.postEdits, editJson)
    yield* list('comments', data.comments, commentJson)
    yield* list('votes', data.votes, (mark) => markJson('voted_at', mark))
    yield* list('follows', data.follows, (mark) => markJson('followed_at', mark))
    yield* list('reports', data.reports, reportJson)
    yield* list('events', data.events, eventJson)
    yield '}'
  } catch (error) {
    onFailure(error)
    throw error
  }
}

async function* list<Item>(
  name: string,
  portions: AsyncIterable<readonly Item[]>,
  toJson: (item: Item) => object,
): AsyncGenerator<string> {
  let before = `,"${name}":[`
  for await (const portion of portions) {
    if (portion.length === 0) continue
    yield before + portion.map((item) => JSON.stringify(toJson(item))).join(',')
    before = ','
  }
  yield before === ',' ? ']' : `${before}]`
}

function userJson({ project, user }: UserCall) {
  return {
    id: user.id,
    sub: user.sub ?? null,
    email: user.email ?? null,
    email_verified: user.emailVerified,
    given_name: user.givenName ?? null,
    family_name: user.familyName ?? null,
    locale: user.locale ?? null,
    traits: user.traits,
    state: user.state,
    display_name: displayName(project, user),
    name_choice: user.nameChoice,
    custom_name: user.customName ?? null,
    name_locked: user.nameLocked,
    notifications: { email: user.notifyByEmail },
    created_at: user.createdAt,
    last_seen_at: user.lastSeenAt,
  }
}

/* Dates become RFC 3339 texts by being written as JSON. */

function sessionJson({ createdAt, expiresAt, endedAt }: ExportedSession) {
  return { created_at: createdAt, expires_at: expiresAt, ended_at: endedAt ?? null }
}

function codeJson({ createdAt, expiresAt, usedAt }: ExportedCode) {
  return { created_at: createdAt, expires_at: expiresAt, used_at: usedAt ?? null }
}

function postJson(post: ExportedPost) {
  return {
    id: post.id,
    number: post.number,
    title: post.title,
    body: post.body,
    moderation_state: post.moderationState,
    merged_into_id: post.mergedIntoId ?? null,
    created_at: post.createdAt,
    edited_at: post.editedAt ?? null,
    deleted_at: post.deletedAt ?? null,
  }
}

function editJson(edit: ExportedEdit) {
  return {
    post_id: edit.postId,
    version: edit.version,
    title: edit.title,
    body: edit.body,
    edited_at: edit.editedAt,
    edited_by: edit.editedByTeam ? 'team' : 'user',
  }
}

function commentJson(comment: ExportedComment) {
  return {
    id: comment.id,
    post_id: comment.postId,
    parent_id: comment.parentId ?? null,
    body: comment.body,
    moderation_state: comment.moderationState,
    created_at: comment.createdAt,
    edited_at: comment.editedAt ?? null,
    deleted_at: comment.deletedAt ?? null,
  }
}

function markJson(name: 'voted_at' | 'followed_at', { postId, at, mergedFromId }: ExportedMark) {
  return { post_id: postId, [name]: at, merged_from_post_id: mergedFromId ?? null }
}

function reportJson({ subjectId, reason, createdAt }: ExportedReport) {
  return { subject_id: subjectId, reason, created_at: createdAt }
}

function eventJson({ id, type, at, subjectId, postId }: ExportedEvent) {
  return { id, type, at, subject_id: subjectId, post_id: postId ?? null }
}
