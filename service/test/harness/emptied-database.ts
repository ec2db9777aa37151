import type pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { administer, copyOfTemplate, keptClient } from './own-database.ts'
import { keptService, type SharedService } from './service.ts'

export type EmptiedConnection = pg.ClientConfig & { readonly database: string }

interface Emptied {
  readonly connection: EmptiedConnection
  /** Deletes what tests wrote, and leaves what migrations wrote. */
  readonly empty: string
}

let emptied: Promise<Emptied> | undefined
/** Of the test that runs now. */
let emptying: Promise<unknown> | undefined

/**
 * A migrated database without projects, which no other test uses at the same time: the one of this process of tests, emptied when a test first asks
 * for it. It costs a tenth of `ownDatabase`, which is for tests that change tables or settings, or write many rows.
 */
export async function emptiedDatabase(): Promise<EmptiedConnection> {
  emptied ??= make()
  const { connection, empty } = await emptied
  if (!emptying) {
    emptying = query(connection, empty)
    onTestFinished(() => {
      emptying = undefined
    })
  }
  await emptying
  return connection
}

/** A service on the emptied database, kept for each environment. `now` is its clock until the test ends, and may be in the future. */
export async function emptiedService(
  environment: Record<string, string> = {},
  now?: () => Date,
): Promise<SharedService> {
  return keptService(environment, now, await emptiedDatabase())
}

async function make(): Promise<Emptied> {
  const connection = { ...inject('connection'), database: `${inject('template')}_${process.pid}` }
  await administer(`create database ${connection.database} ${copyOfTemplate()}`)
  const { rows } = await query(
    connection,
    `select c.oid::regclass::text as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  )
  const written: string[] = []
  for (const { name } of rows)
    if ((await query(connection, `select 1 from ${name} limit 1`)).rowCount === 0) written.push(name)
  // Without triggers: each table is emptied, so nothing that refers to a row is left. All of it is sent at once, and so one transaction.
  const deletes = written.map((name) => `delete from ${name}`)
  return {
    connection,
    empty: ['set local session_replication_role = replica', ...deletes].join(';'),
  }
}

async function query(connection: EmptiedConnection, statement: string): Promise<pg.QueryResult> {
  return (await keptClient(connection)).query(statement)
}
