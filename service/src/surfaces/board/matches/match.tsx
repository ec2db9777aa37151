import { type Votable, VoteButton } from '../shared/mark-buttons.tsx'
import { postPath } from '../shared/posts.tsx'
import { StatusPill } from '../shared/statuses.tsx'
import type { View } from '../shared/view.ts'

/** A matching idea, with its vote button. */
export function Match({ view, post }: { view: View; post: Votable }) {
  return (
    <li class="match">
      <VoteButton view={view} post={post} />
      <a href={postPath(post)} dir="auto">
        {post.title}
      </a>
      <StatusPill view={view} status={post.status} />
    </li>
  )
}

const NOBODYS: Votable = {
  number: 0,
  title: '',
  voteCount: 0,
  hasVoted: false,
  moderationState: 'approved',
  status: { name: '', color: '', category: 'open' },
}

/** The template that `client.ts` copies for each match. */
export function MatchTemplate({ view }: { view: View }) {
  return (
    <template id="match">
      <Match view={view} post={NOBODYS} />
    </template>
  )
}
