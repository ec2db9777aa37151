import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { fastify } from 'fastify'
import { type CryptoKey, importJWK, jwtVerify } from 'jose'
import type pg from 'pg'
import { openDatabase, serve } from './database.ts'
import { withHeaders } from './headers.ts'
import { readProject, sha256, userJson } from './users.ts'

/*
 * The key look-up and jose.jwtVerify; then one transaction with the lock and the look-up of the idempotency key, the same rows, and the sealed answer.
 * Statements that do not need each other's results are sent together.
 */
const { PROJECT = '', AUDIENCE = '' } = process.env
const database = await openDatabase()
const project = await readProject(database)
const app = fastify()
let made = 0

const KEY = { name: 'key', text: 'select * from signing_keys where project_id = $1 and kid = $2' }
const LOCK = { name: 'lock', text: 'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as free' }
const FIND = {
  name: 'find',
  text: 'select request_hash, sealed_answer from idempotency_records where project_id = $1 and caller = $2 and key_hash = $3 and created_at > $4',
}
const USED = {
  name: 'used',
  text: 'insert into used_tokens (project_id, jti_hash, expires_at) values ($1, $2, $3) on conflict do nothing returning 1',
}
const REMEMBER = {
  name: 'user',
  text: `with remembered as (
      insert into users (project_id, id, sub, email, email_verified, given_name, family_name, locale, traits, state, created_at, last_seen_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'active', $10, $10)
      on conflict (project_id, sub) do update set email = excluded.email, email_verified = excluded.email_verified, given_name = excluded.given_name,
        family_name = excluded.family_name, locale = excluded.locale, traits = excluded.traits, last_seen_at = excluded.last_seen_at, is_imported = false
      returning *),
    noted as (
      insert into events (project_id, id, type, at, actor_kind, actor_id, subject_id, data, month, tx, seq)
      select $1, $11, 'user.created', $10, 'user', $2, $2, '{}', 'infinity',
        pg_current_xact_id()::text::bigint + (select base from event_base), nextval('event_seq')
      where exists (select 1 from remembered where id = $2))
    select * from remembered`,
}
/** Its snapshot is newer than the lock on the user's row, so it sees every erasure from before. */
const SESSION = {
  name: 'session',
  text: `insert into sessions (project_id, token_hash, user_id, epoch, kid, created_at, expires_at)
    select $1, $2, u.id, u.session_epoch, $4, $5, $6 from users u
    where u.project_id = $1 and u.sub = $3 and not exists (
      select 1 from erased_subs e where e.project_id = $1 and e.sub_hash = $7 and e.erased_at >= $8) returning 1`,
}
const RECORD = {
  name: 'record',
  text: `insert into idempotency_records (project_id, caller, key_hash, request_hash, sealed_answer, user_id, created_at)
    values ($1, $2, $3, $4, $5, $6, $7) on conflict (project_id, caller, key_hash) do update set request_hash = excluded.request_hash,
      sealed_answer = excluded.sealed_answer, user_id = excluded.user_id, created_at = excluded.created_at`,
}

/** The imported keys, by their kid and what they are. */
const keys = new Map<string, CryptoKey>()

async function findKey({ kid = '' }: { kid?: string }): Promise<CryptoKey> {
  const [row] = (await database.lookUp({ ...KEY, values: [PROJECT, kid] })).rows
  if (row?.status !== 'active') throw new Error('No such key')
  const name = `${row.kid} ${row.jwk.x}`
  const key = keys.get(name) ?? ((await importJWK(row.jwk, 'ES256')) as CryptoKey) // of an ES256 key
  keys.set(name, key)
  return key
}

interface Claims {
  readonly jti: string
  readonly sub: string
  readonly iat: number
  readonly exp: number
}

app.post('/v1/sessions/sso', async (request, reply) => {
  const body = JSON.stringify(request.body)
  const { token } = request.body as { token: string } // what the load sends
  const { payload, protectedHeader } = await jwtVerify<Claims>(token, findKey, {
    algorithms: ['ES256'],
    issuer: PROJECT,
    audience: AUDIENCE,
    typ: 'svc-sso+jwt',
    requiredClaims: ['sub', 'jti', 'iat', 'exp'],
  })
  const client = await database.pool.connect()
  try {
    const key = String(request.headers['idempotency-key'])
    const answer = await exchange(client, { ...payload, kid: protectedHeader.kid }, { key, body })
    return withHeaders(reply).code(201).headers(HEADERS).send(answer)
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
})

async function exchange(client: pg.PoolClient, claims: Claims & { kid: string | undefined }, request: Sent) {
  const now = new Date()
  const dayAfter = new Date(now.getTime() + 86_400_000)
  const session = `svc_ses_${randomBytes(32).toString('base64url')}`
  const keyHash = sha256(request.key)
  const name = `${PROJECT} exchange ${keyHash.toString('base64')}`
  const id = `usr_bare_${process.pid}_${++made}`
  const kept = new Date(claims.exp * 1000 + 3_660_000)
  const [, free, found, used, remembered, signedIn] = await Promise.all([
    client.query('begin'),
    client.query({ ...LOCK, values: [name] }),
    client.query({ ...FIND, values: [PROJECT, 'exchange', keyHash, new Date(now.getTime() - 86_400_000)] }),
    client.query({ ...USED, values: [PROJECT, sha256(claims.jti), kept] }),
    client.query({
      ...REMEMBER,
      values: [PROJECT, id, claims.sub, null, false, null, null, null, '{}', now, `evt_${id}`],
    }),
    client.query({
      ...SESSION,
      values: [
        PROJECT,
        sha256(session),
        claims.sub,
        claims.kid,
        now,
        dayAfter,
        sha256(claims.sub),
        new Date((claims.iat - 60) * 1000),
      ],
    }),
  ])
  const [user] = remembered.rows
  const isDone = free.rows[0].free && found.rowCount === 0 && used.rowCount === 1 && signedIn.rowCount === 1
  if (!isDone || user.state !== 'active') throw new Error('Refused')
  const answer = JSON.stringify({ session_token: session, expires_at: dayAfter, user: userJson(project, user) })
  const requestHash = sha256('POST /v1/sessions/sso\n', request.body)
  const sealed = seal(JSON.stringify({ status: 201, headers: HEADERS, body: answer, userId: user.id }), request, name)
  await Promise.all([
    client.query({ ...RECORD, values: [PROJECT, 'exchange', keyHash, requestHash, sealed, user.id, now] }),
    client.query('commit'),
  ])
  return answer
}

const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

interface Sent {
  readonly key: string
  readonly body: string
}

/** AES-256-GCM under a key of what only the caller has. */
function seal(text: string, { key, body }: Sent, context: string): Buffer {
  const nonce = randomBytes(12)
  const secret = hkdfSync('sha256', sha256(`${key.length}:${key}`, body), context, 'kept answer', 32)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(secret), nonce, { authTagLength: 16 })
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

await serve(app, database)
