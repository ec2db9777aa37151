import { type TObject, type TProperties, Type } from 'typebox'
import type { ProjectCall } from '../../domain/call/index.ts'
import { type FeedEvent, SHOWN_TYPES, type ShownType, type Subject } from '../../domain/event-feed/index.ts'
import { EVENTS, type ShownKind } from '../../domain/events/index.ts'
import { keyJson } from '../../domain/signing-keys/index.ts'
import { displayName, type User, userJson, withoutAddress } from '../../domain/users/index.ts'
import { TEST_TYPE } from '../../domain/webhooks/index.ts'
import { idPattern, isId } from '../../foundation/ids/index.ts'
import { toEntryJson } from './changelog-json.ts'
import { toCommentJson } from './comment-json.ts'
import { Author, toAuthorJson, toPostJson } from './post-json.ts'
import { toProjectJson } from './project.ts'
import { Nullable, OneOf, Shared, sharedSchemas, TimeOf } from './schema.ts'
import { Key } from './signing-keys.ts'

const SUBJECT_KINDS = ['post', 'comment', 'changelog_entry', 'user', 'signing_key', 'project'] as const
const KEY_STATES = ['active', 'retiring', 'revoked'] as const

const Sequence = Type.Integer({
  description:
    'Of two events about the same post, the one that happened later has the greater number. Events may arrive in another order.',
})

export const Event = Shared(
  'Event',
  Type.Object(
    {
      id: Type.String({ pattern: idPattern('event'), description: 'The event’s id.' }),
      type: OneOf(SHOWN_TYPES, { description: 'What happened.' }),
      created_at: TimeOf('When it happened.'),
      sequence: Sequence,
      actor: Type.Object(
        {
          kind: OneOf(['user', 'server', 'operator', 'system'], {
            description: 'A user, a server by its secret key, a person in the console, or the service itself.',
          }),
          id: Nullable(Type.String(), {
            description: 'The id of the user, the key or the operator; null for the service itself.',
          }),
        },
        { description: 'Who did it.' },
      ),
      subject: Type.Object(
        {
          kind: OneOf(SUBJECT_KINDS, { description: 'What kind of thing it happened to.' }),
          id: Type.String({ description: 'Its id; for a signing key, the kid.' }),
        },
        { description: 'What it happened to.' },
      ),
      data: Type.Object(
        {},
        {
          additionalProperties: true,
          description:
            'The thing as this API shows it to a server when you read the event, without e-mail address and traits, with its `version`; `change` says what the event changed. If it was deleted since, only `id` and `is_gone`. The schema of each type is under `webhooks` in the OpenAPI document.',
        },
      ),
    },
    { description: 'Something that happened.' },
  ),
)

export function toEventJson(call: ProjectCall, { event, type, kind, subject }: FeedEvent) {
  return {
    id: event.id,
    type,
    created_at: event.at.toISOString(),
    sequence: event.seq,
    actor: { kind: actorKindOf(event.actor), id: event.actor.id ?? null },
    subject: { kind: subjectKindOf(kind, event.subjectId), id: event.subjectId },
    data: { ...objectJson(call, subject, event), change: kind === 'mark' ? {} : event.data },
  }
}

/** A row names the credential, `secret_key`; events name the actor, `server`. */
function actorKindOf({ kind }: FeedEvent['event']['actor']) {
  return kind === 'secret_key' ? 'server' : kind
}

/** Votes and follows are of a post; a report is about a post or a comment. */
function subjectKindOf(kind: ShownKind, subjectId: string): (typeof SUBJECT_KINDS)[number] {
  if (kind === 'mark') return 'post'
  if (kind === 'report') return isId('post', subjectId) ? 'post' : 'comment'
  return kind
}

function objectJson(call: ProjectCall, subject: Subject, { subjectId, seq }: FeedEvent['event']) {
  switch (subject.kind) {
    case 'post':
      return { ...toPostJson(call, subject.post), version: subject.post.version }
    case 'comment':
      return { ...toCommentJson(call, subject.comment), version: subject.comment.version }
    case 'changelog_entry':
      return { ...toEntryJson(call, subject.entry), version: subject.entry.version }
    case 'user':
      return { ...contactless(userJson(call.project, withoutAddress(subject.user))), version: subject.user.version }
    case 'signing_key':
      return { ...keyJson(subject.key), version: KEY_STATES.indexOf(subject.key.status) + 1 }
    case 'project':
      return { ...toProjectJson(subject.project, call), version: subject.project.version }
    case 'mark': // votes of one person for one post are sequential, so the position in the log works as a version
      return { post_id: subject.postId, user: authorJson(call, subject.user), version: seq }
    case 'report': {
      const { report } = subject
      const isOfPost = isId('post', report.subjectId)
      return {
        post_id: isOfPost ? report.subjectId : null,
        comment_id: isOfPost ? null : report.subjectId,
        reason: report.reason,
        created_at: report.createdAt.toISOString(),
        user: authorJson(call, subject.user),
        version: 1, // the first words are kept
      }
    }
    case 'gone':
      return { id: subjectId, is_gone: true }
  }
}

function contactless({ email, email_verified, traits, ...rest }: ReturnType<typeof userJson>) {
  return rest
}

function authorJson({ project }: ProjectCall, user: User) {
  return toAuthorJson({ id: user.id, displayName: displayName(project, user), isTeam: false })
}

/* What the OpenAPI document says of each type. */

const Gone = Type.Object(
  {
    id: Type.String({ description: 'The id that it had.' }),
    is_gone: Type.Literal(true, { description: 'Always true: it was deleted.' }),
  },
  { description: 'A deleted thing.' },
)

/** Each kind of thing as events show it: its name in the document, and its members beside `version`. */
const SHAPES: Readonly<Record<ShownKind, { readonly name: string; readonly members: () => TProperties }>> = {
  post: { name: 'PostOfEvent', members: () => membersOf('Post') },
  comment: { name: 'CommentOfEvent', members: () => membersOf('Comment') },
  changelog_entry: { name: 'ChangelogEntryOfEvent', members: () => membersOf('ChangelogEntry') },
  user: {
    name: 'UserOfEvent',
    members: () => ({
      ...membersOf('User', ['email', 'email_verified', 'traits']),
      sub: Nullable(Type.String(), {
        description:
          'Your own id of the user; null if it contains an @, because it may be an e-mail address, and once they are erased.',
      }),
    }),
  },
  signing_key: { name: 'SigningKeyOfEvent', members: () => Key.properties },
  project: { name: 'ProjectOfEvent', members: () => membersOf('Project') },
  mark: {
    name: 'MarkOfEvent',
    members: () => ({ post_id: Type.String({ description: 'The post.' }), user: Author }),
  },
  report: {
    name: 'ReportOfEvent',
    members: () => ({
      post_id: Nullable(Type.String(), { description: 'The reported post, if it was a post.' }),
      comment_id: Nullable(Type.String(), { description: 'The reported comment, if it was a comment.' }),
      reason: Type.String({ description: 'What the user wrote about it.' }),
      created_at: TimeOf('When it was reported.'),
      user: Author,
    }),
  },
}

/** The members of a shape that endpoints share, without some. */
function membersOf(name: string, without: readonly string[] = []): TProperties {
  const { properties } = sharedSchemas.get(name) as TObject // each of those named above is an object
  return Object.fromEntries(Object.entries(properties).filter(([member]) => !without.includes(member)))
}

/** What `webhooks` and `components.schemas` of the document hold about events. */
export function describeEvents(): { readonly webhooks: object; readonly schemas: object } {
  const version = Type.Integer({ description: 'Grows with each change of the same thing.' })
  const shapes = Object.values(SHAPES).map(({ name, members }) => [name, Type.Object({ ...members(), version })])
  return withLocalReferences({
    webhooks: {
      ...Object.fromEntries(SHOWN_TYPES.map((type) => [type, { post: describeWebhook(type) }])),
      [TEST_TYPE]: { post: describeTest() },
    },
    schemas: { ...Object.fromEntries(shapes), GoneOfEvent: Gone },
  })
}

function describeWebhook(type: ShownType) {
  const event = Object.values(EVENTS).find((event) => 'shown' in event && event.shown.type === type)
  if (!event || !('shown' in event)) throw new Error(`No event is shown as ${type}`)
  const { kind } = event.shown
  const change = { ...(kind === 'mark' ? Type.Object({}) : event.data), description: 'What the event changed.' }
  const isShortened = Type.Literal(true, {
    description:
      'Only in what a webhook is sent, where the whole would have 20 KB or more: `body` is cut and `body_html` is empty. If that is not enough, lists such as `posts` are empty, too.',
  })
  const about = 'Events of this type in `GET /v1/events` have the same `id`, `type`, `sequence` and `data`.'
  const data = {
    description: 'What it happened to.',
    type: 'object',
    required: ['change'],
    properties: { change, is_shortened: isShortened },
    anyOf: [{ $ref: `${SHAPES[kind].name}#` }, { $ref: 'GoneOfEvent#' }],
  }
  return describeSent(type, about, { data, sequence: Sequence })
}

function describeTest() {
  const webhookId = Type.String({ pattern: idPattern('webhook'), description: 'The webhook that is tried out.' })
  const data = Type.Object({ webhook_id: webhookId }, { description: 'What is tried out.' })
  return describeSent(TEST_TYPE, 'Sent when somebody tries a webhook out. `GET /v1/events` has no such event.', {
    data,
  })
}

/** What a webhook is sent, signed as Standard Webhooks says. */
function describeSent(type: string, description: string, members: Readonly<Record<string, object>>) {
  const body = {
    type: 'object',
    required: ['id', 'type', 'timestamp', 'project_id', ...Object.keys(members)],
    properties: {
      id: Type.String({ pattern: idPattern('event'), description: 'The event’s id.' }),
      type: OneOf([type], { description: 'What happened.' }),
      timestamp: TimeOf('When it happened.'),
      project_id: Type.String({ pattern: idPattern('project'), description: 'In which project.' }),
      ...members,
    },
  }
  return {
    operationId: `on.${type}`,
    summary: type,
    description,
    requestBody: { content: { 'application/json': { schema: body } } },
    responses: { '2XX': { description: 'You have it.' } },
  }
}

/** Shared shapes name each other as Fastify knows them; in the document they stand under its components. */
function withLocalReferences<Value>(value: Value): Value {
  return JSON.parse(
    JSON.stringify(value, (name, member) =>
      name === '$ref' ? `#/components/schemas/${String(member).replace('#', '')}` : member,
    ),
  )
}
