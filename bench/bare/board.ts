import { readFileSync } from 'node:fs'
import { fastify } from 'fastify'
import pg from 'pg'

/* The statements of the board's front page, and then the finished page as it was once answered. */
const { CONNECTION = '', PROJECT = '', PAGE = '', PORT } = process.env
const pool = new pg.Pool({ ...JSON.parse(CONNECTION), max: 10 })
const page = readFileSync(PAGE, 'utf8')
const app = fastify()

const COLUMNS = `p.id, p.number, p.title, p.body, p.body_html, p.is_pinned, p.comments_locked, p.moderation_state, p.merged_into_id,
  p.created_at, s.updated_at, p.edited_at, p.version, s.vote_count, s.comment_count, t.id as status_id, t.name as status_name,
  t.category, t.color, p.author_id, u.state, u.name_choice, u.custom_name, u.given_name, u.family_name,
  case when p.tag_ids <> '{}' then (
    select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'color', g.color) order by lower(g.name))
    from tags g where g.project_id = p.project_id and g.id = any (p.tag_ids)) end as tags`
const FROM = `from post_standings s join posts p on p.project_id = s.project_id and p.id = s.post_id
  join statuses t on t.project_id = s.project_id and t.id = s.status_id
  left join users u on u.project_id = p.project_id and u.id = p.author_id
  where s.project_id = $1 and s.is_listed`
const ORDER = 'order by s.vote_count desc, s.post_id desc'
const STATEMENTS = [
  { name: 'posts', text: `select ${COLUMNS} ${FROM} ${ORDER} limit 21` },
  { name: 'pinned', text: `select ${COLUMNS} ${FROM} and p.is_pinned ${ORDER} limit 21` },
  { name: 'statuses', text: 'select * from statuses where project_id = $1 order by position, id' },
  { name: 'tags', text: 'select * from tags where project_id = $1 order by lower(name), id limit 101' },
]

app.get('/', async (_, reply) => {
  const results = await Promise.all(STATEMENTS.map((statement) => pool.query({ ...statement, values: [PROJECT] })))
  if (results.every(({ rowCount }) => rowCount === 0)) throw new Error('There is nothing to show')
  return reply.type('text/html; charset=utf-8').send(page)
})
app.get('/ready', async () => (await pool.query('select 1 as one')).rows)
process.on('SIGTERM', async () => {
  await app.close()
  await pool.end()
})
await app.listen({ port: Number(PORT), host: '127.0.0.1' })
