import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import { fastify } from 'fastify'
import { openDatabase, serve } from './database.ts'
import { withHeaders } from './headers.ts'
import { nameOf, userOf } from './users.ts'

/* The least that answers the same: one statement a read, two a vote, and the mapping of its row by hand. */
const { PROJECT = '', PROJECT_NAME = '', BOARD_ORIGIN = '' } = process.env
const database = await openDatabase()
const { pool, lookUp } = database
const app = fastify()

const COLUMNS = `p.id, p.number, p.title, p.body, p.body_html, p.is_pinned, p.comments_locked, p.moderation_state, p.merged_into_id,
  p.created_at, s.updated_at, p.edited_at, p.version, s.vote_count, p.imported_vote_count, s.comment_count, t.id as status_id, t.name as status_name, t.category,
  t.color, p.author_id, u.state, u.name_choice, u.custom_name, u.given_name, u.family_name, case when p.tag_ids <> '{}' then (
    select json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color) order by lower(g.name))
    from tags g where g.project_id = p.project_id and g.id = any (p.tag_ids)) end as tags,
  case when p.field_values is not null then (
    select json_object_agg(d.key, p.field_values -> d.id) from fields d
    where d.project_id = $1 and d.deleted_at is null and p.field_values ? d.id and d.visible_to = 'everyone') end as fields,
  (select json_build_object('id', c.id, 'name', c.name, 'slug', c.slug) from categories c
    where c.project_id = $1 and case when s.category_id is null then c.is_default else c.id = s.category_id end) as post_category`
/** Posts of categories that not everyone sees do not exist for visitors. */
const IN_SIGHT = `coalesce(s.category_id, '') <> all (array(
  select unnest(case when c.is_default then array[c.id, ''] else array[c.id] end) from categories c
  where c.project_id = $1 and c.visible_to <> 'everyone'))`
/** Statuses are joined by the project as a constant: joined by that of a row, PostgreSQL reads all posts of the project for a list. */
const JOINS = `join statuses t on t.project_id = $1 and t.id = s.status_id
  left join users u on u.project_id = p.project_id and u.id = p.author_id`
/** The page first, and then what hangs on its rows. */
const LIST = {
  name: 'list',
  text: `with page as materialized (
      select s.* from post_standings s where s.project_id = $1 and s.is_listed and ${IN_SIGHT}
      order by s.vote_count desc, s.post_id desc limit 21)
    select ${COLUMNS}, (select pg_current_snapshot()::text) as snapshot from page s join posts p on p.project_id = s.project_id and p.id = s.post_id ${JOINS}
    order by s.vote_count desc, s.post_id desc`,
}
const GET = {
  name: 'get',
  text: `select ${COLUMNS} from posts p join post_standings s on s.project_id = p.project_id and s.post_id = p.id ${JOINS}
    where p.project_id = $1 and p.id = $2 and p.deleted_at is null and p.moderation_state = 'approved' and ${IN_SIGHT}`,
}
const HALF_LIFE_MS = 604_800_000
/** Locks the standing, inserts the vote, keeps the standing from before it, counts it with its weight in the trend, and records the event. */
const VOTE = {
  name: 'vote',
  text: `with held as (
      select s.*, (select t.category from statuses t where t.project_id = s.project_id and t.id = s.status_id) as category
      from post_standings s where s.project_id = $1 and s.post_id = $2 for no key update),
    cast_vote as (
      insert into votes (project_id, post_id, user_id, created_at)
      select $1, $2, $3, $4 from held h where h.is_listed and h.category not in ('done', 'closed')
      on conflict (project_id, post_id, user_id) do update set merged_from = null where votes.merged_from is not null
      returning xmax = 0 as is_new),
    moved as (
      insert into post_moves (project_id, post_id, revision, at, vote_count, trend, updated_at)
      select h.project_id, h.post_id, h.revision, $4, h.vote_count, h.trend, h.updated_at from held h
      where exists (select 1 from cast_vote where is_new)),
    counted as (
      update post_standings s set vote_count = s.vote_count + 1, revision = s.revision + 1,
        trend = greatest(s.trend, $5::float8) + ln(1 + power(2::float8, greatest(-abs(s.trend - $5::float8), -500))) / ln(2::float8)
      where s.project_id = $1 and s.post_id = $2 and exists (select 1 from cast_vote where is_new)),
    noted as (
      insert into events (project_id, id, type, at, actor_kind, actor_id, subject_id, post_id, data, month, tx, seq)
      select $1, $6, 'vote.cast', $4, 'user', $3, $2, $2, $7::jsonb, event_month(),
        pg_current_xact_id()::text::bigint + (select base from event_base), nextval('event_seq')
      where exists (select 1 from cast_vote))
    select h.is_listed, h.category, coalesce((select not is_new from cast_vote), exists (
      select 1 from votes v where v.project_id = $1 and v.post_id = $2 and v.user_id = $3)) as had_voted from held h`,
}

const CACHING = 'private, no-cache'
const text = { type: 'string' }
const maybe = { type: ['string', 'null'] }
const number = { type: 'integer' }
const flag = { type: 'boolean' }
const maybeFlag = { type: ['boolean', 'null'] }
const named = { type: 'object', properties: { id: text, name: text, color: text } }
const post = {
  type: 'object',
  properties: {
    id: text,
    number,
    title: text,
    body: text,
    body_html: text,
    author: { type: 'object', properties: { id: maybe, display_name: text, is_team: flag } },
    status: { type: 'object', properties: { id: text, name: text, category: text, color: text } },
    category: { type: 'object', properties: { id: text, name: text, slug: text } },
    tags: { type: 'array', items: named },
    fields: { type: 'object', additionalProperties: true },
    vote_count: number,
    imported_vote_count: number,
    comment_count: number,
    has_voted: maybeFlag,
    is_following: maybeFlag,
    is_pinned: flag,
    comments_locked: flag,
    moderation_state: text,
    merged_into_id: maybe,
    url: text,
    created_at: text,
    updated_at: text,
    edited_at: maybe,
  },
}
const list = { type: 'object', properties: { data: { type: 'array', items: post }, next_cursor: maybe } }

const filters = {
  type: 'object',
  properties: { sort: { enum: ['top'] }, limit: { enum: ['20'] } },
  additionalProperties: false,
}

app.get('/v1/posts', { schema: { querystring: filters, response: { 200: list } } }, async (request, reply) => {
  const { rows } = await pool.query({ ...LIST, values: [PROJECT] })
  const shown = rows.slice(0, 20)
  const last = shown.at(-1)
  withHeaders(reply).header('cache-control', CACHING)
  return { data: shown.map(toJson), next_cursor: rows.length > 20 ? cursorAt(request.url, last) : null }
})

const key = createSecretKey(randomBytes(32))

/** Where the next page begins, as the list is now; signed, for this list alone. */
// biome-ignore lint/suspicious/noExplicitAny: a row is what its statement says
function cursorAt(list: string, { vote_count, id, snapshot }: any): string {
  const place = Buffer.from(JSON.stringify([vote_count, id, snapshot]))
  const mac = createHmac('sha256', key).update(PROJECT).update(list).update(place).digest().subarray(0, 16)
  return Buffer.concat([mac, place]).toString('base64url')
}

app.get<{ Params: { id: string } }>(
  '/v1/posts/:id',
  { schema: { response: { 200: post } } },
  async (request, reply) => {
    const { rows } = await lookUp({ ...GET, values: [PROJECT, request.params.id] })
    const [row] = rows
    if (!row) return reply.code(404).send()
    withHeaders(reply).header('etag', `"${row.version}"`).header('cache-control', CACHING)
    return toJson(row)
  },
)

app.put<{ Params: { id: string } }>('/v1/posts/:id/vote', async ({ headers, params }, reply) => {
  const user = await userOf(database, headers.authorization)
  if (!user) return reply.code(401).send()
  const now = new Date()
  const event = `evt_${now.getTime().toString(32).padStart(10, '0')}${randomBytes(8).toString('hex')}`
  const data = JSON.stringify({ user_id: user.id })
  const values = [PROJECT, params.id, user.id, now, now.getTime() / HALF_LIFE_MS, event, data]
  const [outcome] = (await pool.query({ ...VOTE, values })).rows
  if (!outcome?.is_listed) return reply.code(404).send()
  const isClosed = ['done', 'closed'].includes(outcome.category) && !outcome.had_voted
  return withHeaders(reply)
    .code(isClosed ? 409 : 204)
    .header('cache-control', 'no-store')
    .send()
})

// biome-ignore lint/suspicious/noExplicitAny: a row is what its statement says
function toJson(row: any) {
  return {
    id: row.id,
    number: row.number,
    title: row.title,
    body: row.body,
    body_html: row.body_html,
    author: row.author_id
      ? { id: row.author_id, display_name: nameOf(PROJECT_NAME, row), is_team: false }
      : { id: null, display_name: PROJECT_NAME, is_team: true },
    status: { id: row.status_id, name: row.status_name, category: row.category, color: row.color },
    category: row.post_category ?? { id: `cat_${PROJECT.slice(4)}`, name: 'General', slug: 'general' },
    tags: row.tags ?? [],
    fields: row.fields ?? {},
    vote_count: row.vote_count,
    imported_vote_count: row.imported_vote_count,
    comment_count: row.comment_count,
    has_voted: null,
    is_following: null,
    is_pinned: row.is_pinned,
    comments_locked: row.comments_locked,
    moderation_state: row.moderation_state,
    merged_into_id: row.merged_into_id,
    url: `${BOARD_ORIGIN}/posts/${row.number}/${slugOf(row.title)}`,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    edited_at: row.edited_at?.toISOString() ?? null,
  }
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
