import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { ProjectCall } from '../../domain/call/index.ts'
import type { Comment as DomainComment } from '../../domain/comments/index.ts'
import { idPattern } from '../../foundation/ids/index.ts'
import { tagVersion } from './if-match.ts'
import { Author, htmlForElsewhere, toAuthorJson } from './post-json.ts'
import { Nullable, OneOf, Shared, Time, TimeOf } from './schema.ts'

const Whole = Type.Object(
  {
    id: Type.String({ pattern: idPattern('comment'), description: 'The comment’s id.' }),
    post_id: Type.String({ pattern: idPattern('post'), description: 'The post that it is about.' }),
    parent_id: Nullable(Type.String({ pattern: idPattern('comment') }), {
      description: 'The comment that it answers. Answers are not answered themselves.',
    }),
    body: Type.String({ description: 'Markdown.' }),
    body_html: Type.String({
      description:
        'Safe HTML made from the body, at most eight times as long as it. Markdown that would grow further is shown as it was typed. Aligned columns have the class align-left, align-center or align-right.',
    }),
    author: Author,
    is_official: Type.Boolean({ description: 'Whether it speaks for the project.' }),
    is_internal: Type.Boolean({ description: 'For your team alone: true is never sent to an app.' }),
    moderation_state: OneOf(['approved', 'pending', 'rejected'], {
      description: 'What is pending is there for its author and for servers alone.',
    }),
    is_deleted: Type.Boolean({
      description: 'True where only its place is left, without text and author, because answers to it are still there.',
    }),
    created_at: TimeOf('When it was written.'),
    edited_at: Nullable(Time, { description: 'When its text was last changed.' }),
  },
  { description: 'A comment.' },
)

export const Comment = Shared('Comment', Whole)
/** Written out: a reference cannot be null without a union. */
export const MaybeComment = Nullable(Whole, { description: 'Null where it is about the post itself.' })

/** One comment, with the version that was read. */
export function answerComment(reply: FastifyReply, call: ProjectCall, comment: DomainComment) {
  tagVersion(reply, comment)
  return toCommentJson(call, comment)
}

export function toCommentJson(call: ProjectCall, comment: DomainComment) {
  return {
    id: comment.id,
    post_id: comment.postId,
    parent_id: comment.parentId ?? null,
    body: comment.body,
    body_html: htmlForElsewhere(call, comment),
    author: toAuthorJson(comment.author),
    is_official: comment.isOfficial,
    is_internal: comment.isInternal,
    moderation_state: comment.moderationState,
    is_deleted: comment.isDeleted,
    created_at: comment.createdAt.toISOString(),
    edited_at: comment.editedAt?.toISOString() ?? null,
  }
}
