import { Type } from 'typebox'
import type { ProjectCall } from '../../domain/call/index.ts'
import {
  approve as approveItem,
  listModeration,
  type ModerationItem,
  type Reported,
  ReportReason,
  reject as rejectItem,
  report as reportThing,
} from '../../domain/moderation/index.ts'
import { postMerged } from '../../domain/posts/index.ts'
import { cursorInvalid } from '../../foundation/paging/index.ts'
import { invalidRequest, notFound, Problem } from '../../foundation/problems/index.ts'
import { MaybeComment, toCommentJson } from './comment-json.ts'
import { endpoint } from './endpoint.ts'
import { NoBody } from './input.ts'
import { answerPage, PAGE_QUERY, Paged } from './paging.ts'
import { Author, Post, toAuthorJson, toPostJson } from './post-json.ts'
import { Nullable, OneOf, Shared, Time, TimeOf } from './schema.ts'

const TAGS = ['Moderation']
const ItemParams = Type.Object({ id: Type.String({ description: 'The id of the post or comment.' }) })

const Item = Shared(
  'ModerationItem',
  Type.Object(
    {
      id: Type.String({ description: 'The id of the post or comment.' }),
      kind: OneOf(['post', 'comment'], { description: 'Which of the two it is.' }),
      is_pending: Type.Boolean({ description: 'Whether it is hidden until somebody approves it.' }),
      report_count: Type.Integer({ description: 'The number of open reports.' }),
      reports: Type.Array(
        Type.Object({
          reason: Type.String({ description: 'What the user wrote about it.' }),
          reported_at: TimeOf('When it was reported.'),
          user: Author,
        }),
        { description: 'The newest of them, at most five.' },
      ),
      post: Post,
      comment: MaybeComment,
      opened_at: TimeOf('Since when it waits for a decision.'),
      closed_at: Nullable(Time, { description: 'When it was decided.' }),
    },
    { description: 'A post or comment that needs a decision.' },
  ),
)

const FiledReport = Type.Object(
  {
    post_id: Nullable(Type.String(), { description: 'The reported post, if it was a post.' }),
    comment_id: Nullable(Type.String(), { description: 'The reported comment, if it was a comment.' }),
    reason: Type.String({ description: 'What the user wrote in the first report.' }),
    created_at: TimeOf('When the user first reported it.'),
  },
  { description: 'The report; 200 if the user had reported it before.' },
)

export const report = endpoint({
  access: 'session',
  schema: {
    operationId: 'createReport',
    summary: 'Report a post or a comment',
    description: 'Asks the team to look at it. A user can report each post or comment once; the first report is kept.',
    tags: TAGS,
    body: Type.Object(
      {
        post_id: Type.Optional(Type.String({ description: 'Either this or comment_id.' })),
        comment_id: Type.Optional(Type.String({ description: 'Either this or post_id.' })),
        reason: ReportReason,
      },
      { additionalProperties: false },
    ),
    response: { 200: FiledReport, 201: FiledReport },
  },
  problems: [notFound, postMerged],
  handler: async (call, { body }, reply) => {
    const { reason, createdAt, isNew } = await reportThing(call, readReported(body), body.reason)
    reply.code(isNew ? 201 : 200)
    return {
      post_id: body.post_id ?? null,
      comment_id: body.comment_id ?? null,
      reason,
      created_at: createdAt.toISOString(),
    }
  },
})

export const list = endpoint({
  access: 'moderation:read',
  schema: {
    operationId: 'listModerationItems',
    summary: 'List what waits for a decision',
    description: 'Posts and comments that wait for approval or were reported, the oldest first.',
    tags: TAGS,
    querystring: Type.Object(
      {
        ...PAGE_QUERY,
        kind: Type.Optional(OneOf(['post', 'comment'], { description: 'Only posts, or only comments.' })),
        reason: Type.Optional(OneOf(['pending', 'reported'], { description: 'Why it is here; it can be both.' })),
      },
      { additionalProperties: false },
    ),
    response: { 200: Paged(Item, 'Posts and comments that wait for a decision.') },
  },
  problems: [cursorInvalid],
  handler: (call, request, _, context) =>
    answerPage(
      context,
      call,
      request,
      (page) => listModeration(call, { kind: request.query.kind, reason: request.query.reason }, page),
      (item) => toItemJson(call, item),
    ),
})

export const approve = endpoint({
  access: 'moderation:write',
  schema: {
    operationId: 'approveModerationItem',
    summary: 'Approve a post or comment',
    description:
      'Publishes a pending or rejected text and settles the reports about it. Approving it again changes nothing.',
    tags: TAGS,
    params: ItemParams,
    body: NoBody,
    response: { 200: Item },
  },
  problems: [notFound],
  handler: async (call, { params }) => toItemJson(call, await approveItem(call, params.id)),
})

export const reject = endpoint({
  access: 'moderation:write',
  schema: {
    operationId: 'rejectModerationItem',
    summary: 'Reject a post or comment',
    description: 'Hides it, reported or not, and settles the reports about it. It can be approved later by its id.',
    tags: TAGS,
    params: ItemParams,
    body: NoBody,
    response: { 200: Item },
  },
  problems: [notFound],
  handler: async (call, { params }) => toItemJson(call, await rejectItem(call, params.id)),
})

function readReported({ post_id: postId, comment_id: commentId }: { post_id?: string; comment_id?: string }): Reported {
  if (postId !== undefined && commentId === undefined) return { postId }
  if (commentId !== undefined && postId === undefined) return { commentId }
  const detail = postId === undefined ? 'is required, or comment_id' : 'must not be sent with comment_id'
  throw new Problem(invalidRequest, { errors: [{ pointer: '/post_id', detail }] })
}

function toItemJson(call: ProjectCall, item: ModerationItem) {
  return {
    id: item.subject,
    kind: item.comment ? 'comment' : 'post',
    is_pending: item.isPending,
    report_count: item.reportCount,
    reports: item.reports.map(({ reason, reportedAt, user }) => ({
      reason,
      reported_at: reportedAt.toISOString(),
      user: toAuthorJson(user),
    })),
    post: toPostJson(call, item.post),
    comment: item.comment ? toCommentJson(call, item.comment) : null,
    opened_at: item.openedAt.toISOString(),
    closed_at: item.closedAt?.toISOString() ?? null,
  }
}
