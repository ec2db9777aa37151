import { createHash, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { eraseUser } from '../../src/domain/privacy/index.ts'
import { startProject, type TestProject } from '../harness/project.ts'
import { countRecords, replayed, withKey } from './kept.ts'

/** Every row of the project, of every table there is, as text; bytes are written in hexadecimal. */
async function dump({ service, project }: TestProject): Promise<string> {
  const { rows: tables } = await service.database.pool.query<{ name: string }>(`
    select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.column_name = 'project_id'`)
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await service.database.pool.query<{ row: string }>(
      `select to_jsonb(t)::text as row from "${name}" t where project_id = $1`,
      [project.id],
    )
    texts.push(...rows.map(({ row }) => `${name} ${row}`))
  }
  return texts.join('\n')
}

/** A text as a dump could show it: itself, and its bytes in hexadecimal and base64. */
function disguises(text: string): string[] {
  const bytes = Buffer.from(text)
  return [text, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')]
}

// Guarantees the contract's "a copy of the database signs nobody in".
test('nothing in the database is, or opens, a session: the kept answer is sealed under what only the caller has', async () => {
  const project = await startProject()
  const key = randomUUID()
  const token = project.signToken({ sub: 'usr-4711', email: 'ada.sealed@example.com', given_name: 'Ada' })
  const { body } = await project.exchange(token, withKey(key))
  const refused = project.signToken({ iss: 'prj_01m7eg5hdpejysxrjx39d6rvvy', email: 'refused@example.com' })
  await project.exchange(refused, withKey('refused-key-1'))
  expect(replayed(await project.exchange(token, withKey(key)))).toBe(true)

  const text = await dump(project)
  expect(text).toContain('idempotency_records')
  expect(text).toContain('"email": "ada.sealed@example.com"') // the user's own row, so the search does find what is there
  const elsewhere = text
    .split('\n')
    .filter((row) => !row.startsWith('users '))
    .join('\n')
  const secrets = [body.session_token, token, ...token.split('.').slice(1), refused, key, 'refused-key-1']
  for (const secret of secrets) for (const form of disguises(secret)) expect(text).not.toContain(form)
  for (const personal of ['ada.sealed@example.com', 'refused@example.com', 'usr-4711']) {
    for (const form of disguises(personal)) expect(elsewhere).not.toContain(form)
  }
  const log = project.service.logged.join('')
  for (const secret of secrets) expect(log).not.toContain(secret)
})

test('the bytes of a kept answer show none of it, differ each time, and no two lines of the table share them', async () => {
  const project = await startProject()
  const token = project.signToken({ jti: 'short' })
  const first = await project.exchange(token, withKey('one'))
  await project.exchange(token, withKey('two'))
  const rows = await project.service.database.sql<{ sealed_answer: Buffer; key_hash: Buffer; request_hash: Buffer }[]>`
    select * from idempotency_records where project_id = ${project.project.id}`
  expect(rows).toHaveLength(2)
  for (const { sealed_answer: sealed, key_hash: keyHash } of rows) {
    for (const word of ['status', 'headers', 'token_claim_invalid', first.body.request_id]) {
      expect(sealed.includes(word)).toBe(false)
    }
    expect([keyHash.length, keyHash.includes('one'), keyHash.includes('two')]).toEqual([32, false, false])
  }
  expect(rows[0]?.sealed_answer.equals(rows[1]?.sealed_answer ?? Buffer.alloc(0))).toBe(false)
})

test('a session is stored as the hash of its token, and the hash is no session', async () => {
  const project = await startProject()
  const { session } = await project.signIn()
  const [row] = await project.service.database.sql<{ token_hash: Buffer }[]>`
    select token_hash from sessions where project_id = ${project.project.id}`
  const stored = row?.token_hash ?? Buffer.alloc(0)
  expect(stored).toEqual(createHash('sha256').update(session).digest())
  for (const form of [stored.toString('hex'), stored.toString('base64url'), `svc_ses_${stored.toString('hex')}`]) {
    expect((await project.app('GET', '/v1/me', { session: form })).status).toBe(401)
  }
})

// Somebody who can write to the table can make a request fail, but nothing worse.
test('a sealed answer that was changed, cut or put in another’s place is never sent', async () => {
  const project = await startProject()
  const { sql } = project.service.database
  const [mine, theirs] = [project.signToken(), project.signToken({ sub: 'grace' })]
  await project.exchange(mine, withKey('mine'))
  const { body } = await project.exchange(theirs, withKey('theirs'))
  const keyHash = createHash('sha256').update('mine').digest()
  const [records] = await sql<{ mine: Buffer; theirs: Buffer }[]>`select
    (select sealed_answer from idempotency_records where project_id = ${project.project.id} and key_hash = ${keyHash}) as mine,
    (select sealed_answer from idempotency_records where project_id = ${project.project.id} and key_hash <> ${keyHash}) as theirs`
  if (!records) throw new Error('Both were kept')
  const flipped = Buffer.from(records.mine)
  flipped.writeUInt8(flipped.readUInt8(40) ^ 1, 40)
  const put = [flipped, records.theirs, records.mine.subarray(0, 60), records.mine.subarray(0, 28), Buffer.alloc(16)]
  for (const sealed of put) {
    await sql`update idempotency_records set sealed_answer = ${sealed}
      where project_id = ${project.project.id} and key_hash = ${keyHash}`
    const answer = await project.exchange(mine, withKey('mine'))
    expect([answer.status, answer.body.code]).toEqual([500, 'internal_error'])
    expect(JSON.stringify(answer.body)).not.toContain(body.session_token)
  }
})

test('kept answers of a user are removed when they are erased', async () => {
  const project = await startProject()
  const [token, key] = [project.signToken({ email: 'ada@example.com' }), randomUUID()]
  const first = await project.exchange(token, withKey(key))
  await eraseUser(project.call(), first.body.user.id)
  expect(await countRecords(project)).toBe(0)
  const again = await project.exchange(token, withKey(key))
  expect([again.status, replayed(again)]).toEqual([401, false])
})

test('a server’s kept answer about a user goes with the user too', async () => {
  const project = await startProject()
  const { userId } = await project.signIn({ email: 'ada@example.com' })
  const ban = () => project.server('POST', `/v1/users/${userId}/ban`, {}, withKey('ban'))
  expect((await ban()).body.email).toBe('ada@example.com')
  await eraseUser(project.call(), userId)
  const again = await ban()
  expect(JSON.stringify(again.body)).not.toContain('ada@example.com')
  expect([again.status, replayed(again)]).toEqual([404, false])
})
