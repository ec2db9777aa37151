import { expect, test } from 'vitest'
import { housekeeping } from '../../src/housekeeping.ts'
import { startProject } from '../harness/project.ts'

/** After an erasure: issued 60 s later by a clock that is ahead, 600 s of life, 60 s of tolerance. */
const OLDEST_TOKEN_MS = (60 + 600 + 60) * 1000

// Guarantees that cleaning up never allows a replay: a jti is removed only when no clock could still accept its token.
test('housekeeping removes what has run out and nothing else', async () => {
  const { signIn, service, project } = await startProject()
  const { database, config } = service
  await signIn({ sub: 'fresh' })
  await signIn({ sub: 'old' })
  const { sql } = database
  const now = database.clock.now().getTime()
  const old = new Date(now - 25 * 60 * 60 * 1000)
  await sql`insert into used_tokens values (${project.id}, ${Buffer.from('edge-over')}, ${new Date(now - 2_000)}), (${project.id}, ${Buffer.from('edge-kept')}, ${new Date(now + 60_000)})`
  await sql`update sessions set expires_at = ${old} where project_id = ${project.id} and user_id = (select id from users where project_id = ${project.id} and sub = 'old')`
  await sql`update idempotency_records set created_at = ${old} where project_id = ${project.id} and key_hash = (select min(key_hash::text)::bytea from idempotency_records where project_id = ${project.id})`
  await sql`insert into erased_subs values (${project.id}, ${Buffer.from('long ago')}, ${old}), (${project.id}, ${Buffer.from('lately')}, ${new Date(now - OLDEST_TOKEN_MS)}), (${project.id}, ${Buffer.from('just now')}, ${new Date(now)})`
  await housekeeping(database, config).run({})
  const [left] = await sql`select
    (select array_agg(encode(jti_hash, 'escape')) from used_tokens where project_id = ${project.id} and length(jti_hash) < 20) as jtis,
    (select count(*) from used_tokens where project_id = ${project.id}) as tokens,
    (select count(*) from sessions where project_id = ${project.id}) as sessions,
    (select count(*) from idempotency_records where project_id = ${project.id}) as records,
    (select count(*) from erased_subs where project_id = ${project.id}) as erasures`
  expect(left).toEqual({ jtis: ['edge-kept'], tokens: 3, sessions: 1, records: 1, erasures: 2 })
})

test('a used jti is kept until its token has expired, the tolerance has passed, and an hour more', async () => {
  const { exchange, signToken, service, project, claims } = await startProject()
  const { exp } = claims() as { exp: number }
  await exchange(signToken({ exp }))
  const [row] = await service.database.sql<
    { expires_at: Date }[]
  >`select expires_at from used_tokens where project_id = ${project.id}`
  expect(row?.expires_at.getTime()).toBe((exp + 60 + 3_600) * 1000)
})
