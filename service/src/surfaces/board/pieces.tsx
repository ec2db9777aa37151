import { Ballot, Instant, More, Status } from '../../../../ui/components.tsx'
import type { WordKey } from '../../../../ui/words/words.ts'
import { viewerOf } from '../../domain/call/index.ts'
import { FLAG_NAMES, type Post, type PostFlag, slugOf } from '../../domain/posts/index.ts'
import { isVotingClosed } from '../../domain/statuses/index.ts'
import { plainTextOf } from '../../foundation/markdown/index.ts'
import { openMemory } from '../../foundation/memory/index.ts'
import type { View } from './model.ts'

export function postPath({ number, title }: Pick<Post, 'number' | 'title'>): string {
  return `/posts/${number}/${encodeURIComponent(slugOf(title))}`
}

/** A form, so that it works without script; the script answers at once and takes back what the service refused. */
export function VoteButton({ view, post, isLarge }: { view: View; post: Post; isLarge?: boolean }) {
  const { words } = view
  const isOn = post.hasVoted === true
  const [vote, voted] = [words.say('vote_for', { title: post.title }), words.say('voted_for', { title: post.title })]
  const isClosed = isVotingClosed(post.status.category) || post.moderationState !== 'approved'
  return (
    <form class="vote" method="post" action={`/posts/${post.number}/vote`} data-act="vote">
      <input type="hidden" name="on" value={isOn ? '0' : '1'} />
      <input type="hidden" name="return_to" value={view.path} />
      <Ballot
        type="submit"
        isOn={isOn}
        class={isLarge ? 'ballot large' : 'ballot'}
        aria-label={`${isOn ? voted : vote}. ${words.say('votes', { n: post.voteCount })}`}
        disabled={isClosed}
        data-on={voted}
        data-off={vote}
      >
        <span class="count" data-count={post.voteCount}>
          {words.number(post.voteCount)}
        </span>
      </Ballot>
    </form>
  )
}

export function FollowButton({ view, post, about }: { view: View; post: Post; about?: string }) {
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

export function TagLinks({ tags }: { tags: Post['tags'] }) {
  return (
    <>
      {tags.map((tag) => (
        <a class="tag" href={`/?tag=${tag.id}`}>
          {tag.name}
        </a>
      ))}
    </>
  )
}

/** What visitors are told of each flag in a list. */
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

export function PostCard({ view, post }: { view: View; post: Post }) {
  const { words, call } = view
  return (
    <li class="card">
      <VoteButton view={view} post={post} />
      <div class="text">
        <h2>
          <a href={postPath(post)} dir="auto">
            {post.title}
          </a>
        </h2>
        {post.body && <p class="excerpt">{excerptOf(post.body)}</p>}
        <p class="facts">
          <FlagBadges view={view} post={post} />
          <Status status={post.status} />
          <TagLinks tags={post.tags} />
          {post.commentCount > 0 && <span>{words.say('comments', { n: post.commentCount })}</span>}
          <Instant at={post.createdAt}>{words.ago(post.createdAt, call.now)}</Instant>
        </p>
      </div>
    </li>
  )
}

export function AuthorLine({ view, author, at }: { view: View; author: Post['author']; at: Date }) {
  const { words, call } = view
  return (
    <p class="facts by">
      <span class={author.isTeam ? 'face team' : 'face'} aria-hidden="true">
        {initialOf(author.displayName)}
      </span>
      <b dir="auto">{author.displayName}</b>
      {author.isTeam && <span class="badge">{words.say('team')}</span>}
      <Instant at={at}>{words.ago(at, call.now)}</Instant>
    </p>
  )
}

export function initialOf(name: string): string {
  return ([...name][0] ?? '').toUpperCase()
}

const EXCERPT = 180
/** The same posts are listed again and again, and to parse a text costs more than the rest of its row. */
const excerpts = openMemory<string>({ most: 500, freshMs: Number.POSITIVE_INFINITY })

/** The beginning of a Markdown text, without its marks. */
export function excerptOf(body: string): string {
  const beginning = body.slice(0, EXCERPT * 3)
  const known = excerpts.fresh(beginning)
  if (known !== undefined) return known
  const excerpt = shortened(plainTextOf(beginning))
  excerpts.set(beginning, excerpt)
  return excerpt
}

function shortened(plain: string): string {
  if (plain.length <= EXCERPT) return plain
  // At a space where the language has them; never inside of a character.
  const space = plain.lastIndexOf(' ', EXCERPT)
  const cut = plain.slice(0, space > EXCERPT / 2 ? space : EXCERPT).replace(/[\ud800-\udbff]$/, '')
  return `${cut.trim()} …`
}

export function Back({ view }: { view: View }) {
  return (
    <p class="back">
      <a href="/">
        <svg class="turns" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="M10 3 5 8l5 5" />
        </svg>
        {view.words.say('back_to_list')}
      </a>
    </p>
  )
}

export function NextPage({ view, next }: { view: View; next: string | undefined }) {
  return next ? <More href={next} text={view.words.say('next_page')} /> : null
}

/** Before the first text: the name that will be shown, because it cannot be changed afterwards. */
export function WritesAs({ view }: { view: View }) {
  if (view.visitorName === undefined || viewerOf(view.call)?.nameLocked !== false) return null
  return (
    <p class="soft">
      {view.words.say('writes_as', { name: view.visitorName })} <a href="/me">{view.words.say('my_settings')}</a>
    </p>
  )
}

/** Without script a typed text is lost during the sign-in, so the sign-in comes first. */
export function SignInFirst({ view }: { view: View }) {
  if (view.visitorName !== undefined) return null
  return (
    <noscript>
      <p class="notice">
        <a href={`/sign-in?return_to=${encodeURIComponent(view.path)}`}>{view.words.say('sign_in_first')}</a>
      </p>
    </noscript>
  )
}

/** A speech bubble, for pages that nothing was said on yet. */
export function Bubble() {
  return (
    <svg viewBox="0 0 64 64" width="64" height="64" aria-hidden="true">
      <path d="M18 12h28a8 8 0 0 1 8 8v16a8 8 0 0 1-8 8H30L18 54V44a8 8 0 0 1-8-8V20a8 8 0 0 1 8-8z" />
      <path class="faint" d="M22 24h20M22 32h12" />
    </svg>
  )
}
