import pg from 'pg'
import { expect, test } from 'vitest'
import { runCommandLine } from '../../src/cli/index.ts'
import { databaseUrl } from '../harness/database-url.ts'
import { ownDatabase } from '../harness/own-database.ts'
import { MIGRATIONS } from '../harness/paths.ts'

test('the command line lists every operator, however many there are', async () => {
  const { connection } = await ownDatabase()
  const out: string[] = []
  const svc = (...words: string[]) =>
    runCommandLine({
      words,
      environment: { DATABASE_URL: databaseUrl({ database: connection.database }) },
      migrations: MIGRATIONS,
      version: '0.0.0-test',
      print: (text) => void out.push(text),
      tell: () => {},
    })
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(`
    insert into operators (id, email, is_vouched, created_at)
    select 'opr_' || lpad(n::text, 26, '0'), 'person' || n || '@list.example', true, now() from generate_series(1, 10500) as n`)
  await client.end()
  expect(await svc('operator', 'list', '--json')).toBe(0)
  const { data, next_cursor } = JSON.parse(out.join(''))
  expect([new Set(data.map(({ id }: { id: string }) => id)).size, next_cursor]).toEqual([10_500, null])
})
