import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import './end-with-run.ts'

export interface OwnDatabase {
  readonly connection: pg.ClientConfig & { readonly database: string }
  /** Runs a statement from outside of the database, as its superuser. */
  administer(statement: string): Promise<pg.QueryResult>
  /** Ends every connection, so that what was set for the database counts for all of them. */
  cutConnections(): Promise<void>
}

/**
 * A migrated database that no other test uses, so that a test may break it. Gone after the test, or with `whenDone: afterAll` after all tests of
 * the file. `options` are those of an empty one.
 */
export async function ownDatabase({
  isMigrated = true,
  options = '',
  whenDone = onTestFinished as (end: () => Promise<void>) => void,
} = {}): Promise<OwnDatabase> {
  const database = `own_${randomBytes(6).toString('hex')}`
  const connection = { ...inject('connection'), database }
  await administer(`create database ${database} ${isMigrated ? copyOfTemplate() : options}`)
  whenDone(() => drop(database))
  return {
    connection,
    administer,
    cutConnections: async () =>
      void (await administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`)),
  }
}

/** Connections that end are waited for: one that is cut while its client says goodbye is an error that nobody hears. Others are cut. */
async function drop(database: string): Promise<void> {
  for (let look = 0; look < 100; look += 1) {
    const { rows } = await administer(`select from pg_stat_activity where datname = '${database}' limit 1`)
    if (rows.length === 0) break
  }
  await administer(`drop database ${database} with (force)`)
}

/** As files: to log each page of the copy, which is the default, takes three times as much computing. */
export function copyOfTemplate(): string {
  return `template ${inject('template')} strategy file_copy`
}

const kept = new Map<string, Promise<pg.Client>>()

export async function administer(statement: string): Promise<pg.QueryResult> {
  return (await keptClient(inject('connection'))).query(statement)
}

/** The one connection of this process of tests to this database. A new one takes 11 ms of computing, and 30 more to empty all tables on it. */
export function keptClient(connection: pg.ClientConfig & { readonly database: string }): Promise<pg.Client> {
  const { database } = connection
  const client = kept.get(database) ?? connect(connection)
  kept.set(database, client)
  return client
}

async function connect(connection: pg.ClientConfig & { readonly database: string }): Promise<pg.Client> {
  const client = new pg.Client(connection)
  client.on('error', () => {}) // 'end' follows
  client.once('end', () => kept.delete(connection.database))
  await client.connect()
  return client
}
