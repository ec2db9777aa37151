import { Ago } from '../../../../../ui/components.tsx'
import { authorName, categoryName } from '../../../../../ui/words/names.ts'
import { categoryPath } from '../../../domain/categories/index.ts'
import type { Entry } from '../../../domain/changelog/index.ts'
import { type Post, slugOf } from '../../../domain/posts/index.ts'
import { plainTextOf } from '../../../foundation/markdown/index.ts'
import { openMemory } from '../../../foundation/memory/index.ts'
import { shortened } from '../../pages/index.ts'
import type { View } from './view.ts'

export function postPath({ number, title }: Pick<Post, 'number' | 'title'>): string {
  return `/posts/${number}/${encodeURIComponent(slugOf(title))}`
}

export function entryPath({ id }: Pick<Entry, 'id'>): string {
  return `/changelog#${id}`
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

/** Where the board has several categories. */
export function CategoryLink({ words, category }: { words: View['words']; category: Post['category'] }) {
  return (
    <a class="category" href={categoryPath(category)} dir="auto">
      {categoryName(words, category)}
    </a>
  )
}

/** Votes of people whom nobody here knows. They stand apart from the votes of the button, which people cast. */
export function ImportedVotes({ view, post }: { view: Pick<View, 'words'>; post: Pick<Post, 'importedVoteCount'> }) {
  return post.importedVoteCount > 0 ? (
    <span>{view.words.say('imported_votes', { n: post.importedVoteCount })}</span>
  ) : null
}

/** Also there while it is 0, so that the script has a place for it. */
export function CommentCount({
  view: { words },
  post,
}: {
  view: Pick<View, 'words'>
  post: Pick<Post, 'commentCount'>
}) {
  const { commentCount: n } = post
  return (
    <span class="soft comment-count" data-count={n} hidden={n === 0}>
      {words.say('comments', { n })}
    </span>
  )
}

export function AuthorLine({ view, author, at }: { view: View; author: Post['author']; at: Date }) {
  const { words, call } = view
  return (
    <p class="facts by">
      <b dir="auto">{authorName(words, author.displayName)}</b>
      {author.isTeam && <span class="badge">{words.say('team')}</span>}
      <Ago at={at} now={call.now} words={words} />
    </p>
  )
}

const EXCERPT = 180
/** The same posts are listed often, and parsing a text costs more than the rest of its row. */
const excerpts = openMemory<string>({ most: 500, freshMs: Number.POSITIVE_INFINITY })

/** As much of a Markdown text as its excerpt is made of. */
export function beginningOf(body: string): string {
  return body.slice(0, EXCERPT * 3)
}

/** The beginning of a Markdown text, as plain text. */
export function excerptOf(body: string): string {
  const beginning = beginningOf(body)
  const known = excerpts.fresh(beginning)
  if (known !== undefined) return known
  const excerpt = shortened(plainTextOf(beginning), EXCERPT)
  excerpts.set(beginning, excerpt)
  return excerpt
}
