import { Ago } from '../../../../../ui/components.tsx'
import type { WordKey } from '../../../../../ui/words/words.ts'
import { FLAG_NAMES, type Post, type PostFlag } from '../../../domain/posts/index.ts'
import { FollowButton, VoteButton } from '../shared/mark-buttons.tsx'
import { excerptOf, ImportedVotes, postPath, TagLinks } from '../shared/posts.tsx'
import { StatusPill } from '../shared/statuses.tsx'
import type { View } from '../shared/view.ts'

/** The words for each flag in a list. */
const FLAG_WORDS: Readonly<Record<PostFlag, WordKey | undefined>> = {
  isPinned: 'pinned',
  commentsLocked: undefined, // the page of the post says so
}

function FlagBadges({ view, post }: { view: View; post: Post }) {
  return FLAG_NAMES.map((flag) => {
    const word = FLAG_WORDS[flag]
    return post[flag] && word ? <span class="badge">{view.words.say(word)}</span> : null
  })
}

/** Who is not signed in follows on the page of the idea, so that lists stay quiet. */
function mayFollow({ isFollowing, moderationState }: Post): boolean {
  return isFollowing !== undefined && moderationState === 'approved'
}

export function IdeaCard({ view, post }: { view: View; post: Post }) {
  const { words, call } = view
  return (
    <li class="card">
      <VoteButton view={view} post={post} />
      <div class="text">
        <h2>
          <a id={post.id} href={postPath(post)} dir="auto">
            {post.title}
          </a>
        </h2>
        {post.body && <p class="excerpt">{excerptOf(post.body)}</p>}
        <div class={mayFollow(post) ? 'card-foot follows' : 'card-foot'}>
          <p class="facts">
            <FlagBadges view={view} post={post} />
            {post.moderationState !== 'approved' && (
              <span class="badge">{words.say(`badge_${post.moderationState}`)}</span>
            )}
            <StatusPill view={view} status={post.status} />
            <TagLinks tags={post.tags} />
            <ImportedVotes view={view} post={post} />
            {post.commentCount > 0 && <span>{words.say('comments', { n: post.commentCount })}</span>}
            <Ago at={post.createdAt} now={call.now} words={words} />
          </p>
          {mayFollow(post) && <FollowButton view={view} post={post} about={post.id} />}
        </div>
      </div>
    </li>
  )
}
