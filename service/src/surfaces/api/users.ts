import { Type } from 'typebox'
import { eraseUser } from '../../domain/privacy/index.ts'
import { Sub } from '../../domain/sign-in-tokens/index.ts'
import { lengthOf } from '../../domain/texts/index.ts'
import {
  BanReason,
  banUser,
  endSessions,
  listUsers,
  readUser,
  readUserBySub,
  unbanUser,
  userJson,
  vouchForUser,
} from '../../domain/users/index.ts'
import { idPattern } from '../../foundation/ids/index.ts'
import { cursorInvalid } from '../../foundation/paging/index.ts'
import { notFound } from '../../foundation/problems/index.ts'
import { limitBySegment } from './by-segment.ts'
import { endpoint } from './endpoint.ts'
import { NoBody } from './input.ts'
import { ABOUT_NAME } from './me.ts'
import { answerPage, PAGE_QUERY, Paged } from './paging.ts'
import { Nullable, OneOf, Shared, TimeOf } from './schema.ts'

const TAGS = ['Users']
const UserParams = Type.Object({ id: Type.String({ description: 'The user’s id.' }) })
const Claim = (description: string) => Nullable(Type.String(), { description: `${description} Null if absent.` })
const State = OneOf(['active', 'banned', 'erased'], {
  description: 'A banned user cannot sign in. An erased user has almost no data left.',
})

/** A user as a client's server sees them, with their claims. */
export const ServerUser = Shared(
  'User',
  Type.Object(
    {
      id: Type.String({ pattern: idPattern('user'), description: 'The user’s id.' }),
      sub: Nullable(Type.String(), { description: 'Your own id of the user; null once they are erased.' }),
      display_name: Type.String({ description: 'How the user appears on the board.' }),
      email: Claim('The e-mail address that you vouched for last.'),
      email_verified: Type.Boolean({ description: 'Whether you said that the address is the user’s own.' }),
      given_name: Claim('The first name that you vouched for last.'),
      family_name: Claim('The family name that you vouched for last.'),
      locale: Claim('The language that you vouched for last.'),
      traits: Type.Object(
        {},
        {
          additionalProperties: true,
          description: 'The traits that you vouched for last, without those that the project does not allow.',
        },
      ),
      state: State,
      ...ABOUT_NAME,
      ban_reason: Nullable(Type.String(), { description: 'The reason that was given for the ban.' }),
      created_at: TimeOf('When the user was made: by their first sign-in, or by your server.'),
      last_seen_at: TimeOf('When the user last signed in; until the first time, when they were made.'),
    },
    { description: 'The user.' },
  ),
)

export const list = endpoint({
  access: 'users:read',
  schema: {
    operationId: 'listUsers',
    summary: 'List the users',
    description: 'The newest first, including banned and erased users.',
    tags: TAGS,
    querystring: Type.Object(
      {
        ...PAGE_QUERY,
        state: Type.Optional(State),
        sub: Type.Optional(
          Type.String({
            maxLength: Sub.maxLength,
            description: 'Only the user with exactly this `sub`; an empty list if there is none.',
          }),
        ),
        segment: Type.Optional(
          Type.String({ pattern: idPattern('segment'), description: 'Only the people of this segment.' }),
        ),
      },
      { additionalProperties: false },
    ),
    response: { 200: Paged(ServerUser, 'Users.') },
  },
  limit: limitBySegment,
  problems: [cursorInvalid, notFound],
  handler: (call, request, _, context) => {
    const { state, sub, segment } = request.query
    const filter = { ...(state && { state }), ...(sub !== undefined && { sub }), ...(segment && { segment }) }
    return answerPage(
      context,
      call,
      request,
      (page) => listUsers(call, filter, page),
      (user) => userJson(call.project, user),
    )
  },
})

export const get = endpoint({
  access: 'users:read',
  schema: {
    operationId: 'getUser',
    summary: 'Read a user',
    description: 'An erased user has only an id and two times left.',
    tags: TAGS,
    params: UserParams,
    response: { 200: ServerUser },
  },
  problems: [notFound],
  handler: async (call, { params }) => userJson(call.project, await readUser(call, params.id)),
})

export const getBySub = endpoint({
  access: 'users:read',
  schema: {
    operationId: 'getUserBySub',
    summary: 'Read a user by your own id',
    description:
      'The `sub` of your sign-in tokens, byte for byte and percent-encoded, slashes included. A path cannot hold a `sub` of `.` or `..`, because most clients remove it from an address, even encoded. Find such a user by `GET /v1/users?sub=`.',
    tags: TAGS,
    params: Type.Object({ sub: Type.String({ description: 'Your id of the user.' }) }),
    response: { 200: ServerUser },
  },
  problems: [notFound],
  handler: async (call, { params }) => userJson(call.project, await readUserBySub(call, params.sub)),
})

const TOKEN_RULES = 'As in a sign-in token.'

export const putBySub = endpoint({
  access: 'users:vouch',
  bodyLimit: 16_384,
  schema: {
    operationId: 'putUserBySub',
    summary: 'Make or change a user by your own id',
    description:
      'The body holds the claims of a sign-in token, by the same rules. A claim that is absent is removed, as at a sign-in. Use it for an import: your server can then vote, post and comment for users who have not signed in yet. A ban stays. An erased user becomes a new user. A path cannot hold a `sub` of `.` or `..`: such a user is made by their first sign-in. Until the first sign-in, `last_seen_at` is when the user was made.',
    tags: TAGS,
    params: Type.Object({
      sub: Type.String({ description: `Your id of the user, ${lengthOf(Sub)}, percent-encoded, slashes included.` }),
    }),
    body: Type.Object(
      {
        email: Type.Optional(Type.String({ description: `At most 320 characters. ${TOKEN_RULES}` })),
        email_verified: Type.Optional(
          Type.Boolean({ description: `Without \`email\` it is kept as false. ${TOKEN_RULES}` }),
        ),
        given_name: Type.Optional(Type.String({ description: `At most 100 characters. ${TOKEN_RULES}` })),
        family_name: Type.Optional(Type.String({ description: `At most 100 characters. ${TOKEN_RULES}` })),
        locale: Type.Optional(Type.String({ description: `A language tag such as de-AT. ${TOKEN_RULES}` })),
        traits: Type.Optional(
          Type.Object(
            {},
            {
              additionalProperties: true,
              description:
                'At most 2,048 bytes of JSON; traits that the project does not allow are dropped. As in a sign-in token. Send integers beyond ±9007199254740991 as texts: as numbers they are refused here, and a sign-in token drops their trait.',
            },
          ),
        ),
      },
      { additionalProperties: false },
    ),
    response: { 200: ServerUser, 201: ServerUser },
  },
  handler: async (call, { params, body }, reply) => {
    const { user, isNew } = await vouchForUser(call, params.sub, body)
    reply.code(isNew ? 201 : 200)
    return userJson(call.project, user)
  },
})

export const ban = endpoint({
  access: 'users:ban',
  schema: {
    operationId: 'banUser',
    summary: 'Ban a user',
    description: 'Ends all of the user’s sessions at once and refuses new ones until the ban is lifted.',
    tags: TAGS,
    params: UserParams,
    body: Nullable(
      Type.Object(
        {
          reason: Type.Optional(BanReason),
        },
        { additionalProperties: false },
      ),
    ),
    response: { 200: ServerUser },
  },
  problems: [notFound],
  handler: async (call, { params, body }) => userJson(call.project, await banUser(call, params.id, body?.reason)),
  belongsTo: ownerOf,
})

export const unban = endpoint({
  access: 'users:ban',
  schema: {
    operationId: 'unbanUser',
    summary: 'Lift a ban',
    description: 'The user can sign in again. Sessions that the ban ended stay ended.',
    tags: TAGS,
    params: UserParams,
    body: NoBody,
    response: { 200: ServerUser },
  },
  problems: [notFound],
  handler: async (call, { params }) => userJson(call.project, await unbanUser(call, params.id)),
  belongsTo: ownerOf,
})

export const erase = endpoint({
  access: 'users:erase',
  schema: {
    operationId: 'eraseUser',
    summary: 'Erase a user',
    description:
      'Removes everything that identifies the person and everything they wrote that is not public, and ends their sessions. Their public posts and comments stay, under the name “deleted user”. It cannot be undone.',
    tags: TAGS,
    params: UserParams,
    body: NoBody,
    response: {
      200: Type.Object(
        {
          id: Type.String({ description: 'The user’s id.' }),
          state: Type.Literal('erased', { description: 'The user is erased.' }),
        },
        { description: 'The user after the erasure.' },
      ),
    },
  },
  problems: [notFound],
  handler: async (call, { params }) => {
    await eraseUser(call, params.id)
    return { id: params.id, state: 'erased' }
  },
})

export const endUserSessions = endpoint({
  access: 'users:ban',
  schema: {
    operationId: 'endUserSessions',
    summary: 'End all sessions of a user',
    description: 'The user can sign in again at once.',
    tags: TAGS,
    params: UserParams,
    response: { 204: Type.Null({ description: 'The sessions have ended.' }) },
  },
  problems: [notFound],
  handler: async (call, { params }, reply) => {
    await endSessions(call, params.id)
    return reply.code(204).send()
  },
})

/** A kept answer about a user is removed when they are erased. */
function ownerOf(payload: unknown): string {
  return (payload as { id: string }).id // what userJson makes
}
