import type { Operations } from '../../../kits/app/src/index.ts'
import { Status } from '../../../ui/components.tsx'
import { sayTold } from '../../../ui/words/told.ts'
import { useLoaded, usePages, useTools } from './hooks.ts'
import { each } from './lists.ts'
import { AgoNow, Icon, NextPage, Nothing, TitleButton, Waiting } from './pieces.tsx'

type Notification = Operations['GET /me/notifications']['answer']['data'][number]

/** The button of the notifications, with the number of unread ones. */
export function Bell() {
  const { words, go } = useTools()
  const { data } = useLoaded('bell', (client) => client.request('GET /me/notifications', { query: { limit: 1 } }))
  const unread = data?.unread_count ?? 0
  return (
    <button
      type="button"
      class="quiet bell"
      onClick={() => go({ view: 'notifications' })}
      aria-label={unread > 0 ? words.say('notifications_unread', { n: unread }) : words.say('notifications')}
    >
      <Icon path="M5 8.500a5 5 0 0 1 10 0c0 4 1.500 5 1.500 5h-13s1.500-1 1.500-5M8.500 17h3" />
      {unread > 0 && <b>{unread > 99 ? '99+' : unread}</b>}
    </button>
  )
}

/** The visitor's notifications, the newest first. */
export function Told() {
  const { desk, words } = useTools()
  const list = usePages('told', (client, page) => client.request('GET /me/notifications', { query: page }))
  const newest = list.items?.[0]
  const hasUnread = list.items?.some(({ read_at: readAt }) => readAt === null)
  const readAll = () => {
    if (!newest) return
    const read = () => desk.client.request('POST /me/notifications/read', { body: { up_to: newest.id } })
    void desk.act(read, desk.again)
  }
  if (!list.items) return <Waiting fault={list.fault} />
  if (!newest) return <Nothing title="notifications_empty" lead="notifications_lead" />
  return (
    <>
      <h3 id="title" tabIndex={-1}>
        {words.say('notifications')}
      </h3>
      {hasUnread && (
        <button type="button" class="button" onClick={readAll}>
          {words.say('notifications_read')}
        </button>
      )}
      <ul class="cards">
        {each(list.items, (told) => (
          <Row key={told.id} told={told} />
        ))}
      </ul>
      <NextPage more={list.more} isLoading={list.isLoadingMore} />
    </>
  )
}

function Row({ told }: { told: Notification }) {
  const { words } = useTools()
  const { type, post, comment, actor } = told
  const said = {
    type,
    name: actor.display_name,
    isAboutComment: comment !== null,
    title: told.changelog_entry?.title ?? '',
  }
  return (
    <li class={told.read_at === null ? 'told fresh' : 'told'}>
      <p class="facts">
        <b dir="auto">{sayTold(words, said)}</b>
        <AgoNow at={told.created_at} />
      </p>
      <TitleButton post={post} />
      {type === 'status_changed' && <Status status={post.status} />}
      {comment && (
        <p class="soft" dir="auto">
          {comment.excerpt}
        </p>
      )}
    </li>
  )
}
