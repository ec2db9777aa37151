import { useEffect, useState } from 'preact/hooks'
import { usePages, useSettled, useTools } from './hooks.ts'
import { each } from './lists.ts'
import { Icon, NextPage, Nothing, PostCard, Waiting } from './pieces.tsx'

const SORTS = ['top', 'new', 'trending'] as const

/** Everything that people wish for: searched, sorted, voted for. */
export function Ideas() {
  const { desk, words, go } = useTools()
  const [typed, setTyped] = useState('')
  const [sort, setSort] = useState<(typeof SORTS)[number]>('top')
  const q = useSettled(typed.trim())
  const list = usePages(`${sort} ${q}`, (client, page) =>
    client.request('GET /posts', { query: { ...(q ? { q } : { sort }), ...page } }),
  )
  const start = () => {
    if (!desk.state.texts.title) desk.write('title', typed.trim())
    go({ view: 'new' })
  }
  const isNone = q !== '' && list.items?.length === 0
  useEffect(() => {
    if (isNone) desk.say('no_match_title')
  }, [desk, isNone])
  return (
    <>
      <div class="tools">
        <label class="search">
          <span class="unseen">{words.say('search_label')}</span>
          <Icon path="M13.5 13.5 17 17M15 9A6 6 0 1 1 3 9a6 6 0 0 1 12 0z" />
          <input
            type="search"
            value={typed}
            maxlength={200}
            placeholder={words.say('search_placeholder')}
            autocomplete="off"
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
        <button type="button" class="button main" onClick={start}>
          {words.say('new_post')}
        </button>
      </div>
      {!q && (
        <fieldset class="sort">
          <legend class="unseen">{words.say('sort_label')}</legend>
          {each(SORTS, (name) => (
            <button type="button" key={name} aria-pressed={sort === name} onClick={() => setSort(name)}>
              {words.say(`sort_${name}`)}
            </button>
          ))}
        </fieldset>
      )}
      {list.items && list.items.length > 0 && (
        <ul class="cards">
          {each(list.items, (post) => (
            <PostCard key={post.id} post={post} />
          ))}
        </ul>
      )}
      {list.items?.length === 0 && (
        <Nothing title={q ? 'no_match_title' : 'empty_title'} lead={q ? 'no_match_lead' : 'empty_lead'} />
      )}
      {!list.items && <Waiting fault={list.fault} />}
      <NextPage more={list.more} isLoading={list.isLoadingMore} />
    </>
  )
}
