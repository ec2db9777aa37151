import type { ProjectCall } from '../../domain/call/index.ts'
import { snakeCase } from '../../domain/members.ts'
import { FLAG_NAMES, type Post, postUrl } from '../../domain/posts/index.ts'
import type { Columns } from './csv.ts'

/** The columns of posts, the same in the API and in the console. */
export function postColumns(call: ProjectCall): Columns<Post> {
  return {
    number: ({ number }) => number,
    title: ({ title }) => title,
    body: ({ body }) => body,
    status: ({ status }) => status.name,
    status_category: ({ status }) => status.category,
    tags: ({ tags }) => tags.map(({ name }) => name).join(', '),
    votes: ({ voteCount }) => voteCount,
    comments: ({ commentCount }) => commentCount,
    author: ({ author }) => author.displayName,
    author_id: ({ author }) => author.id,
    ...Object.fromEntries(FLAG_NAMES.map((flag) => [snakeCase(flag), (post: Post) => post[flag]])),
    moderation_state: ({ moderationState }) => moderationState,
    created_at: ({ createdAt }) => createdAt,
    updated_at: ({ updatedAt }) => updatedAt,
    id: ({ id }) => id,
    url: (post) => postUrl(call, post),
    imported_votes: ({ importedVoteCount }) => importedVoteCount,
    category: ({ category }) => category.name,
  }
}
