import { findPosts, type Post } from '../../../domain/posts/index.ts'
import { openMemory } from '../../../foundation/memory/index.ts'
import { audienceName } from '../shared/categories.ts'
import { postPath } from '../shared/posts.tsx'
import type { ReaderView, View } from '../shared/view.ts'

/** The usual page size, for which PostgreSQL keeps its plan. */
const USUAL = { limit: 20, after: undefined }
const MOST = 2

type Mention = Pick<Post, 'number' | 'title'>

/** The ideas that are being built, and those that shipped last. */
export interface Now {
  readonly building: readonly Mention[]
  readonly shipped: readonly Mention[]
  /** When they were read, by `performance.now`. */
  readonly readAt: number
}

/** Cached for a second, for those who see the same. */
const remembered = openMemory<Promise<Now>>({ most: 1_000, freshMs: 1_000 })

export async function whatHappensNow({ call }: ReaderView): Promise<Now> {
  const name = await audienceName(call)
  const known = remembered.fresh(name)
  if (known) return known
  const latest = async (statusCategory: 'in_progress' | 'done') => {
    const { items } = await findPosts(call, { statusCategory, sort: 'updated' }, USUAL, { texts: 'beginning' })
    return items.slice(0, MOST).map(({ number, title }) => ({ number, title }))
  }
  const readAt = performance.now()
  const asked = Promise.all([latest('in_progress'), latest('done')]).then(([building, shipped]) => ({
    building,
    shipped,
    readAt,
  }))
  remembered.set(name, asked)
  asked.catch(() => remembered.forget(name)) // the next visitor asks again
  return asked
}

export function NowStrip({ view, now: { building, shipped } }: { view: View; now: Now }) {
  const { words } = view
  if (building.length + shipped.length === 0) return null
  return (
    <nav class="now" aria-label={words.say('now_label')}>
      <Mentions label={words.say('now_building')} posts={building} />
      <Mentions label={words.say('now_shipped')} posts={shipped} />
    </nav>
  )
}

function Mentions({ label, posts }: { label: string; posts: readonly Mention[] }) {
  if (posts.length === 0) return null
  return (
    <p>
      <span class="label">{label}</span>
      {posts.map((post) => (
        <a href={postPath(post)} dir="auto">
          {post.title}
        </a>
      ))}
    </p>
  )
}
