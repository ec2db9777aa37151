import type { ProjectCall } from '../call/index.ts'
import { type Post, postUrl } from '../posts/index.ts'
import type { Duplicate } from './duplicates.ts'

/** A suggestion as JSON. Its posts are named, without their texts. */
export function duplicateJson(
  call: Pick<ProjectCall, 'places' | 'project'>,
  { post, into, score, state, foundAt }: Duplicate,
) {
  const named = (one: Post) => ({
    id: one.id,
    number: one.number,
    title: one.title,
    vote_count: one.voteCount,
    url: postUrl(call, one),
    created_at: one.createdAt.toISOString(),
  })
  return { post: named(post), into_post: named(into), score, state, found_at: foundAt.toISOString() }
}
