import { createHash, randomBytes } from 'node:crypto'
import { fastify } from 'fastify'
import { importJWK, jwtVerify } from 'jose'
import pg from 'pg'

/* The least an exchange can be: jose.jwtVerify, and one transaction with the same inserts. */
const { CONNECTION = '', PROJECT = '', JWK = '', AUDIENCE = '', PORT } = process.env
const pool = new pg.Pool({ ...JSON.parse(CONNECTION), max: 10 })
const key = await importJWK(JSON.parse(JWK), 'ES256')
const app = fastify()
const sha256 = (text: string) => createHash('sha256').update(text).digest()
let users = 0

const USED = { name: 'used', text: 'insert into used_tokens (project_id, jti_hash, expires_at) values ($1, $2, $3)' }
const USER = {
  name: 'user',
  text: `insert into users (project_id, id, sub, state, created_at, last_seen_at) values ($1, $2, $3, 'active', $4, $4)
    on conflict (project_id, sub) do update set last_seen_at = excluded.last_seen_at returning *`,
}
const SESSION = {
  name: 'session',
  text: 'insert into sessions (project_id, token_hash, user_id, epoch, created_at, expires_at) values ($1, $2, $3, 0, $4, $5)',
}
const RECORD = {
  name: 'record',
  text: 'insert into idempotency_records (project_id, caller, key_hash, request_hash, sealed_answer, created_at) values ($1, $2, $3, $4, $5, $6)',
}

app.post('/v1/sessions/sso', async (request, reply) => {
  const { token } = request.body as { token: string }
  const { payload } = await jwtVerify(token, key, {
    algorithms: ['ES256'],
    issuer: PROJECT,
    audience: AUDIENCE,
    typ: 'svc-sso+jwt',
  })
  const now = new Date()
  const session = `svc_ses_${randomBytes(32).toString('base64url')}`
  const later = new Date(now.getTime() + 86_400_000)
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query({ ...USED, values: [PROJECT, sha256(String(payload.jti)), later] })
    const { rows } = await client.query({
      ...USER,
      values: [PROJECT, `usr_bare_${process.pid}_${++users}`, payload.sub, now],
    })
    await client.query({ ...SESSION, values: [PROJECT, sha256(session), rows[0].id, now, later] })
    const answer = JSON.stringify({ session_token: session, expires_at: later, user: { id: rows[0].id } })
    const idempotencyKey = String(request.headers['idempotency-key'])
    await client.query({
      ...RECORD,
      values: [PROJECT, 'bare', sha256(idempotencyKey), sha256(token), Buffer.from(answer), now],
    })
    await client.query('commit')
    return reply.code(201).type('application/json').send(answer)
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
})
app.get('/ready', async () => (await pool.query('select 1 as one')).rows)
process.on('SIGTERM', async () => {
  await app.close()
  await pool.end()
})
await app.listen({ port: Number(PORT), host: '127.0.0.1' })
