import { Empty } from '../../../../../ui/components.tsx'
import type { WordKey } from '../../../../../ui/words/words.ts'
import type { Post } from '../../../domain/posts/index.ts'
import { IdeaCard } from '../ideas/card.tsx'
import { Page } from '../shared/layout.tsx'
import { FollowButton } from '../shared/mark-buttons.tsx'
import { Bubble, NextPage } from '../shared/pieces.tsx'
import { postPath } from '../shared/posts.tsx'
import { StatusPill } from '../shared/statuses.tsx'
import type { View } from '../shared/view.ts'

/** The visitor's own lists, each on a page; the layout's menu leads there too. */
export const OWN_LISTS = {
  ideas: { path: '/me/ideas', title: 'my_ideas', empty: 'my_ideas_empty' },
  votes: { path: '/me/votes', title: 'my_votes', empty: 'my_votes_empty' },
  follows: { path: '/me/follows', title: 'my_follows', empty: 'me_follows_empty' },
} as const satisfies Record<string, { path: string; title: WordKey; empty: WordKey }>

export type OwnList = keyof typeof OWN_LISTS

interface OwnListPageProps {
  readonly view: View
  readonly list: OwnList
  readonly posts: readonly Post[]
  readonly next: string | undefined
}

export function OwnListPage({ view, list, posts, next }: OwnListPageProps) {
  const { words } = view
  const { title, empty } = OWN_LISTS[list]
  return (
    <Page view={view} facts={{ title: words.say(title), current: 'me', isIndexed: false }}>
      <div class="narrow">
        <h1>{words.say(title)}</h1>
        <OwnTabs view={view} current={list} />
        {posts.length === 0 ? (
          <Empty
            picture={<Bubble />}
            title={words.say(empty)}
            actions={
              <p class="row">
                <a class="button main" href="/">
                  {words.say('go_home')}
                </a>
              </p>
            }
          />
        ) : (
          <div class="results">
            {list === 'follows' ? <Followed view={view} posts={posts} /> : <Cards view={view} posts={posts} />}
            <NextPage view={view} next={next} />
          </div>
        )}
      </div>
    </Page>
  )
}

/** `undefined` stands for the settings. */
export function OwnTabs({ view: { words }, current }: { view: View; current: OwnList | 'notifications' | undefined }) {
  const lists = Object.entries(OWN_LISTS)
  return (
    <nav class="sort own" aria-label={words.say('me_label')}>
      <a href="/me/notifications" aria-current={current === 'notifications' ? 'page' : undefined}>
        {words.say('notifications')}
      </a>
      {lists.map(([name, { path, title }]) => (
        <a href={path} aria-current={name === current ? 'page' : undefined}>
          {words.say(title)}
        </a>
      ))}
      <a href="/me" aria-current={current === undefined ? 'page' : undefined}>
        {words.say('my_settings')}
      </a>
    </nav>
  )
}

function Cards({ view, posts }: { view: View; posts: readonly Post[] }) {
  return (
    <ol class="cards">
      {posts.map((post) => (
        <IdeaCard view={view} post={post} />
      ))}
    </ol>
  )
}

function Followed({ view, posts }: { view: View; posts: readonly Post[] }) {
  return (
    <ul class="rows">
      {posts.map((post) => (
        <li>
          <div>
            <a id={post.id} href={postPath(post)} dir="auto">
              {post.title}
            </a>
            <p class="facts">
              <StatusPill view={view} status={post.status} />
            </p>
          </div>
          <FollowButton view={view} post={post} about={post.id} />
        </li>
      ))}
    </ul>
  )
}
