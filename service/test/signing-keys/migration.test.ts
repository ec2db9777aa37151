import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { migrate } from '../../src/foundation/storage/index.ts'
import { MIGRATIONS } from '../harness/paths.ts'
import { temporaryDirectory } from '../harness/process.ts'

/** A database as it was before keys had thumbprints. */
async function databaseOfBefore() {
  const server = inject('connection')
  const database = `keys_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client(server)
  await admin.connect()
  await admin.query(`create database ${database}`)
  onTestFinished(async () => {
    await admin.query(`drop database ${database} with (force)`)
    await admin.end()
  })
  const directory = await temporaryDirectory()
  const files = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort()
  const until = files.findIndex((name) => name.endsWith('_operators_and_keys.sql'))
  for (const name of files.slice(0, until)) await cp(join(MIGRATIONS, name), join(directory, name))
  const connection = { ...server, database }
  await migrate(connection, directory)
  const client = new pg.Client(connection)
  await client.connect()
  onTestFinished(() => client.end())
  return { connection, client }
}

test('older keys get the thumbprint of RFC 7638, and a key under two kids keeps both', async () => {
  const { connection, client } = await databaseOfBefore()
  await client.query(
    `insert into projects (id, name, slug, publishable_key, created_at, updated_at) values ('prj_1', 'Acme', 'acme', 'pk', now(), now())`,
  )
  const keys = Array.from({ length: 20 }, () =>
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }),
  )
  const insert = `insert into signing_keys (project_id, kid, jwk, status, created_at) values ('prj_1', $1, $2, 'active', $3)`
  for (const [place, jwk] of keys.entries()) await client.query(insert, [`k${place}`, JSON.stringify(jwk), new Date(0)])
  await client.query(insert, ['twin', JSON.stringify(keys[0]), new Date(1000)])
  await migrate(connection, MIGRATIONS)
  const { rows } = await client.query<{ kid: string; thumbprint: string | null }>(
    'select kid, thumbprint from signing_keys',
  )
  const found = new Map(rows.map(({ kid, thumbprint }) => [kid, thumbprint]))
  for (const [place, { crv, kty, x, y }] of keys.entries()) {
    const expected = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')
    expect([place, found.get(`k${place}`)]).toEqual([place, expected])
  }
  expect([found.get('twin'), rows.length]).toEqual([null, 21])
})
