import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrate } from '../../src/foundation/storage/index.ts'
import { ownDatabase } from '../harness/own-database.ts'
import { MIGRATIONS } from '../harness/paths.ts'
import { temporaryDirectory } from '../harness/process.ts'
import { send, startProject } from '../harness/project.ts'
import { SCHEMA_VERSION, startService } from '../harness/service.ts'

const HEAD = `-- serves ${String(SCHEMA_VERSION).padStart(4, '0')}\n`
/** What a later release may bring: columns of tables that every request reads, and an index. */
const LATER = [
  `${HEAD}alter table users add column later text;`,
  `${HEAD}alter table projects add column later boolean not null default false;`,
  `${HEAD}alter table statuses add column later integer;`,
  `${HEAD}-- one by one\ncreate index concurrently if not exists votes_later on votes (project_id, created_at);`,
]

/** The migrations of this build, and those of a later one. */
async function laterMigrations(): Promise<string> {
  const directory = await temporaryDirectory()
  await cp(MIGRATIONS, directory, { recursive: true })
  for (const [place, text] of LATER.entries()) {
    await writeFile(join(directory, `${String(SCHEMA_VERSION + place + 1).padStart(4, '0')}_later.sql`), text)
  }
  return directory
}

// Guarantees a rolling upgrade: requests of the older build go on, prepared statements and transactions included.
test('while a newer build migrates, the older one stays ready and answers everything', async () => {
  const { connection } = await ownDatabase()
  const service = await startService({}, undefined, connection)
  const { exchange, signToken, app } = await startProject({ service })
  const answers: number[] = []
  let isOver = false
  const use = async (name: string) => {
    for (let turn = 0; !isOver; turn += 1) {
      const { status, body } = await exchange(signToken({ sub: `${name} ${turn}` }))
      const session = body.session_token
      const post = await app('POST', '/v1/posts', { body: { title: `Idea ${name} ${turn}` }, session })
      const vote = await app('PUT', `/v1/posts/${post.body.id}/vote`, { session })
      const list = await app('GET', '/v1/posts', { session })
      const ready = await send(service.origin, 'GET', '/readyz', undefined, {})
      await new Promise((wake) => setTimeout(wake, 30)) // people are slower than tests
      answers.push(status, post.status, vote.status, list.status, ready.status)
    }
  }
  const users = ['ada', 'bo', 'cy'].map(use)
  const { applied } = await migrate(connection, await laterMigrations())
  const atEnd = answers.length
  while (answers.length < atEnd + 60) await new Promise((wake) => setTimeout(wake, 20)) // with the new tables
  isOver = true
  await Promise.all(users)
  expect(applied).toHaveLength(LATER.length)
  expect(answers.filter((status) => status >= 400)).toEqual([])
})
