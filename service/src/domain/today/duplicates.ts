import type { Permitted } from '../call/index.ts'
import { type Post, postId } from '../posts/index.ts'
import { likelySame, postsByIds } from '../posts/inside.ts'
import { insertLikeness, markDistinct, selectLikenesses, selectUncompared } from './store.ts'

/** So many new posts are compared at a time; the others follow at the next visit. */
const AT_ONCE = 10

/** A post and an older one that probably says the same. */
export interface Likeness {
  readonly post: Post
  readonly other: Post
}

/** The newest first. New posts are compared here, each of them once. */
export async function likelyDuplicates(call: Permitted<'moderation:read'>, most: number): Promise<Likeness[]> {
  for (const { id, title } of await selectUncompared(call, AT_ONCE)) {
    await insertLikeness(call, id, await likelySame(call, id, title))
  }
  const rows = await selectLikenesses(call, most)
  const ids = rows.flatMap(({ post_id, other_id }) => [post_id, other_id])
  const posts = new Map((await postsByIds(call, [...new Set(ids)], 'beginning')).map((post) => [post.id, post]))
  return rows.flatMap(({ post_id, other_id }) => {
    const [post, other] = [posts.get(post_id), posts.get(other_id)]
    return post && other ? [{ post, other }] : []
  })
}

/** The team says that a post is not a duplicate. It is not suggested again. */
export async function tellApart(call: Permitted<'posts:write'>, id: string): Promise<void> {
  await markDistinct(call, postId(id))
}
