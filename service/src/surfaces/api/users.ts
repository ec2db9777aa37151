import { Type } from 'typebox'
import type { ServerCall } from '../../domain/call.ts'
import { banUser, displayName, endSessions, eraseUser, type User, unbanUser } from '../../domain/users/index.ts'
import { idPattern } from '../../foundation/ids/index.ts'
import { notFound } from '../../foundation/problems/index.ts'
import { endpoint } from './endpoint.ts'
import { Nullable, OneOf } from './schema.ts'

const TAGS = ['Users']
const UserParams = Type.Object({ id: Type.String({ description: 'The user’s id.' }) })
const Nothing = Type.Object({}, { additionalProperties: false })
const MaybeText = Nullable(Type.String())

/** What a client's server sees of a user, their claims included. */
const ServerUser = Type.Object(
  {
    id: Type.String({ pattern: idPattern('user') }),
    sub: MaybeText,
    display_name: Type.String(),
    email: MaybeText,
    email_verified: Type.Boolean(),
    given_name: MaybeText,
    family_name: MaybeText,
    locale: MaybeText,
    traits: Type.Object({}, { additionalProperties: true }),
    state: OneOf(['active', 'banned', 'erased']),
    created_at: Type.String({ format: 'date-time' }),
    last_seen_at: Type.String({ format: 'date-time' }),
  },
  { description: 'The user.' },
)

export const ban = endpoint({
  access: 'users:write',
  schema: {
    operationId: 'banUser',
    summary: 'Ban a user',
    description: 'Ends all of the user’s sessions at once and refuses new ones until the ban is lifted.',
    tags: TAGS,
    params: UserParams,
    body: Type.Object(
      {
        reason: Type.Optional(Type.String({ maxLength: 500, description: 'For yourself; the user does not see it.' })),
      },
      { additionalProperties: false },
    ),
    response: { 200: ServerUser },
  },
  problems: [notFound],
  handler: async (call, { params, body }) => toJson(call, await banUser(call, params.id, body.reason)),
  belongsTo: ownerOf,
})

export const unban = endpoint({
  access: 'users:write',
  schema: {
    operationId: 'unbanUser',
    summary: 'Lift a ban',
    description: 'The user can sign in again. Sessions that the ban ended stay ended.',
    tags: TAGS,
    params: UserParams,
    body: Nothing,
    response: { 200: ServerUser },
  },
  problems: [notFound],
  handler: async (call, { params }) => toJson(call, await unbanUser(call, params.id)),
  belongsTo: ownerOf,
})

export const erase = endpoint({
  access: 'users:write',
  schema: {
    operationId: 'eraseUser',
    summary: 'Erase a user',
    description: 'Removes everything that says who the person is, and ends their sessions. It cannot be undone.',
    tags: TAGS,
    params: UserParams,
    body: Nothing,
    response: {
      200: Type.Object({ id: Type.String(), state: Type.Literal('erased') }, { description: 'What is left.' }),
    },
  },
  problems: [notFound],
  handler: async (call, { params }) => {
    await eraseUser(call, params.id)
    return { id: params.id, state: 'erased' }
  },
})

export const endUserSessions = endpoint({
  access: 'users:write',
  schema: {
    operationId: 'endUserSessions',
    summary: 'End all sessions of a user',
    description: 'The user can sign in again at once.',
    tags: TAGS,
    params: UserParams,
    response: { 204: Type.Null({ description: 'They are over.' }) },
  },
  problems: [notFound],
  handler: async (call, { params }, reply) => {
    await endSessions(call, params.id)
    return reply.code(204).send()
  },
})

/** A kept answer about a user goes when they are erased. */
function ownerOf(payload: unknown): string {
  return (payload as { id: string }).id // what toJson makes
}

function toJson({ project }: ServerCall, user: User) {
  return {
    id: user.id,
    sub: user.sub ?? null,
    display_name: displayName(project, user),
    email: user.email ?? null,
    email_verified: user.emailVerified,
    given_name: user.givenName ?? null,
    family_name: user.familyName ?? null,
    locale: user.locale ?? null,
    traits: user.traits,
    state: user.state,
    created_at: user.createdAt.toISOString(),
    last_seen_at: user.lastSeenAt.toISOString(),
  }
}
