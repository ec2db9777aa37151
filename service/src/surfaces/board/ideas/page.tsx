import type { ComponentChildren } from 'preact'
import { Dot, Empty } from '../../../../../ui/components.tsx'
import { categoryName } from '../../../../../ui/words/names.ts'
import { type Category, categoryPath } from '../../../domain/categories/index.ts'
import { POST_SORTS, type Post, SearchWords } from '../../../domain/posts/index.ts'
import { type ListedPosts, limitsOf } from '../../pages/index.ts'
import { MatchTemplate } from '../matches/match.tsx'
import { Page } from '../shared/layout.tsx'
import { groupOf, isInGroup, listAddress, STATUS_GROUPS, type StatusGroup } from '../shared/lists.ts'
import { Bubble, NextPage } from '../shared/pieces.tsx'
import { BOARD_PICTURE } from '../shared/preview.ts'
import { statusName } from '../shared/statuses.tsx'
import type { View } from '../shared/view.ts'
import { MOST_COUNTED, type Narrowings } from './counts.ts'
import { type Now, NowStrip } from './now.tsx'
import { Welcome } from './welcome.tsx'

export interface IdeasPageProps {
  readonly view: View
  /** Its category is named by the slug. */
  readonly query: ListedPosts
  /** On the page of a category. */
  readonly category: Category | undefined
  /** Empty, except on the front page of a visitor who has not hidden it. */
  readonly welcome: string
  /** Only on the front page. */
  readonly now: Now | undefined
  readonly narrowings: Narrowings
  readonly posts: readonly Post[]
  /** The HTML of the pinned posts and of these. */
  readonly cards: string
  /** The address of the next page; absent on the last. */
  readonly next: string | undefined
  readonly isFirst: boolean
}

export function IdeasPage(props: IdeasPageProps) {
  const { view, query, category, posts, cards, next, isFirst } = props
  const { words, project } = view
  const heading = category ? categoryName(words, category) : words.say('list_title', { project: project.name })
  const path = category ? categoryPath(category) : '/'
  const isFiltered = [query.q, query.status, query.tag].some((asked) => asked !== undefined)
  const facts = {
    title: heading,
    description: category?.description || words.say('list_lead'),
    canonical: `${view.origin}${path}`,
    picture: BOARD_PICTURE,
    feed: category
      ? { title: `${heading} · ${project.name}`, path: `${path}/feed.xml` }
      : { title: heading, path: '/feed.xml' },
    current: 'posts',
    hasIdeas: true,
    live: 'ideas',
    isIndexed: !isFiltered && isFirst,
  } as const
  return (
    <Page view={view} facts={facts}>
      <div class="wide">
        <div class="intro">
          <h1 dir={category ? 'auto' : undefined}>{heading}</h1>
          {category?.description && (
            <p class="lead" dir="auto">
              {category.description}
            </p>
          )}
          {props.welcome && <Welcome view={view} note={props.welcome} />}
          <Composer {...props} />
        </div>
        {props.now && <NowStrip view={view} now={props.now} />}
        <div class="narrowing">
          <Sorts {...props} />
          <Filters {...props} />
        </div>
        <div class="results" id="ideas" tabindex={-1}>
          {(isFiltered || category) && <Chosen {...props} />}
          {cards ? (
            <ol class="cards" id="posts" dangerouslySetInnerHTML={{ __html: cards }} />
          ) : (
            <Nothing {...props} isFiltered={isFiltered} />
          )}
          <NextPage view={view} next={next} />
          {query.q !== undefined && posts.length > 0 && <AddSearched {...props} q={query.q} />}
        </div>
      </div>
    </Page>
  )
}

/** On the page of a category, the form begins in it. */
function newIdeaPath({ title, category }: { title?: string | undefined; category?: string | undefined }): string {
  const asked = Object.entries({ title, category }).filter(([, value]) => value !== undefined) as [string, string][] // the others were left out
  const text = new URLSearchParams(asked).toString()
  return text ? `/new?${text}` : '/new'
}

/** For those who did not find it. */
function AddSearched({ view, query, q }: Pick<IdeasPageProps, 'view' | 'query'> & { q: string }) {
  return (
    <p class="more">
      <a class="button" href={newIdeaPath({ title: q, category: query.category })} dir="auto">
        {view.words.say('add_as_new', { title: q })}
      </a>
    </p>
  )
}

function Nothing({ view, query, isFiltered }: Pick<IdeasPageProps, 'view' | 'query'> & { isFiltered: boolean }) {
  const { words, project } = view
  return (
    <Empty
      picture={<Bubble />}
      title={words.say(isFiltered ? 'no_match_title' : 'empty_title')}
      actions={
        <p class="row">
          <a class="button main" href={newIdeaPath({ title: query.q, category: query.category })}>
            {words.say('new_post')}
          </a>
          {isFiltered && (
            <a class="button" href="/">
              {words.say('reset_filters')}
            </a>
          )}
        </p>
      }
    >
      {words.say(isFiltered ? 'no_match_lead' : 'empty_lead', { project: project.name })}
    </Empty>
  )
}

/** A search field. With script it also shows matches while somebody types, and leads to the form of a new idea. */
function Composer({ view, query }: IdeasPageProps) {
  const { words, project } = view
  return (
    <div class="composer">
      <search>
        <form class="search" method="get" action={listAddress({ category: query.category })}>
          <label class="unseen" for="q">
            {words.say('search_label')}
          </label>
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <path d="M13.5 13.5 17 17M15 9A6 6 0 1 1 3 9a6 6 0 0 1 12 0z" />
          </svg>
          <input
            id="q"
            name="q"
            type="search"
            value={query.q}
            {...limitsOf(SearchWords)}
            placeholder={words.say('compose_placeholder', { project: project.name })}
            autocomplete="off"
          />
          {query.status && <input type="hidden" name="status" value={query.status} />}
          {query.tag && <input type="hidden" name="tag" value={query.tag} />}
          <button class="button" type="submit">
            {words.say('search_submit')}
          </button>
        </form>
      </search>
      <a class="button main" href={newIdeaPath({ category: query.category })}>
        {words.say('new_post')}
      </a>
      <div id="matches" class="matches" hidden>
        <ul />
        <p>
          <a
            id="add"
            class="add"
            href={newIdeaPath({ category: query.category })}
            dir="auto"
            data-text={words.say('add_as_new', { title: '{title}' })}
          >
            {words.say('new_post')}
          </a>
        </p>
      </div>
      <MatchTemplate view={view} />
    </div>
  )
}

/** Every view of the list has an address of its own. */
function Sorts({ view, query }: IdeasPageProps) {
  const { words } = view
  const current = query.sort ?? (query.q === undefined ? 'top' : undefined)
  return (
    <nav class="sort" aria-label={words.say('sort_label')}>
      {query.q !== undefined && (
        <a href={listAddress({ ...query, sort: undefined })} aria-current={query.sort ? undefined : 'true'}>
          {words.say('sort_match')}
        </a>
      )}
      {POST_SORTS.map((sort) => (
        <a href={listAddress({ ...query, sort })} aria-current={current === sort ? 'true' : undefined}>
          {words.say(`sort_${sort}`)}
        </a>
      ))}
    </nav>
  )
}

/** Menus. On the front page each choice of a status or a tag says how many ideas it has; they are not counted for each category. */
function Filters({ view, query, category, narrowings: { statuses, tags, categories } }: IdeasPageProps) {
  const { words } = view
  const group = groupOf(query)
  const countIn = (group: StatusGroup) =>
    statuses.filter((status) => isInGroup(status, group)).reduce((sum, { count }) => sum + count, 0)
  const chosen = statuses.find(({ id }) => id === query.status)
  const chosenTag = tags.find(({ id }) => id === query.tag)
  return (
    <div class="filters">
      {categories.length > 0 && (
        <Menu
          label={words.say('filter_category')}
          chosen={category ? categoryName(words, category) : words.say('filter_all')}
        >
          <Choice view={view} href={listAddress({ ...query, category: undefined })} isChosen={category === undefined}>
            {words.say('filter_all')}
          </Choice>
          {categories.map((one) => (
            <Choice view={view} href={listAddress({ ...query, category: one.slug })} isChosen={one.id === category?.id}>
              <bdi>{categoryName(words, one)}</bdi>
            </Choice>
          ))}
        </Menu>
      )}
      <Menu
        label={words.say('filter_label')}
        chosen={chosen ? statusName(view, chosen) : words.say(`filter_${group ?? 'open'}`)}
      >
        {STATUS_GROUPS.map((name) => (
          <Choice
            view={view}
            href={listAddress({ ...query, status: groupOf({ q: query.q }) === name ? undefined : name })}
            isChosen={name === group}
            count={category ? undefined : countIn(name)}
          >
            {words.say(`filter_${name}`)}
          </Choice>
        ))}
        {statuses.map((status) => (
          <Choice
            view={view}
            href={listAddress({ ...query, status: status.id })}
            isChosen={status === chosen}
            count={category ? undefined : status.count}
          >
            <Dot color={status.color} />
            {statusName(view, status)}
          </Choice>
        ))}
      </Menu>
      {tags.length > 0 && (
        <Menu label={words.say('filter_tag')} chosen={chosenTag?.name ?? words.say('filter_all')}>
          <Choice view={view} href={listAddress({ ...query, tag: undefined })} isChosen={chosenTag === undefined}>
            {words.say('filter_all')}
          </Choice>
          {tags.map((tag) => (
            <Choice
              view={view}
              href={listAddress({ ...query, tag: tag.id })}
              isChosen={tag === chosenTag}
              count={category ? undefined : tag.count}
            >
              {tag.name}
            </Choice>
          ))}
        </Menu>
      )}
    </div>
  )
}

interface MenuProps {
  readonly label: string
  readonly chosen: string
  readonly children: ComponentChildren
}

function Menu({ label, chosen, children }: MenuProps) {
  return (
    <details class="drop filter">
      <summary>
        {label}: <b>{chosen}</b>
      </summary>
      <nav class="menu" aria-label={label}>
        {children}
      </nav>
    </details>
  )
}

interface ChoiceProps {
  readonly view: View
  readonly href: string
  readonly isChosen: boolean
  readonly count?: number | undefined
  readonly children: ComponentChildren
}

function Choice({ view: { words }, href, isChosen, count, children }: ChoiceProps) {
  return (
    <a href={href} aria-current={isChosen ? 'true' : undefined}>
      <span>{children}</span>
      {count !== undefined && (
        <span class="tally">
          {words.number(count)}
          {count >= MOST_COUNTED && '+'}
        </span>
      )}
    </a>
  )
}

/** How many ideas a search found, and the active filters, each with a link that removes it. */
function Chosen({ view, query, category, narrowings: { statuses, tags }, posts, next, isFirst }: IdeasPageProps) {
  const { words } = view
  const group = query.status === undefined ? undefined : groupOf(query)
  const named = statuses.find(({ id }) => id === query.status)
  const status = group ? words.say(`filter_${group}`) : named && statusName(view, named)
  const parts = [
    { name: category && categoryName(words, category), without: { category: undefined } },
    { name: status, without: { status: undefined } },
    { name: tags.find(({ id }) => id === query.tag)?.name, without: { tag: undefined } },
  ].filter(({ name }) => name !== undefined)
  const isSearch = query.q !== undefined
  return (
    <p class="chosen">
      {isSearch && isFirst && posts.length > 0 && (
        <span>{words.say(next ? 'matches_more' : 'matches', { n: posts.length })}</span>
      )}
      {parts.map(({ name = '', without }) => (
        <a href={listAddress({ ...query, ...without })} aria-label={words.say('remove_filter', { name })}>
          <bdi>{name}</bdi>
          <svg viewBox="0 0 16 16" width="12" height="12" aria-hidden="true">
            <path d="m4 4 8 8m0-8-8 8" />
          </svg>
        </a>
      ))}
      {(isSearch || parts.length > 1) && (
        <a class="all" href="/">
          {words.say('reset_filters')}
        </a>
      )}
    </p>
  )
}
