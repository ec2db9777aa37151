import type { ProjectCall } from '../../domain/call/index.ts'
import { type Field, sayValue } from '../../domain/fields/index.ts'
import { snakeCase } from '../../domain/members.ts'
import { FLAG_NAMES, type Post, postUrl } from '../../domain/posts/index.ts'
import type { Columns } from './csv.ts'

/** The columns of posts, the same in the API and in the console. Each field has one, `field.<key>`. */
export function postColumns(call: ProjectCall, fields: readonly Field[]): Columns<Post> {
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
    ...Object.fromEntries(fields.map((field) => [`field.${field.key}`, (post: Post) => cellOf(field, post)])),
  }
}

function cellOf(field: Field, { fields }: Post): string | number | boolean | undefined {
  const value = fields[field.key]
  return value === undefined || typeof value === 'number' || typeof value === 'boolean' ? value : sayValue(field, value)
}
