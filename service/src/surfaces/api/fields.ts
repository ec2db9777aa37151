import { Type } from 'typebox'
import {
  addField,
  changeField,
  deleteField,
  FIELD_VISIBLE_TO,
  FieldLabel,
  fieldById,
  fieldJson,
  fieldKeyTaken,
  KEY_PATTERN,
  KINDS,
  LAST_FIELD_POSITION,
  MOST_FIELDS,
  MOST_OPTIONS,
  MOST_OPTIONS_IN_ALL,
  OptionLabel,
  OptionValue,
  pageFields,
} from '../../domain/fields/index.ts'
import { limitReached } from '../../domain/labels/index.ts'
import { camelCased } from '../../domain/members.ts'
import { idPattern } from '../../foundation/ids/index.ts'
import { cursorInvalid } from '../../foundation/paging/index.ts'
import { notFound, versionConflict } from '../../foundation/problems/index.ts'
import { endpoint } from './endpoint.ts'
import { tagVersion, versionsOf } from './if-match.ts'
import { answerPage, Paged, PageQuery } from './paging.ts'
import { Nullable, OneOf, Shared, TimeOf } from './schema.ts'

const TAGS = ['Fields']
const FieldParams = Type.Object({ id: Type.String({ description: 'The field’s id.' }) })

const Field = Shared(
  'Field',
  Type.Object(
    {
      id: Type.String({ pattern: idPattern('field'), description: 'The field’s id.' }),
      key: Type.String({ description: 'Its name in `fields` of a post and in filters.' }),
      label: Type.String({ description: 'What forms and pages call it.' }),
      kind: Type.String({
        description:
          'What its values are: `text`, `number`, `select`, `multi_select`, `checkbox`, `url` or `date`. It never changes. Later versions may have other kinds.',
      }),
      options: Type.Array(
        Type.Object({
          value: Type.String({ description: 'What posts have if it is chosen. It never changes.' }),
          label: Type.String({ description: 'What forms and pages call it.' }),
          is_removed: Type.Boolean({
            description: 'Whether nobody can choose it any more. Posts that have it keep it.',
          }),
        }),
        { description: 'What can be chosen, for `select` and `multi_select`; empty for other kinds.' },
      ),
      required: Type.Boolean({
        description: 'Whether users cannot write a post without it. Servers and the team can.',
      }),
      visible_to: Type.String({
        description:
          'Who sees it and its values: `everyone`, or `team` (servers and the console). For everybody else it does not exist. Later versions may have other values.',
      }),
      categories: Nullable(Type.Array(Type.String()), {
        description: 'The categories whose posts have it; null: all. Apps read only those that the person sees.',
      }),
      position: Type.Integer({ description: 'Fields are shown in this order.' }),
      created_at: TimeOf('When it was added.'),
    },
    { description: 'What a project asks about its posts beside title and text.' },
  ),
)

const OPTIONAL = {
  key: Type.Optional(
    Type.String({
      pattern: KEY_PATTERN,
      description: 'Its name in `fields` of a post and in filters. Without one it gets one from its label.',
    }),
  ),
  options: Type.Optional(
    Type.Array(
      Type.Object(
        {
          value: Type.Optional(OptionValue),
          label: OptionLabel,
          is_removed: Type.Optional(
            Type.Boolean({ description: 'Whether nobody can choose it any more; false if absent.' }),
          ),
        },
        { additionalProperties: false },
      ),
      {
        maxItems: MOST_OPTIONS_IN_ALL,
        description: `All that can be chosen from now on, at most ${MOST_OPTIONS}. An option without a value gets one from its label. Options that are there and not named here are removed: posts that have them keep them.`,
      },
    ),
  ),
  required: Type.Optional(
    Type.Boolean({ description: 'Whether users cannot write a post without it; false if absent.' }),
  ),
  visible_to: Type.Optional(
    OneOf(FIELD_VISIBLE_TO, { description: 'Who sees it and its values; `everyone` if absent.' }),
  ),
  categories: Type.Optional(
    Nullable(Type.Array(Type.String(), { maxItems: 50 }), {
      description: 'The categories whose posts have it; null: all.',
    }),
  ),
  position: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: LAST_FIELD_POSITION,
      description: 'The place in the order; the last if absent.',
    }),
  ),
}

export const list = endpoint({
  access: ['reader', 'board:read'],
  schema: {
    operationId: 'listFields',
    summary: 'List the fields',
    description: `The fields that the caller sees, by position. A project has at most ${MOST_FIELDS}.`,
    tags: TAGS,
    querystring: PageQuery,
    response: { 200: Paged(Field, 'Fields.') },
  },
  problems: [cursorInvalid],
  handler: async (call, request, _, context) =>
    answerPage(context, call, request, (page) => pageFields(call, page), fieldJson),
})

export const get = endpoint({
  access: ['reader', 'board:read'],
  schema: {
    operationId: 'getField',
    summary: 'Read a field',
    tags: TAGS,
    params: FieldParams,
    response: { 200: Field },
  },
  problems: [notFound],
  handler: async (call, { params }, reply) => {
    const field = await fieldById(call, params.id)
    tagVersion(reply, field)
    return fieldJson(field)
  },
})

export const create = endpoint({
  access: 'fields:write',
  schema: {
    operationId: 'createField',
    summary: 'Add a field',
    description: 'Posts that there are have no value of it. A field that only the team sees cannot be required.',
    tags: TAGS,
    body: Type.Object(
      {
        label: FieldLabel,
        kind: OneOf(KINDS, { description: 'What its values are. It cannot be changed later.' }),
        ...OPTIONAL,
      },
      { additionalProperties: false },
    ),
    response: { 201: Field },
  },
  problems: [notFound, fieldKeyTaken, limitReached],
  handler: async (call, { body }, reply) => {
    const field = await addField(call, { ...camelCased(body), ...optionsIn(body) })
    tagVersion(reply, field)
    reply.code(201).header('location', `/v1/fields/${field.id}`)
    return fieldJson(field)
  },
})

export const edit = endpoint({
  access: 'fields:write',
  schema: {
    operationId: 'editField',
    summary: 'Change a field',
    description:
      'No change loses a value: posts keep their values by the field, whatever its key is, and an option that is removed stays with the posts that have it. With If-Match, the change is made only if that version is still current.',
    tags: TAGS,
    params: FieldParams,
    body: Type.Object(
      { label: Type.Optional(FieldLabel), ...OPTIONAL },
      { additionalProperties: false, minProperties: 1 },
    ),
    response: { 200: Field },
  },
  problems: [notFound, fieldKeyTaken, limitReached, versionConflict],
  handler: async (call, request, reply) => {
    const { params, body } = request
    const field = await changeField(call, params.id, { ...camelCased(body), ...optionsIn(body) }, versionsOf(request))
    tagVersion(reply, field)
    return fieldJson(field)
  },
})

export const remove = endpoint({
  access: 'fields:write',
  schema: {
    operationId: 'deleteField',
    summary: 'Delete a field',
    description: 'Its values are deleted with it, at all posts. To keep them, change the field instead.',
    tags: TAGS,
    params: FieldParams,
    response: { 204: Type.Null({ description: 'It is gone.' }) },
  },
  problems: [notFound],
  handler: async (call, { params }, reply) => {
    await deleteField(call, params.id)
    return reply.code(204).send()
  },
})

function optionsIn({ options }: { options?: { value?: string; label: string; is_removed?: boolean }[] }) {
  return options && { options: options.map(camelCased) }
}
