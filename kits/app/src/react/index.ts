import type { Comment, Operations, Post } from '../api.ts'
import type { FeedbackClient } from '../client.ts'
import type { Me } from '../options.ts'
import { type ListState, useList } from './lists.ts'
import { useShared } from './provider.ts'

export type { FeedbackError } from '../../../transport/src/feedback-error.ts'
export { type ListState, useList } from './lists.ts'
export { FeedbackProvider, type FeedbackProviderProps } from './provider.ts'
export { useVote, type VoteState } from './vote.ts'

/** The client of the nearest FeedbackProvider, for every other call. */
export const useFeedback = (): FeedbackClient => useShared().client

/** The posts of a list: `usePosts({ sort: 'top' })`. */
export function usePosts(query?: Operations['GET /posts']['query']): ListState<Post> {
  return useList((client) => client.posts.list(query), `posts ${JSON.stringify(query)}`)
}

/** The comments of a post. */
export function useComments(
  postId: string,
  query?: Operations['GET /posts/{id}/comments']['query'],
): ListState<Comment> {
  const key = `comments ${postId} ${JSON.stringify(query)}`
  return useList((client) => client.posts.comments.list(postId, query), key)
}

export interface SessionState {
  /** The signed-in user; null if nobody is. */
  readonly user: Me | null
  /** Signs in now instead of at the first call that needs it. */
  readonly signIn: () => Promise<Me>
  readonly signOut: () => Promise<void>
}

export function useSession(): SessionState {
  const { client, user } = useShared()
  return { user, signIn: client.signIn, signOut: client.signOut }
}
