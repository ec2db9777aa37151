import { randomBytes } from 'node:crypto'
import { Instant } from '../../../../../ui/components.tsx'
import { type WordKey, type Words, wordsIn } from '../../../../../ui/words/words.ts'
import { FLAG_NAMES, type Post, type PostFlag } from '../../../domain/posts/index.ts'
import { escaped, rememberedHtml } from '../../pages/index.ts'
import { FollowButton, VoteButton } from '../shared/mark-buttons.tsx'
import {
  beginningOf,
  CategoryLink,
  CommentCount,
  excerptOf,
  ImportedVotes,
  postPath,
  TagLinks,
} from '../shared/posts.tsx'
import { StatusPill } from '../shared/statuses.tsx'
import type { View } from '../shared/view.ts'

/** The words for each flag in a list. */
const FLAG_WORDS: Readonly<Record<PostFlag, WordKey | undefined>> = {
  isPinned: 'pinned',
  commentsLocked: undefined, // the page of the post says so
}

function FlagBadges({ words, flags }: { words: Words; flags: readonly PostFlag[] }) {
  return flags.map((flag) => {
    const word = FLAG_WORDS[flag]
    return word ? <span class="badge">{words.say(word)}</span> : null
  })
}

/** Who is not signed in follows on the page of the idea, so that lists stay quiet. */
function mayFollow({ isFollowing, moderationState }: Pick<Post, 'isFollowing' | 'moderationState'>): boolean {
  return isFollowing !== undefined && moderationState === 'approved'
}

type Plain = 'id' | 'number' | 'title' | 'status' | 'tags' | 'voteCount' | 'importedVoteCount' | 'commentCount'
type OfViewer = 'hasVoted' | 'isFollowing' | 'moderationState'

/** All that a card shows, and no more: the shorter it is, the sooner its HTML is found. */
interface Shown extends Pick<Post, Plain | OfViewer> {
  /** Undefined where there is only one category. */
  readonly category: Post['category'] | undefined
  readonly flags: readonly PostFlag[]
  readonly beginning: string
  /** In milliseconds. */
  readonly at: number
  readonly age: string
  readonly language: string
}

function shownOf({ words, call }: View, post: Post, hasCategories: boolean): Shown {
  return {
    id: post.id,
    number: post.number,
    title: post.title,
    status: post.status,
    tags: post.tags,
    voteCount: post.voteCount,
    importedVoteCount: post.importedVoteCount,
    commentCount: post.commentCount,
    hasVoted: post.hasVoted,
    isFollowing: post.isFollowing,
    moderationState: post.moderationState,
    category: hasCategories ? post.category : undefined,
    flags: FLAG_NAMES.filter((flag) => post[flag]),
    beginning: beginningOf(post.body),
    at: post.createdAt.getTime(),
    age: words.ago(post.createdAt, call.now),
    language: words.language,
  }
}

/** Stands for the address of the page, which visitors choose. It is random, so no text can contain it. */
const PATH = randomBytes(16).toString('hex')

/** Cards are shown often, and rendering one takes longer than reading its row. */
const contentOf = rememberedHtml(CardContent, 1_000)

export function IdeaCard({ view, post }: { view: View; post: Post }) {
  const content = contentOf(shownOf(view, post, false))
  return <li class="card" dangerouslySetInnerHTML={{ __html: withPath(content, view) }} />
}

/** The HTML of several. `hasCategories`: whether there are several categories, so that each card names its own. */
export function cardsOf(view: View, posts: readonly Post[], hasCategories: boolean): string {
  const cards = posts.map((post) => `<li class="card">${contentOf(shownOf(view, post, hasCategories))}</li>`)
  return withPath(cards.join(''), view)
}

function withPath(html: string, { path }: View): string {
  return html.split(PATH).join(escaped(path))
}

function CardContent({ category, flags, beginning, at, age, language, ...post }: Shown) {
  const words = wordsIn(language)
  const view = { words, path: PATH }
  return (
    <>
      <VoteButton view={view} post={post} />
      <div class="text">
        <h2>
          <a id={post.id} href={postPath(post)} dir="auto">
            {post.title}
          </a>
        </h2>
        {beginning && <p class="excerpt">{excerptOf(beginning)}</p>}
        <div class={mayFollow(post) ? 'card-foot follows' : 'card-foot'}>
          <p class="facts">
            <FlagBadges words={words} flags={flags} />
            {post.moderationState !== 'approved' && (
              <span class="badge">{words.say(`badge_${post.moderationState}`)}</span>
            )}
            <StatusPill view={view} status={post.status} />
            {category && <CategoryLink words={words} category={category} />}
            <TagLinks tags={post.tags} />
            <ImportedVotes view={view} post={post} />
            <CommentCount view={view} post={post} />
            <Instant at={new Date(at)}>{age}</Instant>
          </p>
          {mayFollow(post) && <FollowButton view={view} post={post} about={post.id} />}
        </div>
      </div>
    </>
  )
}
