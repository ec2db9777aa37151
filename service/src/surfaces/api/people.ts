import { Type } from 'typebox'
import { listMentionable } from '../../domain/comments/index.ts'
import { idPattern } from '../../foundation/ids/index.ts'
import { notFound } from '../../foundation/problems/index.ts'
import { endpoint } from './endpoint.ts'
import { toAuthorJson } from './post-json.ts'
import { PostParams } from './posts.ts'
import { Nullable } from './schema.ts'

const Person = Type.Object(
  {
    id: Nullable(Type.String({ pattern: idPattern('user') }), { description: 'Null for the project’s team.' }),
    display_name: Type.String({ description: 'The name that the board shows.' }),
    is_team: Type.Boolean({ description: 'Whether it is the project’s team.' }),
    is_author: Type.Boolean({ description: 'Whether they wrote the post.' }),
    said: Nullable(Type.String(), {
      description:
        'How their latest comment on the post begins, as plain text: several people may have the same name. Null if they wrote none.',
    }),
    markdown: Type.String({ description: 'The Markdown that mentions them in a comment on this post.' }),
  },
  { description: 'Somebody who takes part in the discussion.' },
)

export const listOfPost = endpoint({
  access: ['reader', 'comments:read'],
  schema: {
    operationId: 'listPeopleOfPost',
    summary: 'List who can be mentioned',
    description:
      'The people whom a comment on this post can mention: the post’s author, the people who commented last, at most 50, and the team. A signed-in user is not in their own list.',
    tags: ['Comments'],
    params: PostParams,
    response: {
      200: Type.Object(
        { data: Type.Array(Person, { description: 'The people, the latest first, and then the team.' }) },
        { description: 'Who can be mentioned.' },
      ),
    },
  },
  problems: [notFound],
  handler: async (call, { params: { id } }) => ({
    data: (await listMentionable(call, id)).map((person) => ({
      ...toAuthorJson(person),
      is_author: person.isAuthor,
      said: person.said ?? null,
      markdown: person.mention,
    })),
  }),
})
