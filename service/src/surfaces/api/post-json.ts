import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { ProjectCall } from '../../domain/call.ts'
import { type Post as DomainPost, postUrl } from '../../domain/posts/index.ts'
import { STATUS_CATEGORIES } from '../../domain/statuses/index.ts'
import type { Author as DomainAuthor } from '../../domain/users/index.ts'
import { idPattern } from '../../foundation/ids/index.ts'
import type { Page, PageRequest } from '../../foundation/paging/index.ts'
import type { ApiContext } from './context.ts'
import { tagVersion } from './if-match.ts'
import { answerPage } from './paging.ts'
import { Nullable, OneOf, Shared, Time } from './schema.ts'

const Flag = Type.Boolean()

export const Author = Shared(
  'Author',
  Type.Object(
    {
      id: Nullable(Type.String({ pattern: idPattern('user') }), { description: 'Null for the project’s team.' }),
      display_name: Type.String(),
      is_team: Flag,
    },
    { description: 'Who wrote it, as everybody may see it.' },
  ),
)

export const StatusSummary = Shared(
  'StatusSummary',
  Type.Object({
    id: Type.String({ pattern: idPattern('status') }),
    name: Type.String(),
    category: OneOf(STATUS_CATEGORIES),
    color: Type.String(),
  }),
)

export const TagSummary = Shared(
  'TagSummary',
  Type.Object({ id: Type.String({ pattern: idPattern('tag') }), name: Type.String(), color: Type.String() }),
)

export const Post = Shared(
  'Post',
  Type.Object(
    {
      id: Type.String({ pattern: idPattern('post') }),
      number: Type.Integer({ description: 'Counts from 1 in each project.' }),
      title: Type.String(),
      body: Type.String({ description: 'Markdown.' }),
      body_html: Type.String({
        description:
          'Safe HTML made from the body, at most eight times as long as it. Markdown that would grow further is shown as it was typed. Aligned columns have the class align-left, align-center or align-right.',
      }),
      author: Author,
      status: StatusSummary,
      tags: Type.Array(TagSummary),
      vote_count: Type.Integer(),
      comment_count: Type.Integer({ description: 'Public comments.' }),
      has_voted: Nullable(Flag, { description: 'Whether the signed-in user voted; null without a session.' }),
      is_following: Nullable(Flag, { description: 'Whether the signed-in user follows; null without a session.' }),
      is_pinned: Flag,
      comments_locked: Flag,
      moderation_state: OneOf(['approved', 'pending', 'rejected'], {
        description: 'What is not approved is there for its author and for servers alone.',
      }),
      merged_into_id: Nullable(Type.String(), { description: 'The post that this one was merged into.' }),
      url: Type.String({ description: 'Its page on the board.' }),
      created_at: Time,
      updated_at: Type.String({
        format: 'date-time',
        description: 'The last edit, comment or change of status; votes do not count.',
      }),
      edited_at: Nullable(Time, { description: 'When its text was last changed.' }),
    },
    { description: 'A post.' },
  ),
)

export function toAuthorJson(author: DomainAuthor) {
  return { id: author.id ?? null, display_name: author.displayName, is_team: author.isTeam }
}

/** One post, with the version that was read. */
export function answerPost(reply: FastifyReply, call: ProjectCall, post: DomainPost) {
  tagVersion(reply, post)
  return toPostJson(call, post)
}

export function answerPosts(
  context: ApiContext,
  call: ProjectCall,
  request: FastifyRequest,
  read: (page: PageRequest<never>) => Promise<Page<DomainPost, unknown>>,
) {
  return answerPage(context, call, request, read, (post) => toPostJson(call, post))
}

export function toPostJson(call: ProjectCall, post: DomainPost) {
  return {
    id: post.id,
    number: post.number,
    title: post.title,
    body: post.body,
    body_html: post.bodyHtml,
    author: toAuthorJson(post.author),
    status: post.status,
    tags: post.tags,
    vote_count: post.voteCount,
    comment_count: post.commentCount,
    has_voted: post.hasVoted ?? null,
    is_following: post.isFollowing ?? null,
    is_pinned: post.isPinned,
    comments_locked: post.commentsLocked,
    moderation_state: post.moderationState,
    merged_into_id: post.mergedIntoId ?? null,
    url: postUrl(call, post),
    created_at: post.createdAt.toISOString(),
    updated_at: post.updatedAt.toISOString(),
    edited_at: post.editedAt?.toISOString() ?? null,
  }
}
