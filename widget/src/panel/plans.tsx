import { useEffect, useState } from 'preact/hooks'
import { useLoaded, usePages, useTools } from './hooks.ts'
import { each } from './lists.ts'
import { AgoNow, NextPage, Nothing, StatusPill, TitleButton, VoteButton, Waiting } from './pieces.tsx'
import { rich } from './rich.ts'

/** The planned, current and finished work, one below the other. */
export function Roadmap() {
  const { desk, words } = useTools()
  const { data, fault } = useLoaded('roadmap', (client) => client.request('GET /roadmap', { query: { limit: 10 } }))
  if (!data) return <Waiting fault={fault} />
  return (
    <>
      {each(data.data, ({ status, posts }) => (
        <section class="column" key={status.id}>
          <h3>
            <StatusPill status={status} />
          </h3>
          {posts.length === 0 && <p class="soft">{words.say('roadmap_empty')}</p>}
          <ul class="cards">
            {each(posts, (post) => (
              <li class="card" key={post.id}>
                <VoteButton post={{ ...post, ...desk.state.told.get(post.id) }} />
                <TitleButton post={post} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

/** The changelog. Opening it marks all entries as seen. */
export function News() {
  const { desk, words, glance } = useTools()
  // The state when the view opened, so that the marks do not disappear while they are read.
  const [seenUpTo] = useState(glance.seenUpTo)
  const list = usePages('changelog', (client, page) =>
    client.request('GET /changelog', { query: { limit: 10, ...page } }),
  )
  const newest = Date.parse(list.items?.[0]?.publish_at ?? '')
  useEffect(() => {
    if (!newest) return
    glance.learn({ newest, seen: Math.max(newest, seenUpTo) })
    desk.changed()
  }, [newest])
  if (!list.items) return <Waiting fault={list.fault} />
  if (list.items.length === 0) return <Nothing title="changelog_empty_title" lead="changelog_empty_lead" />
  return (
    <>
      <div>
        {each(list.items, (entry) => (
          <article class="entry" key={entry.id}>
            <p class="facts">
              {Date.parse(entry.publish_at ?? '') > seenUpTo && <span class="badge">{words.say('news_unread')}</span>}
              {entry.publish_at && <AgoNow at={entry.publish_at} />}
            </p>
            <h3 dir="auto">{entry.title}</h3>
            <div class="prose" dir="auto">
              {rich(entry.body_html)}
            </div>
            {entry.posts.length > 0 && (
              <>
                <h4 class="soft">{words.say('changelog_posts')}</h4>
                <ul>
                  {each(entry.posts, (post) => (
                    <li key={post.id}>
                      <TitleButton post={post} />
                    </li>
                  ))}
                </ul>
              </>
            )}
          </article>
        ))}
      </div>
      <NextPage more={list.more} isLoading={list.isLoadingMore} />
    </>
  )
}
