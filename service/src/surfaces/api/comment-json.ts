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
      description: 'The comment that it answers. An answer cannot have answers.',
    }),
    body: Type.String({
      description: 'Markdown. `[@Ada L.](mention:usr_…)` mentions a person; it has the name that the person has now.',
    }),
    body_html: Type.String({
      description:
        'Safe HTML made from the body, at most eight times as long as the body. Markdown that would grow further is shown as plain text. Aligned columns have the class align-left, align-center or align-right; a mention is a `bdi` of the class mention.',
    }),
    author: Author,
    is_official: Type.Boolean({ description: 'Whether it speaks for the project.' }),
    is_internal: Type.Boolean({ description: 'Whether only your team can see it. An app never gets such a comment.' }),
    moderation_state: OneOf(['approved', 'pending', 'rejected'], {
      description: 'Only the author and servers see a comment that is pending.',
    }),
    is_deleted: Type.Boolean({
      description: 'True if it was deleted while it has answers: it then has no text and no author.',
    }),
    created_at: TimeOf('When it was written.'),
    edited_at: Nullable(Time, { description: 'When its text was last changed.' }),
  },
  { description: 'A comment.' },
)

export const Comment = Shared('Comment', Whole)
/** Written out: a reference cannot be null without a union. */
export const MaybeComment = Nullable(Whole, { description: 'Null if it is about the post itself.' })

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
