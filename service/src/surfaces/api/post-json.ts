import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { ProjectCall } from '../../domain/call/index.ts'
import { snakeCased } from '../../domain/members.ts'
import { type Post as DomainPost, flagsJson, POST_FLAGS, postUrl } from '../../domain/posts/index.ts'
import { boardOriginOf } from '../../domain/projects/index.ts'
import { STATUS_CATEGORIES } from '../../domain/statuses/index.ts'
import type { Author as DomainAuthor } from '../../domain/users/index.ts'
import { idPattern } from '../../foundation/ids/index.ts'
import { withPicturesAt } from '../../foundation/markdown/index.ts'
import type { Page, PageRequest } from '../../foundation/paging/index.ts'
import type { ApiContext } from './context.ts'
import { tagVersion } from './if-match.ts'
import { answerPage } from './paging.ts'
import { Nullable, OneOf, Shared, Time, TimeOf } from './schema.ts'

export const Author = Shared(
  'Author',
  Type.Object(
    {
      id: Nullable(Type.String({ pattern: idPattern('user') }), { description: 'Null for the project’s team.' }),
      display_name: Type.String({ description: 'The name that the board shows.' }),
      is_team: Type.Boolean({ description: 'Whether the project’s team wrote it.' }),
    },
    { description: 'The author, as everybody may see it.' },
  ),
)

export const StatusSummary = Shared(
  'StatusSummary',
  Type.Object(
    {
      id: Type.String({ pattern: idPattern('status'), description: 'The status’s id.' }),
      name: Type.String({ description: 'Its name on the board.' }),
      category: OneOf(STATUS_CATEGORIES, {
        description: 'Decides how the service treats the post: in `done` and `closed` nobody can vote.',
      }),
      color: Type.String({ description: 'As in CSS: `#rrggbb`.' }),
    },
    { description: 'The status of a post.' },
  ),
)

export const TagSummary = Shared(
  'TagSummary',
  Type.Object(
    {
      id: Type.String({ pattern: idPattern('tag'), description: 'The tag’s id.' }),
      name: Type.String({ description: 'Its name on the board.' }),
      color: Type.String({ description: 'As in CSS: `#rrggbb`.' }),
    },
    { description: 'A tag of a post.' },
  ),
)

export const CategorySummary = Shared(
  'CategorySummary',
  Type.Object(
    {
      id: Type.String({ pattern: idPattern('category'), description: 'The category’s id.' }),
      name: Type.String({ description: 'Its name on the board.' }),
      slug: Type.String({ description: 'Its name in addresses.' }),
    },
    { description: 'The category of a post.' },
  ),
)

const Whole = Type.Object(
  {
    id: Type.String({ pattern: idPattern('post'), description: 'The post’s id.' }),
    number: Type.Integer({ description: 'Counts from 1 in each project.' }),
    title: Type.String({ description: 'One line of plain text.' }),
    body: Type.String({ description: 'Markdown.' }),
    body_html: Type.String({
      description:
        'Safe HTML made from the body, at most eight times as long as the body. Markdown that would grow further is shown as plain text. Aligned columns have the class align-left, align-center or align-right.',
    }),
    author: Author,
    status: StatusSummary,
    category: CategorySummary,
    tags: Type.Array(TagSummary, { description: 'Its tags, by name.' }),
    fields: Type.Object(
      {},
      {
        additionalProperties: true,
        description:
          'Values of the fields that the caller sees, by their keys: a text for `text`, `url` and `date`, a number for `number`, true or false for `checkbox`, the value of an option for `select`, a list of them for `multi_select`. A field without a value is missing.',
      },
    ),
    vote_count: Type.Integer({ description: 'How many people voted for it, merged posts included.' }),
    imported_vote_count: Type.Integer({
      description:
        'Votes that were counted in another tool and imported without their voters. They are not part of `vote_count`.',
    }),
    comment_count: Type.Integer({ description: 'Public comments.' }),
    has_voted: Nullable(Type.Boolean(), { description: 'Whether the signed-in user voted; null without a session.' }),
    is_following: Nullable(Type.Boolean(), {
      description: 'Whether the signed-in user follows; null without a session.',
    }),
    ...snakeCased(POST_FLAGS),
    moderation_state: OneOf(['approved', 'pending', 'rejected'], {
      description: 'Only the author and servers see a post that is not approved.',
    }),
    merged_into_id: Nullable(Type.String(), { description: 'The post that this one was merged into.' }),
    url: Type.String({ description: 'Its page on the board.' }),
    created_at: TimeOf('When it was written.'),
    updated_at: Type.String({
      format: 'date-time',
      description: 'The last edit, comment or change of status; votes do not count.',
    }),
    edited_at: Nullable(Time, { description: 'When its text was last changed.' }),
  },
  { description: 'A post.' },
)

export const Post = Shared('Post', Whole)

/** Apps show the HTML outside of the board, so the addresses of its pictures must be absolute. */
export function htmlForElsewhere({ places, project }: ProjectCall, { bodyHtml }: Pick<DomainPost, 'bodyHtml'>): string {
  return withPicturesAt(boardOriginOf(places, project), bodyHtml)
}

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

export function toPostJson(call: ProjectCall, post: DomainPost): Readonly<Record<keyof Static<typeof Whole>, unknown>> {
  return {
    id: post.id,
    number: post.number,
    title: post.title,
    body: post.body,
    body_html: htmlForElsewhere(call, post),
    author: toAuthorJson(post.author),
    status: post.status,
    category: post.category,
    tags: post.tags,
    fields: post.fields,
    vote_count: post.voteCount,
    imported_vote_count: post.importedVoteCount,
    comment_count: post.commentCount,
    has_voted: post.hasVoted ?? null,
    is_following: post.isFollowing ?? null,
    ...flagsJson(post),
    moderation_state: post.moderationState,
    merged_into_id: post.mergedIntoId ?? null,
    url: postUrl(call, post),
    // The serialiser writes a date in half the time of `toISOString`.
    created_at: post.createdAt,
    updated_at: post.updatedAt,
    edited_at: post.editedAt ?? null,
  }
}
