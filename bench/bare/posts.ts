import { createHash } from 'node:crypto'
import { fastify } from 'fastify'
import pg from 'pg'

/* The least that answers the same: one statement a read, two a vote, and the mapping of its row by hand. */
const { CONNECTION = '', PROJECT = '', PROJECT_NAME = '', BOARD_ORIGIN = '', PORT } = process.env
const pool = new pg.Pool({ ...JSON.parse(CONNECTION), max: 10 })
const app = fastify()

const COLUMNS = `p.id, p.number, p.title, p.body, p.body_html, p.is_pinned, p.comments_locked, p.moderation_state, p.merged_into_id,
  p.created_at, s.updated_at, p.edited_at, s.vote_count, p.imported_vote_count, s.comment_count, t.id as status_id, t.name as status_name, t.category,
  t.color, p.author_id, u.state, u.name_choice, u.custom_name, u.given_name, u.family_name, case when p.tag_ids <> '{}' then (
    select json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color) order by lower(g.name))
    from tags g where g.project_id = p.project_id and g.id = any (p.tag_ids)) end as tags`
const JOINS = `join statuses t on t.project_id = s.project_id and t.id = s.status_id
  left join users u on u.project_id = p.project_id and u.id = p.author_id`
const LIST = {
  name: 'list',
  text: `select ${COLUMNS} from post_standings s join posts p on p.project_id = s.project_id and p.id = s.post_id ${JOINS}
    where s.project_id = $1 and s.is_listed order by s.vote_count desc, s.post_id desc limit 21`,
}
const GET = {
  name: 'get',
  text: `select ${COLUMNS} from posts p join post_standings s on s.project_id = p.project_id and s.post_id = p.id ${JOINS}
    where p.project_id = $1 and p.id = $2 and p.deleted_at is null and p.moderation_state = 'approved'`,
}
const SESSION = {
  name: 'session',
  text: `select s.user_id from sessions s join users u on u.project_id = s.project_id and u.id = s.user_id
    where s.project_id = $1 and s.token_hash = $2 and s.expires_at > now() and s.ended_at is null
      and s.epoch = u.session_epoch and u.state = 'active'`,
}
const VOTE = {
  name: 'vote',
  text: `with cast_vote as (
      insert into votes (project_id, post_id, user_id, created_at)
      select s.project_id, s.post_id, $3, now() from post_standings s
      join statuses t on t.project_id = s.project_id and t.id = s.status_id
      where s.project_id = $1 and s.post_id = $2 and s.is_listed and t.category not in ('done', 'closed')
      on conflict do nothing returning project_id, post_id)
    update post_standings s set vote_count = s.vote_count + 1
    from cast_vote v where s.project_id = v.project_id and s.post_id = v.post_id`,
}

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
    tags: { type: 'array', items: named },
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

app.get('/v1/posts', { schema: { response: { 200: list } } }, async () => {
  const { rows } = await pool.query({ ...LIST, values: [PROJECT] })
  const shown = rows.slice(0, 20)
  const last = shown.at(-1)
  const place = rows.length > 20 && last ? JSON.stringify([last.vote_count, last.id]) : undefined
  return { data: shown.map(toJson), next_cursor: place ? Buffer.from(place).toString('base64url') : null }
})

app.get<{ Params: { id: string } }>(
  '/v1/posts/:id',
  { schema: { response: { 200: post } } },
  async (request, reply) => {
    const { rows } = await pool.query({ ...GET, values: [PROJECT, request.params.id] })
    return rows[0] ? toJson(rows[0]) : reply.code(404).send()
  },
)

app.put<{ Params: { id: string } }>('/v1/posts/:id/vote', async (request, reply) => {
  const hash = createHash('sha256').update(String(request.headers.authorization).slice(7)).digest()
  const { rows } = await pool.query({ ...SESSION, values: [PROJECT, hash] })
  if (!rows[0]) return reply.code(401).send()
  await pool.query({ ...VOTE, values: [PROJECT, request.params.id, rows[0].user_id] })
  return reply.code(204).send()
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
      ? { id: row.author_id, display_name: nameOf(row), is_team: false }
      : { id: null, display_name: PROJECT_NAME, is_team: true },
    status: { id: row.status_id, name: row.status_name, category: row.category, color: row.color },
    tags: row.tags ?? [],
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

// biome-ignore lint/suspicious/noExplicitAny: as above
function nameOf(row: any): string {
  if (row.state === 'erased') return 'deleted user'
  if (row.name_choice === 'custom' && row.custom_name) return row.custom_name
  if (row.name_choice === 'first_name' && row.given_name)
    return row.family_name ? `${row.given_name} ${row.family_name[0].toUpperCase()}.` : row.given_name
  return `${PROJECT_NAME} user`
}

function slugOf(title: string): string {
  let slug = ''
  for (const word of title.toLowerCase().split(/[^a-z0-9]+/)) {
    if (slug && slug.length + word.length >= 60) break
    slug += `${slug && '-'}${word}`
  }
  return slug
}

app.get('/ready', async () => (await pool.query('select 1 as one')).rows)
process.on('SIGTERM', async () => {
  await app.close()
  await pool.end()
})
await app.listen({ port: Number(PORT), host: '127.0.0.1' })
