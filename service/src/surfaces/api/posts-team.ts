import { Type } from 'typebox'
import {
  CommentBody,
  changePostStatus,
  type Activity as DomainActivity,
  listActivity,
  mergePost,
  unmergePost,
} from '../../domain/posting/index.ts'
import { getPost, postMerged } from '../../domain/posts/index.ts'
import { idPattern } from '../../foundation/ids/index.ts'
import { cursorInvalid } from '../../foundation/paging/index.ts'
import { notFound } from '../../foundation/problems/index.ts'
import { endpoint } from './endpoint.ts'
import { NoBody, present } from './input.ts'
import { answerPage, Paged, PageQuery } from './paging.ts'
import { answerPost, Post } from './post-json.ts'
import { PostParams } from './posts.ts'
import { Nullable, OneOf, TimeOf } from './schema.ts'

const TAGS = ['Posts']

export const status = endpoint({
  access: 'posts:write',
  schema: {
    operationId: 'changeStatusOfPost',
    summary: 'Change the status of a post',
    description:
      'With `comment`, your team explains the change in an official comment; the scope `posts:write` is enough for it. The status may stay the same.',
    tags: TAGS,
    params: PostParams,
    body: Type.Object(
      {
        status_id: Type.String({ description: 'The id of the new status.' }),
        comment: Type.Optional(CommentBody),
        notify: Type.Optional(Type.Boolean({ description: 'Whether followers are notified; true if absent.' })),
      },
      { additionalProperties: false },
    ),
    response: { 200: Post },
  },
  problems: [notFound, postMerged],
  handler: async (call, { params, body }, reply) => {
    const change = { statusId: body.status_id, notify: body.notify ?? true, ...present('comment', body.comment) }
    const post = await changePostStatus(call, params.id, change)
    return answerPost(reply, call, post)
  },
})

export const merge = endpoint({
  access: 'posts:write',
  schema: {
    operationId: 'mergePost',
    summary: 'Merge a post into another one',
    description:
      'Its votes, comments and followers move to the other post, each person once. The post itself stays and points to the other one. The answer is the other post.',
    tags: TAGS,
    params: PostParams,
    body: Type.Object(
      { into_post_id: Type.String({ description: 'The id of the post that stays.' }) },
      { additionalProperties: false },
    ),
    response: { 200: Post },
  },
  problems: [notFound, postMerged],
  handler: async (call, { params, body }, reply) => {
    const post = await mergePost(call, params.id, body.into_post_id)
    return answerPost(reply, call, post)
  },
})

export const unmerge = endpoint({
  access: 'posts:write',
  schema: {
    operationId: 'unmergePost',
    summary: 'Undo a merge',
    description:
      'The post gets its votes, comments and followers back. Those that the other post got after the merge stay there. Undo a chain of merges from the last one.',
    tags: TAGS,
    params: PostParams,
    body: NoBody,
    response: { 200: Post },
  },
  problems: [notFound, postMerged],
  handler: async (call, { params }, reply) => {
    const post = await unmergePost(call, params.id)
    return answerPost(reply, call, post)
  },
})

const Activity = Type.Object({
  id: Type.String({ pattern: idPattern('event'), description: 'The event’s id.' }),
  type: Type.String({ description: 'What happened, such as post.status_changed or comment.created.' }),
  at: TimeOf('When it happened.'),
  actor: Type.Object(
    {
      kind: OneOf(['user', 'secret_key', 'operator', 'system'], {
        description: 'A user, a server by its secret key, a person in the console, or the service itself.',
      }),
      id: Nullable(Type.String(), {
        description: 'The id of the user, the key or the operator; null for the service itself.',
      }),
      display_name: Nullable(Type.String(), { description: 'The name of the user or of the secret key.' }),
    },
    { description: 'Who did it.' },
  ),
  subject_id: Type.String({ description: 'The post or comment it happened to.' }),
  data: Type.Object({}, { additionalProperties: true, description: 'More about it, by its type.' }),
  previous: Nullable(
    Type.Object({
      title: Type.String({ description: 'The title before.' }),
      body: Type.String({ description: 'The text before, Markdown.' }),
    }),
    { description: 'The text of the post before, if it was changed.' },
  ),
})

export const activity = endpoint({
  access: 'history:read',
  schema: {
    operationId: 'listActivityOfPost',
    summary: 'List what happened to a post',
    description: 'The newest first, with the text of the post before each edit. Votes and follows are left out.',
    tags: TAGS,
    params: PostParams,
    querystring: PageQuery,
    response: { 200: Paged(Activity, 'What happened.') },
  },
  problems: [notFound, cursorInvalid],
  handler: async (call, request, _, context) => {
    const { id } = await getPost(call, request.params.id)
    return answerPage(context, call, request, (page) => listActivity(call, id, page), toActivityJson)
  },
})

function toActivityJson({ id, type, at, actor, subjectId, data, previous }: DomainActivity) {
  return {
    id,
    type,
    at: at.toISOString(),
    actor: { kind: actor.kind, id: actor.id ?? null, display_name: actor.displayName ?? null },
    subject_id: subjectId,
    data,
    previous: previous ?? null,
  }
}
