import { createHash } from 'node:crypto'
import { fastify } from 'fastify'
import pg from 'pg'

const { CONNECTION = '', PROJECT = '', PORT } = process.env
const pool = new pg.Pool({ ...JSON.parse(CONNECTION), max: 10 })
const app = fastify()
const LOOK_UP = {
  name: 'session',
  text: `select u.id, u.locale, u.created_at from sessions s join users u on u.project_id = s.project_id and u.id = s.user_id
    where s.project_id = $1 and s.token_hash = $2 and s.expires_at > now()`,
}
const properties = {
  id: { type: 'string' },
  display_name: { type: 'string' },
  locale: { type: ['string', 'null'] },
  created_at: { type: 'string' },
}

app.get('/v1/me', { schema: { response: { 200: { type: 'object', properties } } } }, async (request) => {
  const token = String(request.headers.authorization).slice(7)
  const { rows } = await pool.query({ ...LOOK_UP, values: [PROJECT, createHash('sha256').update(token).digest()] })
  return { ...rows[0], display_name: 'Bench user' }
})
app.get('/ready', async () => (await pool.query('select 1 as one')).rows)
process.on('SIGTERM', async () => {
  await app.close()
  await pool.end()
})
await app.listen({ port: Number(PORT), host: '127.0.0.1' })
