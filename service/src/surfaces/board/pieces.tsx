import type { Post } from '../../domain/posts/index.ts'
import { slugOf } from '../../domain/posts/index.ts'
import { isVotingClosed } from '../../domain/statuses/index.ts'
import type { View } from './model.ts'

export function postPath({ number, title }: Pick<Post, 'number' | 'title'>): string {
  return `/posts/${number}/${encodeURIComponent(slugOf(title))}`
}

/** A form, so that it works without script; the script answers at once and takes back what the service refused. */
export function VoteButton({ view, post, isLarge }: { view: View; post: Post; isLarge?: boolean }) {
  const { words } = view
  const isOn = post.hasVoted === true
  const isClosed = isVotingClosed(post.status.category) || post.moderationState !== 'approved'
  const label = words.say(isOn ? 'voted_for' : 'vote_for', { title: post.title })
  return (
    <form class="vote" method="post" action={`/posts/${post.number}/vote`} data-act="vote">
      <input type="hidden" name="on" value={isOn ? '0' : '1'} />
      <input type="hidden" name="return_to" value={view.path} />
      <button
        type="submit"
        class={isLarge ? 'ballot large' : 'ballot'}
        aria-pressed={isOn}
        aria-label={`${label}. ${words.say('votes', { n: post.voteCount })}`}
        disabled={isClosed}
        data-on={words.say('voted_for', { title: post.title })}
        data-off={words.say('vote_for', { title: post.title })}
      >
        <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
          <path d="M8 3.2 14 11H2z" />
        </svg>
        <span class="count" data-count={post.voteCount}>
          {words.number(post.voteCount)}
        </span>
      </button>
    </form>
  )
}

export function StatusBadge({ status }: { status: Post['status'] }) {
  return (
    <span class={`status ${status.category}`}>
      <span class="dot" aria-hidden="true" />
      {status.name}
    </span>
  )
}

export function PostCard({ view, post }: { view: View; post: Post }) {
  const { words, call } = view
  return (
    <li class="card">
      <VoteButton view={view} post={post} />
      <div class="text">
        <h3>
          <a href={postPath(post)}>{post.title}</a>
        </h3>
        {post.body && <p class="excerpt">{excerptOf(post.body)}</p>}
        <p class="facts">
          {post.isPinned && <span class="pin">{words.say('pinned')}</span>}
          <StatusBadge status={post.status} />
          {post.tags.map((tag) => (
            <a class="tag" href={`/?tag=${tag.id}`}>
              {tag.name}
            </a>
          ))}
          <span>{words.say('comments', { n: post.commentCount })}</span>
          <time dateTime={post.createdAt.toISOString()}>{words.ago(post.createdAt, call.now)}</time>
        </p>
      </div>
    </li>
  )
}

export function AuthorLine({ view, author, at }: { view: View; author: Post['author']; at: Date }) {
  const { words, call } = view
  return (
    <p class="facts">
      <b>{author.displayName}</b>
      {author.isTeam && <span class="team">{words.say('team')}</span>}
      <time dateTime={at.toISOString()}>{words.ago(at, call.now)}</time>
    </p>
  )
}

const EXCERPT = 180

/** The beginning of a Markdown text, without its marks. */
export function excerptOf(body: string): string {
  const plain = body
    .slice(0, EXCERPT * 3)
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`#>~|]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return plain.length > EXCERPT ? `${plain.slice(0, plain.lastIndexOf(' ', EXCERPT) + 1 || EXCERPT).trim()} …` : plain
}

export function Empty({ title, lead, children }: { title: string; lead: string; children?: unknown }) {
  return (
    <div class="empty">
      <svg viewBox="0 0 64 64" width="56" height="56" aria-hidden="true">
        <rect x="10" y="14" width="44" height="30" rx="8" />
        <path d="M22 44v10l10-10" />
      </svg>
      <h2>{title}</h2>
      <p>{lead}</p>
      {children as never}
    </div>
  )
}
