import { type Id, isId } from '../../foundation/ids/index.ts'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import { isTeam, type Permitted, type ProjectCall, viewerOf } from '../call/index.ts'
import type { Post } from './post.ts'
import { postMerged } from './problems.ts'
import { type Held, holdPosts } from './standing/store.ts'
import { selectPost, selectPostByNumber, selectPostsByIds } from './store.ts'

/** No board will ever have more posts. */
export const POST_NUMBER_DIGITS = 9

/** Accepts any text. A text that is not a post id gets the same answer as a missing post. */
export function postId(text: string): Id<'post'> {
  if (!isId('post', text)) throw new Problem(notFound)
  return text
}

/** Only the author and the team see a post that waits for approval or was rejected. */
export async function getPost(call: Permitted<'board:read'>, id: string): Promise<Post> {
  const post = await selectPost(call, postId(id))
  if (!post || !mayKnow(call, post.moderationState, post.author.id)) throw new Problem(notFound)
  return post
}

/** The posts with these ids that the caller may see, in the order of the ids, each with the beginning of its text. */
export async function readPosts(call: Permitted<'board:read'>, ids: readonly Id<'post'>[]): Promise<Post[]> {
  const posts = await selectPostsByIds(call, ids, 'beginning')
  return posts.filter(({ moderationState, author }) => mayKnow(call, moderationState, author.id))
}

const NUMBER = new RegExp(`^[1-9][0-9]{0,${POST_NUMBER_DIGITS - 1}}$`)

/** By the number in its address. */
export async function postByNumber(call: Permitted<'board:read'>, number: string): Promise<Post> {
  const post = NUMBER.test(number) ? await selectPostByNumber(call, Number(number)) : undefined
  if (!post || !mayKnow(call, post.moderationState, post.author.id)) throw new Problem(notFound)
  return post
}

/** Locks a post that the caller may see, until the transaction ends. */
export async function holdPost(call: ProjectCall, id: string): Promise<Held> {
  const held = (await holdPosts(call, [postId(id)])).get(postId(id))
  if (!held || !mayKnow(call, held.moderationState, held.authorId)) throw new Problem(notFound)
  return held
}

/** A merged post only points to the other one and takes no changes. */
export function refuseMerged({ mergedIntoId }: Pick<Held, 'mergedIntoId'>): void {
  if (mergedIntoId) throw new Problem(postMerged, { detail: `It was merged into ${mergedIntoId}; use that post.` })
}

function mayKnow(call: ProjectCall, state: Post['moderationState'], authorId: Id<'user'> | undefined): boolean {
  return state === 'approved' || isTeam(call) || (authorId !== undefined && authorId === viewerOf(call)?.id)
}
