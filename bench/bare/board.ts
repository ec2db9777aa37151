import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fastify } from 'fastify'
import { plainTextOf } from '../../service/src/foundation/markdown/index.ts'
import { shortened } from '../../service/src/surfaces/pages/shorten.ts'
import { statusName } from '../../ui/words/names.ts'
import { wordsIn } from '../../ui/words/words.ts'
import { openDatabase, serve } from './database.ts'
import { OF_PAGE, withHeaders } from './headers.ts'

/*
 * The list and the pinned posts of the front page, and their cards by string templates. What stands around the cards changes rarely, and the service
 * remembers it for a second: it is taken from a page of the service.
 */
const { PROJECT = '', PAGE = '' } = process.env
const database = await openDatabase()
const { lookUp } = database
const app = fastify()
const words = wordsIn('en')

const page = readFileSync(PAGE, 'utf8')
const NONCE = /nonce="([^"]+)"/.exec(page)?.[1] ?? ''
const CURSOR = /cursor=([\w.~%-]+)/.exec(page)?.[1] ?? ''
const [top = '', rest = ''] = page.split(/(?<=<ol class="cards" id="posts">)/)
const bottom = rest.slice(rest.indexOf('</ol>'))

const COLUMNS = `p.id, p.number, p.title, left(p.body, 1000) as body, '' as body_html, p.is_pinned, p.comments_locked, p.moderation_state, p.merged_into_id,
  p.created_at, s.updated_at, p.edited_at, p.version, s.vote_count, p.imported_vote_count, s.comment_count, t.id as status_id,
  t.name as status_name, t.category as status_category, t.color as status_color, p.author_id, u.state, u.name_choice, u.custom_name,
  u.given_name, u.family_name, case when p.tag_ids <> '{}' then (
    select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'color', g.color) order by lower(g.name))
    from tags g where g.project_id = p.project_id and g.id = any (p.tag_ids)) end as tags`
const IN_SIGHT = `coalesce(s.category_id, '') <> all (array(
  select unnest(case when c.is_default then array[c.id, ''] else array[c.id] end) from categories c
  where c.project_id = $1 and c.visible_to <> 'everyone'))`
const ORDER = 'order by s.vote_count desc, s.post_id desc'
const JOINS = `join statuses t on t.project_id = $1 and t.id = s.status_id
  left join users u on u.project_id = p.project_id and u.id = p.author_id`
/** The page first, and then what hangs on its rows. */
const LIST = {
  name: 'list',
  text: `with page as materialized (
      select s.* from post_standings s where s.project_id = $1 and s.is_listed and ${IN_SIGHT} and s.status_id = any (array(
        select o.id from statuses o where o.project_id = $1 and o.category not in ('done', 'closed'))) ${ORDER} limit 21)
    select ${COLUMNS} from page s join posts p on p.project_id = s.project_id and p.id = s.post_id ${JOINS} ${ORDER}`,
  values: [PROJECT],
}
const PINNED = {
  name: 'pinned',
  text: `select ${COLUMNS} from posts p join post_standings s on s.project_id = p.project_id and s.post_id = p.id ${JOINS}
    where p.project_id = $1 and p.is_pinned and s.is_listed and ${IN_SIGHT} ${ORDER} limit 21`,
  values: [PROJECT],
}

app.get('/', async (_, reply) => {
  const [pinned, list] = await Promise.all([lookUp(PINNED), lookUp(LIST)])
  const first = pinned.rows.slice(0, 5)
  const isFirst = new Set(first.map(({ id }) => id))
  const now = new Date()
  const shown = list.rows.slice(0, 20)
  const cards = [...first, ...shown.filter(({ id }) => !isFirst.has(id))].map((post) => card(post, now)).join('')
  const nonce = randomBytes(16).toString('base64')
  const last = shown.at(-1)
  const cursor = Buffer.from(JSON.stringify([last?.vote_count, last?.id])).toString('base64url')
  const html = top.replaceAll(NONCE, nonce) + cards + bottom.replaceAll(NONCE, nonce).replaceAll(CURSOR, cursor)
  const etag = createHash('sha256').update(top).update(cards).update(bottom).digest('base64url')
  return withHeaders(reply, OF_PAGE)
    .header('etag', `"${etag}"`)
    .header('cache-control', 'no-cache')
    .header('content-security-policy', `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'self'`)
    .type('text/html; charset=utf-8')
    .send(html)
})

/** Parsing a text costs more than the rest of its row. */
const excerpts = new Map<string, string>()

function excerptOf(body: string): string {
  const beginning = body.slice(0, 540)
  const known = excerpts.get(beginning)
  if (known !== undefined) return known
  const excerpt = escaped(shortened(plainTextOf(beginning), 180))
  excerpts.set(beginning, excerpt)
  return excerpt
}

// biome-ignore lint/suspicious/noExplicitAny: a row is what its statement says
function card(post: any, now: Date): string {
  const title = escaped(post.title)
  const votes = words.say('votes', { n: post.vote_count })
  const off = escaped(words.say('vote_for', { title: post.title }))
  const on = escaped(words.say('voted_for', { title: post.title }))
  const isOpen = !['done', 'closed'].includes(post.status_category) && post.moderation_state === 'approved'
  const name = escaped(statusName(words, { name: post.status_name, category: post.status_category }))
  const tags = (post.tags ?? []).map((tag: { id: string; name: string }) => tagLink(tag)).join('')
  const imported = post.imported_vote_count
  return `<li class="card"><form class="vote" method="post" action="/posts/${post.number}/vote" data-act="vote">\
<input type="hidden" name="on" value="1"/><input type="hidden" name="return_to" value="/"/>\
<button type="submit" class="ballot" aria-pressed="false" aria-label="${off}. ${votes}"${isOpen ? '' : ' disabled'} data-on="${on}" data-off="${off}">\
<svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true"><path d="M8 3.2 14 11H2z"></path></svg>\
<span class="count" data-count="${post.vote_count}">${words.number(post.vote_count)}</span></button></form>\
<div class="text"><h2><a id="${post.id}" href="/posts/${post.number}/${slugOf(post.title)}" dir="auto">${title}</a></h2>\
${post.body && `<p class="excerpt">${excerptOf(post.body)}</p>`}<div class="card-foot"><p class="facts">\
${post.is_pinned ? `<span class="badge">${words.say('pinned')}</span>` : ''}<span class="status">\
<svg class="tint" aria-hidden="true"><rect width="100%" height="100%" fill="${post.status_color}"></rect></svg>\
<svg class="dot" viewBox="0 0 8 8" width="8" height="8" aria-hidden="true"><circle cx="4" cy="4" r="4" fill="${post.status_color}"></circle></svg>${name}</span>\
${tags}${imported > 0 ? `<span>${words.say('imported_votes', { n: imported })}</span>` : ''}\
<span class="soft comment-count" data-count="${post.comment_count}"${post.comment_count > 0 ? '' : ' hidden'}>${words.say('comments', { n: post.comment_count })}</span>\
<time datetime="${post.created_at.toISOString()}">${words.ago(post.created_at, now)}</time></p></div></div></li>`
}

function tagLink({ id, name }: { id: string; name: string }): string {
  return `<a class="tag" href="/?tag=${id}">${escaped(name)}</a>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

function slugOf(title: string): string {
  let slug = ''
  for (const word of title.toLowerCase().split(/[^a-z0-9]+/)) {
    if (slug && slug.length + word.length >= 60) break
    slug += `${slug && '-'}${word}`
  }
  return slug
}

await serve(app, database)
