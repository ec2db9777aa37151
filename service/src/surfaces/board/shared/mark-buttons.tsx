import { Ballot } from '../../../../../ui/components.tsx'
import type { Post } from '../../../domain/posts/index.ts'
import { isVotingClosed } from '../../../domain/statuses/index.ts'
import type { View } from './view.ts'

/** What a button needs to know of its page. */
type PageOfButton = Pick<View, 'words' | 'path'>

/** The members of a post that its vote button needs. */
export type Votable = Pick<Post, 'number' | 'title' | 'voteCount' | 'hasVoted' | 'moderationState'> & {
  readonly status: Pick<Post['status'], 'name' | 'color' | 'category'>
}

export function isVotable({ status, moderationState }: Votable): boolean {
  return !isVotingClosed(status.category) && moderationState === 'approved'
}

/** The label of the button, before and after. */
export function voteLabels({ words }: Pick<View, 'words'>, { title }: Pick<Votable, 'title'>) {
  return { on: words.say('voted_for', { title }), off: words.say('vote_for', { title }) }
}

/** A form, so that it works without script; the script shows the result at once and undoes it if the service refuses. */
export function VoteButton({ view, post, isLarge }: { view: PageOfButton; post: Votable; isLarge?: boolean }) {
  const { words } = view
  const isOn = post.hasVoted === true
  const { on, off } = voteLabels(view, post)
  return (
    <form class="vote" method="post" action={`/posts/${post.number}/vote`} data-act="vote">
      <input type="hidden" name="on" value={isOn ? '0' : '1'} />
      <input type="hidden" name="return_to" value={view.path} />
      <Ballot
        type="submit"
        isOn={isOn}
        class={isLarge ? 'ballot large' : 'ballot'}
        aria-label={`${isOn ? on : off}. ${words.say('votes', { n: post.voteCount })}`}
        disabled={!isVotable(post)}
        data-on={on}
        data-off={off}
      >
        <span class="count" data-count={post.voteCount}>
          {words.number(post.voteCount)}
        </span>
      </Ballot>
    </form>
  )
}

/** The members of a post that its follow button needs. */
type Followable = Pick<Post, 'number' | 'isFollowing'>

export function FollowButton({ view, post, about }: { view: PageOfButton; post: Followable; about?: string }) {
  const { words } = view
  const isOn = post.isFollowing === true
  return (
    <form method="post" action={`/posts/${post.number}/follow`} data-act="follow">
      <input type="hidden" name="on" value={isOn ? '0' : '1'} />
      <input type="hidden" name="return_to" value={view.path} />
      <button
        class="button"
        type="submit"
        aria-pressed={isOn}
        aria-describedby={about}
        data-on={words.say('following')}
        data-off={words.say('follow')}
      >
        {words.say(isOn ? 'following' : 'follow')}
      </button>
    </form>
  )
}
