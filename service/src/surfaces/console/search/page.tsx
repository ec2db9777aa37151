import type { ComponentChildren } from 'preact'
import type { ConsoleKey } from '../../../../../ui/words/console/words.ts'
import { stateOf } from '../../../domain/changelog/index.ts'
import { SearchWords } from '../../../domain/posts/index.ts'
import { limitsOf } from '../../pages/index.ts'
import { EntryBadge } from '../changelog/page.tsx'
import { PostBadges, postPath, StatusDot } from '../posts/pieces.tsx'
import { Icon, type IconName } from '../shared/icons.tsx'
import { ProjectPage } from '../shared/layout.tsx'
import { ShortcutLists } from '../shared/shortcuts.tsx'
import type { ProjectView } from '../shared/view.ts'
import { nameOf, StateBadge } from '../users/list-page.tsx'
import type { Found, Place } from './find.ts'

/** The page behind the palette: the script shows its results in place. */
export function SearchPage({ view, q, found }: { view: ProjectView; q: string; found: Found }) {
  const { words, base } = view
  const isEmpty = Object.values(found).every((list) => list.length === 0)
  return (
    <ProjectPage view={view} title={words.say('search_title')} section="/search">
      <search>
        <form method="get" action={`${base}/search`} class="search-form">
          <input
            type="search"
            name="q"
            value={q}
            aria-label={words.say('search_label')}
            placeholder={words.say('search_label')}
            {...limitsOf(SearchWords)}
          />
          <button class="button main" type="submit">
            {words.say('search_go')}
          </button>
        </form>
      </search>
      <div id="found" class="found">
        <Group view={view} name="search_posts">
          {found.posts.map((post) => (
            <Result icon="posts" href={postPath(view, post)} name={post.title}>
              <span>{words.say('search_number', { number: String(post.number) })}</span>
              <span>{words.say('shared_votes', { n: post.voteCount })}</span>
              <StatusDot status={post.status} />
              <PostBadges view={view} post={post} />
            </Result>
          ))}
        </Group>
        <Group view={view} name="search_entries">
          {found.entries.map((entry) => (
            <Result icon="changelog" href={`${base}/changelog/${entry.id}`} name={entry.title}>
              <EntryBadge view={view} state={stateOf(entry, view.now)} />
            </Result>
          ))}
        </Group>
        <Group view={view} name="search_people">
          {found.people.map((user) => (
            <Result icon="users" href={`${base}/users/${user.id}`} name={nameOf(words, user)}>
              <span class="word">{user.email ?? user.sub}</span>
              <StateBadge view={view} state={user.state} />
            </Result>
          ))}
        </Group>
        <Places view={view} name="search_actions" places={found.actions} />
        <Places view={view} name="search_pages" places={found.pages} />
      </div>
      {isEmpty && <p class="soft">{words.say('search_none')}</p>}
    </ProjectPage>
  )
}

function Group({
  view,
  name,
  children,
}: {
  view: ProjectView
  name: ConsoleKey
  children: readonly ComponentChildren[]
}) {
  if (children.length === 0) return null
  return (
    <section aria-labelledby={name}>
      <h2 id={name}>{view.words.say(name)}</h2>
      <ul>{children}</ul>
    </section>
  )
}

function Places({ view, name, places }: { view: ProjectView; name: ConsoleKey; places: readonly Place[] }) {
  return (
    <Group view={view} name={name}>
      {places.map(({ path, name, icon }) => (
        <Result icon={icon} href={view.base + path} name={view.words.say(name)} />
      ))}
    </Group>
  )
}

interface ResultProps {
  readonly icon: IconName
  readonly href: string
  readonly name: string
  readonly children?: ComponentChildren
}

function Result({ icon, href, name, children }: ResultProps) {
  return (
    <li>
      <a href={href}>
        <Icon name={icon} />
        <span class="found-name" dir="auto">
          {name}
        </span>
        {children && <span class="facts">{children}</span>}
      </a>
    </li>
  )
}

export function ShortcutsPage({ view }: { view: ProjectView }) {
  const { words } = view
  return (
    <ProjectPage
      view={view}
      title={words.say('search_shortcuts')}
      section="/shortcuts"
      lead={words.say('search_shortcuts_lead')}
    >
      <ShortcutLists view={view} />
    </ProjectPage>
  )
}
