import { inTransaction, type Permitted } from '../call/index.ts'
import { getPost, type Post, refuseMerged } from '../posts/index.ts'
import { holdPost } from '../posts/inside.ts'
import { applyPatch } from './change.ts'

/** Adds a tag to a post or removes it, without touching its other tags. Repeating it changes nothing. */
export function retagPost(call: Permitted<'posts:write'>, id: string, tagId: string, isWanted: boolean): Promise<Post> {
  return inTransaction(call, async (call) => {
    const held = await holdPost(call, id)
    refuseMerged(held)
    const post = await getPost(call, held.id)
    const others = post.tags.map((tag) => tag.id as string).filter((id) => id !== tagId)
    const hasIt = others.length < post.tags.length
    if (hasIt === isWanted) return post
    const tagIds = isWanted ? [...others, tagId] : others
    return applyPatch(call, held, { tagIds }, undefined, {
      [isWanted ? 'added_tag_id' : 'removed_tag_id']: tagId,
    })
  })
}
