import pg from 'pg'
import { expect, test } from 'vitest'
import { commandLine } from '../harness/command-line.ts'
import { databaseUrl } from '../harness/database-url.ts'
import { emptiedDatabase } from '../harness/emptied-database.ts'

test('the command line lists every operator, however many there are', async () => {
  const connection = await emptiedDatabase()
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(`
    insert into operators (id, email, is_vouched, created_at)
    select 'opr_' || lpad(n::text, 26, '0'), 'person' || n || '@list.example', true, now() from generate_series(1, 10500) as n`)
  await client.end()
  const environment = { DATABASE_URL: databaseUrl({ database: connection.database }) }
  const listed = await commandLine(['operator', 'list', '--json'], environment)
  expect(listed.code).toBe(0)
  const { data, next_cursor } = listed.json()
  expect([new Set(data.map(({ id }: { id: string }) => id)).size, next_cursor]).toEqual([10_500, null])
})
