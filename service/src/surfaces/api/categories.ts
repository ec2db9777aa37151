import { Type } from 'typebox'
import {
  addCategory,
  CategoryDescription,
  CategorySlug,
  CategoryTemplate,
  categoryById,
  categoryInUse,
  categoryJson,
  categoryRequired,
  categorySlugTaken,
  changeCategory,
  LAST_POSITION,
  MOST_CATEGORIES,
  pageCategories,
} from '../../domain/categories/index.ts'
import { LabelName, limitReached, nameTaken } from '../../domain/labels/index.ts'
import { camelCased } from '../../domain/members.ts'
import { deleteCategory, MOST_MOVED } from '../../domain/posting/index.ts'
import { idPattern } from '../../foundation/ids/index.ts'
import { cursorInvalid } from '../../foundation/paging/index.ts'
import { notFound, versionConflict } from '../../foundation/problems/index.ts'
import { endpoint } from './endpoint.ts'
import { tagVersion, versionsOf } from './if-match.ts'
import { answerPage, Paged, PageQuery } from './paging.ts'
import { Shared, TimeOf } from './schema.ts'

const TAGS = ['Categories']
const CategoryParams = Type.Object({ id: Type.String({ description: 'The category’s id.' }) })

const OPTIONAL = {
  slug: Type.Optional(CategorySlug),
  description: Type.Optional(CategoryDescription),
  position: Type.Optional(
    Type.Integer({ minimum: 0, maximum: LAST_POSITION, description: 'The place in the order; the last if absent.' }),
  ),
  visible_to: Type.Optional(
    Type.String({
      description: 'Who sees its posts: `everyone`, `users`, `team` or the id of a segment; `everyone` if absent.',
    }),
  ),
  posting: Type.Optional(
    Type.String({
      description: 'Who writes posts in it: `users`, `team` or the id of a segment; `users` if absent.',
    }),
  ),
  template: Type.Optional(CategoryTemplate),
}

export const Category = Shared(
  'Category',
  Type.Object(
    {
      id: Type.String({ pattern: idPattern('category'), description: 'The category’s id.' }),
      name: Type.String({ description: 'Its name on the board.' }),
      slug: Type.String({ description: 'Its name in addresses: its page is `/categories/` with the slug.' }),
      description: Type.String({ description: 'What belongs here, as plain text.' }),
      position: Type.Integer({ description: 'Categories are shown in this order.' }),
      visible_to: Type.String({
        description:
          'Who sees its posts: `everyone`, `users` (who are signed in), `team` (servers and the console) or the id of a segment, whose people see them. For everybody else they do not exist. Apps read `users` in the place of a segment. Later versions may have other values.',
      }),
      posting: Type.String({
        description:
          'Who writes posts in it: `users`, `team` or the id of a segment. Apps read in its place `users` if the person belongs to it, and `team` otherwise. Later versions may have other values.',
      }),
      template: Type.String({ description: 'Markdown that the form of a new post begins with.' }),
      is_default: Type.Boolean({ description: 'Whether posts are here unless somebody chose another category.' }),
      created_at: TimeOf('When it was added.'),
    },
    { description: 'A part of the board. Every post is in one.' },
  ),
)

export const list = endpoint({
  access: ['reader', 'board:read'],
  schema: {
    operationId: 'listCategories',
    summary: 'List the categories',
    description: `The categories that the caller sees, by position. A new project has one, General; a project has at most ${MOST_CATEGORIES}.`,
    tags: TAGS,
    querystring: PageQuery,
    response: { 200: Paged(Category, 'Categories.') },
  },
  problems: [cursorInvalid],
  handler: async (call, request, _, context) =>
    answerPage(context, call, request, (page) => pageCategories(call, page), categoryJson),
})

export const get = endpoint({
  access: ['reader', 'board:read'],
  schema: {
    operationId: 'getCategory',
    summary: 'Read a category',
    tags: TAGS,
    params: CategoryParams,
    response: { 200: Category },
  },
  problems: [notFound],
  handler: async (call, { params }, reply) => {
    const category = await categoryById(call, params.id)
    tagVersion(reply, category)
    return categoryJson(category)
  },
})

export const create = endpoint({
  access: 'categories:write',
  schema: {
    operationId: 'createCategory',
    summary: 'Add a category',
    description: 'Without a slug it gets one from its name. Boards show categories from the second one on.',
    tags: TAGS,
    body: Type.Object({ name: LabelName, ...OPTIONAL }, { additionalProperties: false }),
    response: { 201: Category },
  },
  problems: [nameTaken, categorySlugTaken, limitReached],
  handler: async (call, { body }, reply) => {
    const category = await addCategory(call, camelCased(body))
    tagVersion(reply, category)
    reply.code(201).header('location', `/v1/categories/${category.id}`)
    return categoryJson(category)
  },
})

export const edit = endpoint({
  access: 'categories:write',
  schema: {
    operationId: 'editCategory',
    summary: 'Change a category',
    description:
      'Who sees its posts changes at once, in every list, search, feed, count and mail. With If-Match, the change is made only if that version is still current.',
    tags: TAGS,
    params: CategoryParams,
    body: Type.Object(
      { name: Type.Optional(LabelName), ...OPTIONAL },
      { additionalProperties: false, minProperties: 1 },
    ),
    response: { 200: Category },
  },
  problems: [notFound, nameTaken, categorySlugTaken, versionConflict],
  handler: async (call, request, reply) => {
    const { params, body } = request
    const category = await changeCategory(call, params.id, camelCased(body), versionsOf(request))
    tagVersion(reply, category)
    return categoryJson(category)
  },
})

export const remove = endpoint({
  access: 'categories:write',
  schema: {
    operationId: 'deleteCategory',
    summary: 'Delete a category',
    description: `Its posts are moved to the category that \`move_to\` names, at most ${MOST_MOVED} of them. Without it, only an empty category can be deleted. The default category stays.`,
    tags: TAGS,
    params: CategoryParams,
    querystring: Type.Object(
      {
        move_to: Type.Optional(
          Type.String({ pattern: idPattern('category'), description: 'The category that its posts are moved to.' }),
        ),
      },
      { additionalProperties: false },
    ),
    response: { 204: Type.Null({ description: 'It is gone.' }) },
  },
  problems: [notFound, categoryInUse, categoryRequired],
  handler: async (call, { params, query }, reply) => {
    await deleteCategory(call, params.id, query.move_to)
    return reply.code(204).send()
  },
})
