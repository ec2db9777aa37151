import { Type } from 'typebox'
import { permit } from '../../domain/call/index.ts'
import { LabelName, limitReached, nameTaken } from '../../domain/labels/index.ts'
import {
  addSegment,
  COUNT_KINDS,
  changeSegment,
  countJson,
  countMatches,
  countSegment,
  MOST_RULES,
  MOST_SEGMENTS,
  MOST_VALUES,
  MOST_VALUES_IN_ALL,
  OPS,
  pageSegments,
  readSegment,
  removeSegment,
  segmentInUse,
  segmentJson,
  TraitName,
  TraitText,
} from '../../domain/segments/index.ts'
import { lengthOf } from '../../domain/texts/index.ts'
import { listUsers, userJson } from '../../domain/users/index.ts'
import { idPattern } from '../../foundation/ids/index.ts'
import { cursorInvalid } from '../../foundation/paging/index.ts'
import { notFound, versionConflict } from '../../foundation/problems/index.ts'
import { SEGMENT_COUNTS, SEGMENT_LISTS } from '../http/index.ts'
import { endpoint } from './endpoint.ts'
import { tagVersion, versionsOf } from './if-match.ts'
import { answerPage, Paged, PageQuery } from './paging.ts'
import { OneOf, Shared, TimeOf } from './schema.ts'
import { ServerUser } from './users.ts'

const TAGS = ['Segments']
const SegmentParams = Type.Object({ id: Type.String({ description: 'The segment’s id.' }) })

const Rule = Type.Object(
  {
    trait: TraitName,
    op: OneOf(OPS, { description: 'How the trait is compared with `value`.' }),
    value: Type.Optional(
      Type.Unknown({
        title: 'A value, or a list of values',
        description: `For \`is\` and \`is_not\` a text (${lengthOf(TraitText)}), a number, true or false. For \`in\` a list of 1 to ${MOST_VALUES} of these. For \`at_least\` and \`at_most\` a number. For \`exists\` true, or false for people without the trait; true if absent.`,
      }),
    ),
  },
  { additionalProperties: false },
)
const RuleList = (description: string) =>
  Type.Optional(Type.Array(Rule, { minItems: 1, maxItems: MOST_RULES, description }))
const Rules = Type.Object(
  { all: RuleList('All of these rules hold.'), any: RuleList('At least one of these rules holds.') },
  {
    additionalProperties: false,
    description: `Either \`all\` or \`any\`, with at most ${MOST_VALUES_IN_ALL} values in all. A rule about a trait that somebody does not have never holds, \`is_not\` included; only \`exists\` with false finds people without it.`,
  },
)

const Segment = Shared(
  'Segment',
  Type.Object(
    {
      id: Type.String({ pattern: idPattern('segment'), description: 'The segment’s id.' }),
      name: Type.String({ description: 'Its name, for the team.' }),
      rules: Rules,
      created_at: TimeOf('When it was added.'),
    },
    { description: 'A group of people, by rules over their traits.' },
  ),
)

const Count = Shared(
  'PeopleCount',
  Type.Object(
    {
      count: Type.Integer({ description: 'How many people.' }),
      kind: OneOf(COUNT_KINDS, {
        description:
          '`exact`: counted now. `kept`: counted at `counted_at`, and again every ten minutes while somebody asks. `at_least`: found up to now; ask again in some seconds.',
      }),
      is_exact: Type.Boolean({ description: 'Whether `kind` is `exact`.' }),
      counted_at: TimeOf('When they were counted.'),
    },
    { description: 'How many people.' },
  ),
)

export const list = endpoint({
  access: 'segments:read',
  schema: {
    operationId: 'listSegments',
    summary: 'List the segments',
    description: `The oldest first. A project has at most ${MOST_SEGMENTS}.`,
    tags: TAGS,
    querystring: PageQuery,
    response: { 200: Paged(Segment, 'Segments.') },
  },
  problems: [cursorInvalid],
  handler: async (call, request, _, context) =>
    answerPage(context, call, request, (page) => pageSegments(call, page), segmentJson),
})

export const get = endpoint({
  access: 'segments:read',
  schema: {
    operationId: 'getSegment',
    summary: 'Read a segment',
    tags: TAGS,
    params: SegmentParams,
    response: { 200: Segment },
  },
  problems: [notFound],
  handler: async (call, { params }, reply) => {
    const segment = await readSegment(call, params.id)
    tagVersion(reply, segment)
    return segmentJson(segment)
  },
})

export const create = endpoint({
  access: 'segments:write',
  schema: {
    operationId: 'createSegment',
    summary: 'Add a segment',
    description:
      'Who belongs to it is never stored: the rules are asked whenever it matters. Erased people and visitors belong to none.',
    tags: TAGS,
    body: Type.Object({ name: LabelName, rules: Rules }, { additionalProperties: false }),
    response: { 201: Segment },
  },
  problems: [nameTaken, limitReached],
  handler: async (call, { body }, reply) => {
    const segment = await addSegment(call, body)
    tagVersion(reply, segment)
    reply.code(201).header('location', `/v1/segments/${segment.id}`)
    return segmentJson(segment)
  },
})

export const edit = endpoint({
  access: 'segments:write',
  schema: {
    operationId: 'editSegment',
    summary: 'Change a segment',
    description:
      'New rules count at once, also for who sees a category; if the service has replicas, within some seconds on the board. With If-Match, the change is made only if that version is still current. A change without `rules` also needs the scope `users:read`, because the answer has the rules.',
    tags: TAGS,
    params: SegmentParams,
    body: Type.Object(
      { name: Type.Optional(LabelName), rules: Type.Optional(Rules) },
      { additionalProperties: false, minProperties: 1 },
    ),
    response: { 200: Segment },
  },
  problems: [notFound, nameTaken, versionConflict],
  handler: async (call, request, reply) => {
    if (request.body.rules === undefined) permit(call, 'segments:read') // otherwise the answer has only rules that the caller sent
    const segment = await changeSegment(call, request.params.id, request.body, versionsOf(request))
    tagVersion(reply, segment)
    return segmentJson(segment)
  },
})

export const remove = endpoint({
  access: 'segments:write',
  schema: {
    operationId: 'deleteSegment',
    summary: 'Delete a segment',
    description: 'A segment that a category uses cannot be deleted.',
    tags: TAGS,
    params: SegmentParams,
    response: { 204: Type.Null({ description: 'It is gone.' }) },
  },
  problems: [notFound, segmentInUse],
  handler: async (call, { params }, reply) => {
    await removeSegment(call, params.id)
    return reply.code(204).send()
  },
})

export const count = endpoint({
  access: 'segments:read',
  schema: {
    operationId: 'countSegment',
    summary: 'Count the people of a segment',
    description: 'Answers at once.',
    tags: TAGS,
    params: SegmentParams,
    response: { 200: Count },
  },
  limit: (admission, { project }) => admission.limit(SEGMENT_COUNTS, project.id),
  problems: [notFound],
  handler: async (call, { params }) => countJson(await countSegment(call, params.id)),
})

export const preview = endpoint({
  access: 'segments:read',
  isNeverKept: true,
  schema: {
    operationId: 'previewSegment',
    summary: 'Count the people that rules would find',
    description: 'Answers at once.',
    tags: TAGS,
    body: Type.Object({ rules: Rules }, { additionalProperties: false }),
    response: { 200: Count },
  },
  limit: (admission, { project }) => admission.limit(SEGMENT_COUNTS, project.id),
  problems: [],
  handler: async (call, { body }) => countJson(await countMatches(call, body.rules)),
})

export const people = endpoint({
  access: 'users:read',
  schema: {
    operationId: 'listSegmentUsers',
    summary: 'List the people of a segment',
    description: 'The newest first. The same as `GET /users` with `segment`.',
    tags: TAGS,
    params: SegmentParams,
    querystring: PageQuery,
    response: { 200: Paged(ServerUser, 'Users.') },
  },
  limit: (admission, { project }) => admission.limit(SEGMENT_LISTS, project.id),
  problems: [cursorInvalid, notFound],
  handler: async (call, request, _, context) =>
    answerPage(
      context,
      call,
      request,
      (page) => listUsers(call, { segment: request.params.id }, page),
      (user) => userJson(call.project, user),
    ),
})
