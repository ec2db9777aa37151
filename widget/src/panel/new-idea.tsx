import { useEffect, useState } from 'preact/hooks'
import { categoryName } from '../../../ui/words/names.ts'
import { Area } from './area.tsx'
import { useLoaded, useSettled, useTools } from './hooks.ts'
import { each } from './lists.ts'
import { Send, StatusPill, TitleButton, VoteButton, WritesAs } from './pieces.tsx'

const SHORTEST_TITLE = 3

/** A new idea. Similar ideas are listed below the title, to be voted for instead. */
export function NewIdea({ sent }: { sent: (id: string) => void }) {
  const { desk, words, signIn } = useTools()
  const { title = '', body = '' } = desk.state.texts
  const isShort = [...title.trim()].length < SHORTEST_TITLE
  const [isSending, setSending] = useState(false)
  const [isWrong, setWrong] = useState(false)
  const { data: fields } = useLoaded('fields', (client) => client.request('GET /fields', { query: { limit: 100 } }))
  const { data: all } = useLoaded('categories', (client) =>
    client.request('GET /categories', { query: { limit: 100 } }),
  )
  const open = all?.data.filter(({ posting }) => posting === 'users') ?? []
  const [chosen, choose] = useState('')
  const category = open.find(({ id }) => id === chosen) ?? open.find(({ is_default }) => is_default) ?? open[0]
  // The template of the category, as long as nothing else was written.
  useEffect(() => {
    if (category && (!body.trim() || open.some(({ template }) => template === body)))
      desk.write('body', category.template)
  }, [category?.id])
  const asksMore = fields?.data.some(
    ({ required, categories }) => required && (!categories || !category || categories.includes(category.id)),
  )
  const board = asksMore && desk.state.project?.board_origin
  const send = async (event: Event) => {
    event.preventDefault()
    if (isSending) return
    setWrong(isShort)
    if (isShort) return desk.say('title_invalid', true)
    if (board) return
    if (desk.isGuest()) return signIn()
    setSending(true)
    await desk.act(
      () =>
        desk.client.request('POST /posts', {
          body: { title: title.trim(), body, ...(category && all?.data[1] && { category_id: category.id }) },
        }),
      (post) => {
        desk.emit('post', { post_id: post.id })
        desk.hasWritten()
        desk.write('title', '')
        desk.write('body', '')
        desk.again() // the lists that should have it show it too
        desk.say(post.moderation_state === 'pending' ? 'post_pending' : 'post_added')
        sent(post.id)
      },
      { ifInvalid: asksMore ? 'failed_action' : 'title_invalid' },
    )
    setSending(false)
  }
  return (
    <form class="form" noValidate onSubmit={send}>
      <h3 class="heading">{words.say('new_title')}</h3>
      <p class="soft">{words.say('new_lead')}</p>
      <label for="title">{words.say('new_title_label')}</label>
      <input
        id="title"
        value={title}
        maxlength={140}
        required
        // biome-ignore lint/a11y/noAutofocus: a dialog that is opened for this form begins here
        autoFocus
        autocomplete="off"
        placeholder={words.say('new_title_hint')}
        aria-invalid={isWrong && isShort}
        onInput={(event) => desk.write('title', event.currentTarget.value)}
      />
      <Similar title={title} />
      {open[1] && (
        <>
          <label for="category">{words.say('filter_category')}</label>
          <select id="category" onChange={(event) => choose(event.currentTarget.value)}>
            {each(open, (one) => (
              <option key={one.id} value={one.id} selected={one === category}>
                {categoryName(words, one)}
              </option>
            ))}
          </select>
        </>
      )}
      {board ? (
        // The form of the board knows all kinds of fields. Until the address of the board is known, the service decides what is missing.
        <a
          class="button main"
          href={`${board}/new?${new URLSearchParams({ title: title.trim(), category: category?.slug ?? '' })}`}
          target="_blank"
          rel="noopener"
        >
          {words.say(open[1] ? 'field_show' : 'open_board')}
        </a>
      ) : (
        <>
          <label for="body">{words.say('new_body_label')}</label>
          <Area
            id="body"
            rows={4}
            maxlength={10_000}
            value={body}
            placeholder={words.say('new_body_hint')}
            write={(text) => desk.write('body', text)}
          />
          <WritesAs />
          <Send isSending={isSending} text={words.say('new_submit')} />
        </>
      )}
    </form>
  )
}

function Similar({ title }: { title: string }) {
  const { words } = useTools()
  const settled = useSettled(title.trim())
  const isLong = [...settled].length >= SHORTEST_TITLE
  const { data } = useLoaded(settled, async (client) =>
    isLong ? client.request('GET /posts/similar', { query: { title: settled, limit: 3 } }) : undefined,
  )
  return (
    <div aria-live="polite">
      {data && data.data.length > 0 && (
        <section class="similar">
          <h4>{words.say('similar_title')}</h4>
          <p class="soft">{words.say('similar_lead')}</p>
          <ul>
            {each(data.data, (post) => (
              <li key={post.id} class="card">
                <VoteButton post={post} />
                <div>
                  <TitleButton post={post} />
                  <p class="facts">
                    <StatusPill status={post.status} />
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
