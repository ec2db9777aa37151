import { randomBytes } from 'node:crypto'
import { Instant } from '../../../../../ui/components.tsx'
import { type WordKey, type Words, wordsIn } from '../../../../../ui/words/words.ts'
import { FLAG_NAMES, type Post, type PostFlag } from '../../../domain/posts/index.ts'
import { escaped, rememberedHtml } from '../../pages/index.ts'
import { FollowButton, VoteButton } from '../shared/mark-buttons.tsx'
import { CategoryLink, CommentCount, excerptOf, ImportedVotes, postPath, TagLinks } from '../shared/posts.tsx'
import { StatusPill } from '../shared/statuses.tsx'
import type { View } from '../shared/view.ts'

/** The words for each flag in a list. */
const FLAG_WORDS: Readonly<Record<PostFlag, WordKey | undefined>> = {
  isPinned: 'pinned',
  commentsLocked: undefined, // the page of the post says so
}

function FlagBadges({ words, post }: { words: Words; post: Post }) {
  return FLAG_NAMES.map((flag) => {
    const word = FLAG_WORDS[flag]
    return post[flag] && word ? <span class="badge">{words.say(word)}</span> : null
  })
}

/** Who is not signed in follows on the page of the idea, so that lists stay quiet. */
function mayFollow({ isFollowing, moderationState }: Post): boolean {
  return isFollowing !== undefined && moderationState === 'approved'
}

/** All that a card shows. */
interface Shown {
  readonly post: Post
  readonly age: string
  readonly language: string
  readonly hasCategories: boolean
}

/** Stands for the address of the page, which visitors choose. It is random, so no text can contain it. */
const PATH = randomBytes(16).toString('hex')

/** Cards are shown often, and rendering one takes longer than reading its row. */
const contentOf = rememberedHtml(CardContent, 1_000)

interface IdeaCardProps {
  readonly view: View
  readonly post: Post
  /** Whether there are several categories, so that the card names its own. */
  readonly hasCategories?: boolean
}

export function IdeaCard({ view: { words, call, path }, post, hasCategories = false }: IdeaCardProps) {
  const age = words.ago(post.createdAt, call.now)
  const content = contentOf({ post, age, language: words.language, hasCategories })
  return <li class="card" dangerouslySetInnerHTML={{ __html: content.replaceAll(PATH, () => escaped(path)) }} />
}

function CardContent({ post, age, language, hasCategories }: Shown) {
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
        {post.body && <p class="excerpt">{excerptOf(post.body)}</p>}
        <div class={mayFollow(post) ? 'card-foot follows' : 'card-foot'}>
          <p class="facts">
            <FlagBadges words={words} post={post} />
            {post.moderationState !== 'approved' && (
              <span class="badge">{words.say(`badge_${post.moderationState}`)}</span>
            )}
            <StatusPill view={view} status={post.status} />
            {hasCategories && <CategoryLink words={words} category={post.category} />}
            <TagLinks tags={post.tags} />
            <ImportedVotes view={view} post={post} />
            <CommentCount view={view} post={post} />
            <Instant at={post.createdAt}>{age}</Instant>
          </p>
          {mayFollow(post) && <FollowButton view={view} post={post} about={post.id} />}
        </div>
      </div>
    </>
  )
}
