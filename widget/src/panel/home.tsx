import { useEffect, useRef, useState } from 'preact/hooks'
import { useLoaded, usePages, useSettled, useTools } from './hooks.ts'
import { each } from './lists.ts'
import { AgoNow, Icon, NextPage, Nothing, PostCard, Steps, TitleButton, Unread, Waiting } from './pieces.tsx'

const SORTS = ['top', 'new', 'trending'] as const
/** Few enough that the last row, which adds the idea, is visible. */
const MOST_MATCHES = 3
const MOST_OWN = 3

/**
 * The first screen: one field that searches and composes. While it is empty: what is new, the visitor's own ideas, and all ideas. Behind another view, which may
 * have a field for the same title, it does not search, and says nothing.
 */
export function Home({ isShown }: { isShown: boolean }) {
  const { desk, words, go } = useTools()
  const { title: typed = '' } = desk.state.texts
  const settled = useSettled(typed.trim())
  const searched = useRef(settled)
  if (isShown) searched.current = settled
  const q = searched.current
  const add = (event: Event) => {
    event.preventDefault()
    go({ view: 'new' })
  }
  return (
    <>
      <form class="mind" onSubmit={add}>
        <label for="mind">{words.say('mind_label')}</label>
        <input
          id="mind"
          type="search"
          enterkeyhint="next"
          value={typed}
          maxlength={140}
          placeholder={words.say('mind_hint')}
          autocomplete="off"
          onInput={(event) => desk.write('title', event.currentTarget.value)}
        />
      </form>
      {q ? <Matches q={q} typed={typed.trim()} isShown={isShown} add={add} /> : <Overview />}
    </>
  )
}

interface MatchesProps {
  /** The text that is searched for: the typed text at the last pause. */
  readonly q: string
  readonly typed: string
  readonly isShown: boolean
  readonly add: (event: Event) => void
}

function Matches({ q, typed, isShown, add }: MatchesProps) {
  const { desk, words } = useTools()
  const { data, fault } = useLoaded(`like ${q}`, (client) =>
    client.request('GET /posts/similar', { query: { title: q, limit: MOST_MATCHES } }),
  )
  const found = data?.data.length
  useEffect(() => {
    if (isShown && found !== undefined) desk.say(found > 0 ? 'matches' : 'no_match_title', false, { n: found })
  }, [desk, q, found, isShown])
  // The last matches stay until the next ones arrive.
  const last = useRef(data)
  if (data) last.current = data
  const shown = fault === undefined ? last.current : undefined
  return (
    <>
      <ul class="cards">
        {each(shown?.data ?? [], (post) => (
          <PostCard key={post.id} post={post} />
        ))}
      </ul>
      {fault !== undefined && <Waiting fault={fault} />}
      <button type="button" class="add" onClick={add}>
        <Icon path="M10 4v12M4 10h12" /> <span>{words.say('add_as_new', { title: typed || q })}</span>
      </button>
    </>
  )
}

function Overview() {
  const { desk, words, go, glance } = useTools()
  const { data, fault } = useLoaded('home', async (client) => {
    const [news, own] = await Promise.all([
      client.request('GET /changelog', { query: { limit: 1 } }),
      desk.state.me ? client.request('GET /me/posts', { query: { limit: MOST_OWN } }) : undefined,
    ])
    return { entry: news.data[0], own: own?.data ?? [] }
  })
  const { entry, own = [] } = data ?? {}
  const newest = Date.parse(entry?.publish_at ?? '')
  useEffect(() => {
    if (newest) glance.learn({ newest })
  }, [glance, newest])
  const isSettled = data !== undefined || fault !== undefined
  return (
    <>
      {entry && (
        <section class="part">
          <h3>{words.say('home_new')}</h3>
          <button type="button" class="latest" onClick={() => go({ view: 'changelog' })}>
            <bdi>{entry.title}</bdi>
            {newest > glance.seenUpTo() && <Unread />}
            <AgoNow at={entry.publish_at ?? entry.created_at} />
          </button>
        </section>
      )}
      {own.length > 0 && (
        <section class="part">
          <h3>{words.say('home_own')}</h3>
          <ul>
            {each(own, (post) => (
              <li key={post.id} class="own">
                <TitleButton post={post} />
                <Steps status={post.status} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {!isSettled && <Waiting fault={undefined} />}
      {/* Shown only when everything above it has loaded, so that nothing moves while it is read. */}
      <div hidden={!isSettled}>
        <AllIdeas />
      </div>
    </>
  )
}

function AllIdeas() {
  const { words } = useTools()
  const [sort, setSort] = useState<(typeof SORTS)[number]>('top')
  const list = usePages(sort, (client, page) => client.request('GET /posts', { query: { sort, ...page } }))
  return (
    <>
      <fieldset class="sort">
        <legend class="unseen">{words.say('sort_label')}</legend>
        {each(SORTS, (name) => (
          <button type="button" key={name} aria-pressed={sort === name} onClick={() => setSort(name)}>
            {words.say(`sort_${name}`)}
          </button>
        ))}
      </fieldset>
      {list.items && list.items.length > 0 && (
        <ul class="cards">
          {each(list.items, (post) => (
            <PostCard key={post.id} post={post} />
          ))}
        </ul>
      )}
      {list.items?.length === 0 && <Nothing title="empty_title" lead="empty_lead" />}
      {!list.items && <Waiting fault={list.fault} />}
      <NextPage more={list.more} isLoading={list.isLoadingMore} />
    </>
  )
}
