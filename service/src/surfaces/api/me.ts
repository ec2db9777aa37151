import { Type } from 'typebox'
import { camelCased } from '../../domain/members.ts'
import { changeMe, nameLocked, nameUnavailable, TypedOwnName } from '../../domain/names/index.ts'
import { signedInJson } from '../../domain/users/index.ts'
import { idPattern } from '../../foundation/ids/index.ts'
import { versionConflict } from '../../foundation/problems/index.ts'
import { endpoint } from './endpoint.ts'
import { tagVersion, versionsOf } from './if-match.ts'
import { NOTIFICATION_CHOICES, someChoices } from './notification-choices.ts'
import { Nullable, OneOf, TimeOf } from './schema.ts'

const NameChoice = OneOf(['default', 'first_name', 'custom'], {
  description:
    'How the user appears: `default` with no name, `first_name` with the first name and the initial of the family name, `custom` with a name they chose.',
})

/** The members about a user's name and wishes, for the user and for servers alike. */
export const ABOUT_NAME = {
  name_choice: NameChoice,
  name_choices: Type.Array(
    Type.Object({
      choice: NameChoice,
      preview: Nullable(Type.String(), { description: 'How the user would appear.' }),
    }),
    { description: 'The names that the user can choose.' },
  ),
  name_locked: Type.Boolean({ description: 'True once a post or comment of theirs is public.' }),
  notifications: Type.Object(NOTIFICATION_CHOICES, {
    description: 'The notifications that the user wants: what they chose, otherwise the defaults of the project.',
  }),
}

/** The members that users see of themselves. There is no e-mail address: apps never get one. */
export const Me = Type.Object(
  {
    id: Type.String({ pattern: idPattern('user'), description: 'The user’s id.' }),
    display_name: Type.String({ description: 'How the user appears on the board.' }),
    ...ABOUT_NAME,
    locale: Nullable(Type.String(), { description: 'The user’s language, from your tokens; null if they name none.' }),
    created_at: TimeOf('When the user was made: by their first sign-in, or by your server.'),
  },
  { description: 'The signed-in user.' },
)

export const me = endpoint({
  access: 'session',
  schema: {
    operationId: 'getMe',
    summary: 'Read the signed-in user',
    description: 'The same object as in the answer of the exchange.',
    tags: ['Sessions'],
    response: { 200: Me },
  },
  handler: async ({ project, actor: { user } }, _, reply) => {
    reply.header('cache-control', 'no-store')
    tagVersion(reply, user)
    return signedInJson(project, user)
  },
})

export const updateMe = endpoint({
  access: 'session',
  schema: {
    operationId: 'updateMe',
    summary: 'Choose a name and notifications',
    description:
      'The name can be changed until the user’s first post or comment is public. Sending the current choice again is always allowed. A custom name is normalised (NFKC), and repeated spaces become one.',
    tags: ['Sessions'],
    body: Type.Object(
      {
        name_choice: Type.Optional(NameChoice),
        custom_name: Type.Optional(Nullable(TypedOwnName)),
        notifications: Type.Optional(
          someChoices('The notifications that the user wants. A choice stays when the project changes its defaults.'),
        ),
      },
      { additionalProperties: false, minProperties: 1 },
    ),
    response: { 200: Me },
  },
  problems: [nameLocked, nameUnavailable, versionConflict],
  handler: async (call, request, reply) => {
    const { notifications, ...rest } = request.body
    const change = { ...camelCased(rest), ...(notifications && { notifications: camelCased(notifications) }) }
    const user = await changeMe(call, change, versionsOf(request))
    reply.header('cache-control', 'no-store')
    tagVersion(reply, user)
    return signedInJson(call.project, user)
  },
})
