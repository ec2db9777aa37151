import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'

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
  whenDone(async () => void (await administer(`drop database ${database} with (force)`)))
  return {
    connection,
    administer,
    cutConnections: async () =>
      void (await administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`)),
  }
}

/** As files: to log each page of the copy, which is the default, takes three times as much computing. */
export function copyOfTemplate(): string {
  return `template ${inject('template')} strategy file_copy`
}

export async function administer(statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client(inject('connection'))
  await client.connect()
  return client.query(statement).finally(() => client.end())
}
