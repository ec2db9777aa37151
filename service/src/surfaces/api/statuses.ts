import { Type } from 'typebox'
import { Color, LabelName, limitReached, nameTaken } from '../../domain/labels/index.ts'
import { camelCased } from '../../domain/members.ts'
import {
  addStatus,
  changeStatus,
  type Status as DomainStatus,
  deleteStatus,
  LAST_POSITION,
  MOST_STATUSES,
  pageStatuses,
  STATUS_CATEGORIES,
  statusById,
  statusInUse,
  statusRequired,
} from '../../domain/statuses/index.ts'
import { idPattern } from '../../foundation/ids/index.ts'
import { cursorInvalid } from '../../foundation/paging/index.ts'
import { notFound, versionConflict } from '../../foundation/problems/index.ts'
import { endpoint } from './endpoint.ts'
import { tagVersion, versionsOf } from './if-match.ts'
import { answerPage, Paged, PageQuery } from './paging.ts'
import { OneOf, Shared, TimeOf } from './schema.ts'

const TAGS = ['Statuses and tags']
const StatusParams = Type.Object({ id: Type.String({ description: 'The status’s id.' }) })

const CategoryInput = OneOf(STATUS_CATEGORIES, {
  description: 'Decides how the service treats posts: they start in `open`; in `done` and `closed` nobody can vote.',
})
const position = Type.Optional(
  Type.Integer({ minimum: 0, maximum: LAST_POSITION, description: 'The place in the order; the last if absent.' }),
)
const onRoadmap = Type.Optional(
  Type.Boolean({ description: 'Whether it is a column of the roadmap; false if absent.' }),
)

export const Status = Shared(
  'Status',
  Type.Object(
    {
      id: Type.String({ pattern: idPattern('status'), description: 'The status’s id.' }),
      name: Type.String({ description: 'Its name on the board.' }),
      category: OneOf(STATUS_CATEGORIES, {
        description: 'Decides how the service treats posts: they start in open; in done and closed nobody can vote.',
      }),
      color: Type.String({ description: 'As in CSS: #rrggbb.' }),
      position: Type.Integer({ description: 'Statuses are shown in this order.' }),
      on_roadmap: Type.Boolean({ description: 'Whether it is a column of the roadmap.' }),
      created_at: TimeOf('When it was added.'),
    },
    { description: 'The state of a post, such as planned or done.' },
  ),
)

export function toStatusJson(status: DomainStatus) {
  return {
    id: status.id,
    name: status.name,
    category: status.category,
    color: status.color,
    position: status.position,
    on_roadmap: status.onRoadmap,
    created_at: status.createdAt.toISOString(),
  }
}

export const list = endpoint({
  access: ['reader', 'board:read'],
  schema: {
    operationId: 'listStatuses',
    summary: 'List the statuses',
    description: `The statuses that posts of the project can have, by position. A project has at most ${MOST_STATUSES}.`,
    tags: TAGS,
    querystring: PageQuery,
    response: { 200: Paged(Status, 'Statuses.') },
  },
  problems: [cursorInvalid],
  handler: async (call, request, _, context) =>
    answerPage(context, call, request, (page) => pageStatuses(call, page), toStatusJson),
})

export const get = endpoint({
  access: ['reader', 'board:read'],
  schema: {
    operationId: 'getStatus',
    summary: 'Read a status',
    tags: TAGS,
    params: StatusParams,
    response: { 200: Status },
  },
  problems: [notFound],
  handler: async (call, { params }, reply) => {
    const status = await statusById(call, params.id)
    tagVersion(reply, status)
    return toStatusJson(status)
  },
})

export const create = endpoint({
  access: 'project:write',
  schema: {
    operationId: 'createStatus',
    summary: 'Add a status',
    description: 'Without a position it comes last. New posts start in the first status of the category open.',
    tags: TAGS,
    body: Type.Object(
      { name: LabelName, category: CategoryInput, color: Color, position, on_roadmap: onRoadmap },
      { additionalProperties: false },
    ),
    response: { 201: Status },
  },
  problems: [nameTaken, limitReached],
  handler: async (call, { body }, reply) => {
    const status = await addStatus(call, camelCased(body))
    tagVersion(reply, status)
    reply.code(201).header('location', `/v1/statuses/${status.id}`)
    return toStatusJson(status)
  },
})

export const edit = endpoint({
  access: 'project:write',
  schema: {
    operationId: 'editStatus',
    summary: 'Change a status',
    description:
      'Its posts keep the status, with the new name and category. At least one status must be in the category open. With If-Match, the change is made only if that version is still current.',
    tags: TAGS,
    params: StatusParams,
    body: Type.Object(
      {
        name: Type.Optional(LabelName),
        category: Type.Optional(CategoryInput),
        color: Type.Optional(Color),
        position,
        on_roadmap: onRoadmap,
      },
      { additionalProperties: false, minProperties: 1 },
    ),
    response: { 200: Status },
  },
  problems: [notFound, nameTaken, statusRequired, versionConflict],
  handler: async (call, request, reply) => {
    const { params, body } = request
    const status = await changeStatus(call, params.id, camelCased(body), versionsOf(request))
    tagVersion(reply, status)
    return toStatusJson(status)
  },
})

export const remove = endpoint({
  access: 'project:write',
  schema: {
    operationId: 'deleteStatus',
    summary: 'Delete a status',
    description: 'A status can be deleted if no post has it and it is not the last one of the category open.',
    tags: TAGS,
    params: StatusParams,
    response: { 204: Type.Null({ description: 'It is gone.' }) },
  },
  problems: [notFound, statusInUse, statusRequired],
  handler: async (call, { params }, reply) => {
    await deleteStatus(call, params.id)
    return reply.code(204).send()
  },
})
