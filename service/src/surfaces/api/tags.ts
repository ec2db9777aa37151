import { Type } from 'typebox'
import { Color, LabelName, limitReached, nameTaken } from '../../domain/labels/index.ts'
import { camelCased } from '../../domain/members.ts'
import {
  addTag,
  changeTag,
  type Tag as DomainTag,
  deleteTag,
  MOST_TAGS,
  pageTags,
  tagById,
} from '../../domain/tags/index.ts'
import { idPattern } from '../../foundation/ids/index.ts'
import { cursorInvalid } from '../../foundation/paging/index.ts'
import { notFound, versionConflict } from '../../foundation/problems/index.ts'
import { endpoint } from './endpoint.ts'
import { tagVersion, versionsOf } from './if-match.ts'
import { answerPage, Paged, PageQuery } from './paging.ts'
import { Shared, TimeOf } from './schema.ts'

const TAGS = ['Statuses and tags']
const TagParams = Type.Object({ id: Type.String({ description: 'The tag’s id.' }) })

const Tag = Shared(
  'Tag',
  Type.Object(
    {
      id: Type.String({ pattern: idPattern('tag'), description: 'The tag’s id.' }),
      name: Type.String({ description: 'Its name on the board.' }),
      color: Type.String({ description: 'As in CSS: #rrggbb.' }),
      created_at: TimeOf('When it was added.'),
    },
    { description: 'A label that groups posts.' },
  ),
)

function toTagJson(tag: DomainTag) {
  return { id: tag.id, name: tag.name, color: tag.color, created_at: tag.createdAt.toISOString() }
}

export const list = endpoint({
  access: ['reader', 'board:read'],
  schema: {
    operationId: 'listTags',
    summary: 'List the tags',
    description: `The tags that posts of the project can have, by name. A project has at most ${MOST_TAGS}.`,
    tags: TAGS,
    querystring: PageQuery,
    response: { 200: Paged(Tag, 'Tags.') },
  },
  problems: [cursorInvalid],
  handler: async (call, request, _, context) =>
    answerPage(context, call, request, (page) => pageTags(call, page), toTagJson),
})

export const get = endpoint({
  access: ['reader', 'board:read'],
  schema: {
    operationId: 'getTag',
    summary: 'Read a tag',
    tags: TAGS,
    params: TagParams,
    response: { 200: Tag },
  },
  problems: [notFound],
  handler: async (call, { params }, reply) => {
    const tag = await tagById(call, params.id)
    tagVersion(reply, tag)
    return toTagJson(tag)
  },
})

export const create = endpoint({
  access: 'project:write',
  schema: {
    operationId: 'createTag',
    summary: 'Add a tag',
    description: 'Without a color it is grey.',
    tags: TAGS,
    body: Type.Object({ name: LabelName, color: Type.Optional(Color) }, { additionalProperties: false }),
    response: { 201: Tag },
  },
  problems: [nameTaken, limitReached],
  handler: async (call, { body }, reply) => {
    const tag = await addTag(call, camelCased(body))
    tagVersion(reply, tag)
    reply.code(201).header('location', `/v1/tags/${tag.id}`)
    return toTagJson(tag)
  },
})

export const edit = endpoint({
  access: 'project:write',
  schema: {
    operationId: 'editTag',
    summary: 'Change a tag',
    description: 'With If-Match, the change is made only if that version is still current.',
    tags: TAGS,
    params: TagParams,
    body: Type.Object(
      { name: Type.Optional(LabelName), color: Type.Optional(Color) },
      { additionalProperties: false, minProperties: 1 },
    ),
    response: { 200: Tag },
  },
  problems: [notFound, nameTaken, versionConflict],
  handler: async (call, request, reply) => {
    const { params, body } = request
    const tag = await changeTag(call, params.id, camelCased(body), versionsOf(request))
    tagVersion(reply, tag)
    return toTagJson(tag)
  },
})

export const remove = endpoint({
  access: 'project:write',
  schema: {
    operationId: 'deleteTag',
    summary: 'Delete a tag',
    description: 'Posts that have it lose it.',
    tags: TAGS,
    params: TagParams,
    response: { 204: Type.Null({ description: 'It is gone.' }) },
  },
  problems: [notFound],
  handler: async (call, { params }, reply) => {
    await deleteTag(call, params.id)
    return reply.code(204).send()
  },
})
