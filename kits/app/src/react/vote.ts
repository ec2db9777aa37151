import { useCallback, useEffect, useRef, useState } from 'react'
import type { FeedbackError } from '../../../transport/src/feedback-error.ts'
import type { Post } from '../api.ts'
import { asFeedbackError } from './lists.ts'
import { useShared } from './provider.ts'

export interface VoteState {
  readonly hasVoted: boolean
  readonly voteCount: number
  readonly isPending: boolean
  /** Why the last vote was taken back; match on its `code`. */
  readonly error: FeedbackError | null
  readonly toggle: () => void
}

type Voted = Pick<Post, 'id' | 'has_voted' | 'vote_count'>

/** The user's vote for a post. It shows at once; if the service refuses it, it is taken back and `error` says why. */
export function useVote(post: Voted): VoteState {
  const { client } = useShared()
  const given = post.has_voted ?? false
  const [wished, setWished] = useState(given)
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<FeedbackError | null>(null)
  // What is wished for, and what the service is known to have.
  const marks = useRef({ id: post.id, wished: given, kept: given, isSending: false })

  // The post was read again, or is another one.
  useEffect(() => {
    const { id, isSending } = marks.current
    if (isSending && id === post.id) return
    marks.current = { id: post.id, wished: given, kept: given, isSending: false }
    setWished(given)
    setPending(false)
    setError(null)
  }, [post.id, given, post.vote_count])

  const toggle = useCallback(async () => {
    const now = marks.current
    now.wished = !now.wished
    setWished(now.wished)
    setError(null)
    if (now.isSending) return // the loop below sees it
    now.isSending = true
    setPending(true)
    try {
      while (now.kept !== now.wished) {
        const wish = now.wished
        await (wish ? client.posts.vote(post.id) : client.posts.unvote(post.id))
        now.kept = wish
      }
    } catch (failure) {
      now.wished = now.kept
      if (marks.current !== now) return // another post is shown by now
      setWished(now.kept)
      setError(asFeedbackError(failure))
    } finally {
      now.isSending = false
      if (marks.current === now) setPending(false)
    }
  }, [client, post.id])

  // The count of the post includes the vote that it was read with.
  const voteCount = post.vote_count + Number(wished) - Number(given)
  return { hasVoted: wished, voteCount, isPending, error, toggle: () => void toggle() }
}
