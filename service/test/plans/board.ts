import pg from 'pg'
import { inject } from 'vitest'
import { type GenerateOptions, generate, type Size } from '../../../generator/generate.ts'
import { systemCall } from '../../src/domain/call/index.ts'
import { createProject } from '../../src/domain/projects/index.ts'
import { joinStorage, migrate, type Storage } from '../../src/foundation/storage/index.ts'
import { copyOfTemplate } from '../harness/own-database.ts'
import { MIGRATIONS } from '../harness/paths.ts'

const PLACES = { apiOrigin: 'http://localhost:4000', boardOrigin: 'http://{slug}.localhost:4000' }
let databases = 0

export interface Database {
  readonly storage: Storage
  readonly client: pg.Client
  close(): Promise<void>
}

/** A database of its own on the server of the run: statistics and locks of large tables must not affect other tests. */
export async function ownDatabase(): Promise<Database> {
  const server = inject('connection')
  const name = `plans_${process.pid}_${++databases}`
  const admin = new pg.Client(server)
  await admin.connect()
  await admin.query(`create database ${name} ${copyOfTemplate()}`)
  const connection = { ...server, database: name }
  const { version } = await migrate(connection, MIGRATIONS)
  const storage = await joinStorage({ connection, schemaVersion: version }, () => {})
  const client = new pg.Client(connection)
  await client.connect()
  return {
    storage,
    client,
    close: async () => {
      await client.end()
      await storage.close()
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}

/** Fills tables without a check of each reference: their rows are made up, and the checks would take most of the time. */
export async function withoutChecks({ client }: Database, fill: () => Promise<void>): Promise<void> {
  await client.query('set session_replication_role = replica')
  await fill()
  await client.query('reset session_replication_role')
}

export async function generatedProject(
  { storage, client }: Database,
  slug: string,
  size: Size,
  options: GenerateOptions = {},
) {
  const created = await createProject(systemCall(storage, PLACES, storage.clock.now()), { name: 'Acme', slug })
  await generate(client, created.project.id, size, options)
  return created
}
