import pg from 'pg'
import { makePartition, readSequences, readTables } from '../../src/foundation/storage/index.ts'
import { formWith, png } from '../files/pictures.ts'
import { databaseUrl } from '../harness/database-url.ts'
import { type OwnDatabase, ownDatabase } from '../harness/own-database.ts'
import { startProject } from '../harness/project.ts'
import { startService } from '../harness/service.ts'

export const at = ({ connection }: OwnDatabase) => ({ DATABASE_URL: databaseUrl({ database: connection.database }) })

export async function asking<Result>(
  { connection }: Pick<OwnDatabase, 'connection'>,
  ask: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(connection)
  await client.connect()
  return ask(client).finally(() => client.end())
}

/** Every row of every table as a text, and the state of the sequences. Without the addresses of the service: a restored copy has none yet. */
export function contentOf(database: Pick<OwnDatabase, 'connection'>) {
  return asking(database, async (client) => {
    const content: Record<string, unknown> = {}
    for (const { name } of await readTables(client)) {
      if (name === 'service_places') continue
      const { rows } = await client.query(`select t::text as row from "${name}" t order by 1`)
      content[name] = rows.map(({ row }) => row)
    }
    return { content, sequences: await readSequences(client) }
  })
}

/** A running service with some of everything, on a database of its own. */
export async function livingDatabase() {
  const database = await ownDatabase()
  const service = await startService({}, undefined, database.connection)
  const project = await startProject({ service })
  const { server, app, signIn } = project
  const { session, userId } = await signIn()
  const { body: file } = await app('POST', '/v1/files', { session, body: formWith(Uint8Array.from(await png())) })
  const body = `Tabs\tand\nlines, a \\ and a \\. and ${file.markdown}`
  const { body: post } = await app('POST', '/v1/posts', { session, body: { title: 'Dark mode', body } })
  const { body: other } = await server('POST', '/v1/posts', { title: 'Night mode' })
  await server('PUT', `/v1/posts/${other.id}/votes/${userId}`)
  await server('POST', `/v1/posts/${other.id}/merge`, { into_post_id: post.id })
  await server('POST', '/v1/webhooks', { url: 'http://127.0.0.1:9/hook', events: ['*'] })
  const lines = '{"type":"post","external_id":"1","title":"Waits to be imported"}'
  const ndjson = { 'content-type': 'application/x-ndjson' }
  await server('POST', '/v1/imports?source=elsewhere&dry_run=true', lines, ndjson) // its rows are under way and not backed up
  await asking(database, async (client) => {
    await makePartition(client, 'events_2020_02') // a month from long ago, which no start makes any more
    await client.query(`
      insert into events (project_id, id, type, at, actor_kind, subject_id, month)
      select project_id, 'evt_old', type, '2020-02-03', actor_kind, subject_id, '2020-02-01' from events_kept limit 1`)
  })
  return { database, project, session, post }
}
