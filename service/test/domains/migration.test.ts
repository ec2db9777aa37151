import { copyFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { migrate } from '../../src/foundation/storage/index.ts'
import { MIGRATIONS } from '../harness/paths.ts'
import { temporaryDirectory } from '../harness/process.ts'

test('domains from before they had to be proven stay where they are, and every project has a challenge of its own', async () => {
  const server = inject('connection')
  const database = `domains_${process.pid}`
  const admin = new pg.Client(server)
  await admin.connect()
  await admin.query(`create database ${database}`)
  onTestFinished(async () => {
    await admin.query(`drop database ${database} with (force)`)
    await admin.end()
  })
  const before = await temporaryDirectory()
  const files = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort()
  const upTo = files.findIndex((name) => name.endsWith('_board_addresses.sql'))
  for (const name of files.slice(0, upTo)) await copyFile(join(MIGRATIONS, name), join(before, name))
  const connection = { ...server, database }
  await migrate(connection, before)
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(`insert into projects (id, name, slug, domain, publishable_key, created_at, updated_at) values
    ('prj_1', 'Acme', 'acme', 'feedback.acme.example', 'k1', now(), now()), ('prj_2', 'Globex', 'globex', null, 'k2', now(), now())`)
  await migrate(connection, MIGRATIONS)
  const { rows } = await client.query('select * from projects order by id')
  await client.end()
  expect(rows[0]).toMatchObject({
    verified_domain: 'feedback.acme.example',
    domain_verified_at: expect.any(Date),
    domain_claimed_at: expect.any(Date),
  })
  expect(rows[1]).toMatchObject({ domain: null, verified_domain: null, domain_verified_at: null })
  const challenges = rows.map(({ domain_challenge: challenge }) => challenge)
  for (const challenge of challenges) expect(challenge).toMatch(/^[0-9a-f]{64}$/)
  expect(new Set(challenges).size).toBe(2)
})
