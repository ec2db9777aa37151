import { inTransaction, type Permitted } from '../call/index.ts'
import { getPost, holdPost, type Post, refuseMerged } from '../posts/index.ts'
import { applyPatch } from './change.ts'

/** Gives a post a tag or takes one away, whoever else changes its others. What is so already stays as it is. */
export function retagPost(call: Permitted<'posts:write'>, id: string, tagId: string, isWanted: boolean): Promise<Post> {
  return inTransaction(call, async (call) => {
    const held = await holdPost(call, id)
    refuseMerged(held)
    const post = await getPost(call, held.id)
    const others = post.tags.map((tag) => tag.id as string).filter((id) => id !== tagId)
    const hasIt = others.length < post.tags.length
    if (hasIt === isWanted) return post
    return applyPatch(call, held, { tagIds: isWanted ? [...others, tagId] : others }, undefined)
  })
}
