import type pg from 'pg'
import { codeOf, StartError } from './failures.ts'

const NOT_ALLOWED = '42501'
const NOT_INSTALLED = /extension "([^"]+)" is not available|extension control file ".*\/([^/"]+)\.control"/

/** An error that a person can correct is explained in a sentence; any other is a fault of the migration. */
export function explainFailure(error: unknown, migration: string, { user, database }: pg.Client): unknown {
  if (!(error instanceof Error)) return error
  const missing = NOT_INSTALLED.exec(error.message)
  if (missing) {
    return new StartError(
      `PostgreSQL has no extension ${missing[1] ?? missing[2]}, which migration ${migration} needs. Install PostgreSQL's contrib package on its machine (Debian: apt install postgresql-contrib).`,
    )
  }
  if (codeOf(error) !== NOT_ALLOWED) return error
  const extension = /extension "([^"]+)"/.exec(error.message)?.[1]
  return new StartError(
    extension === undefined
      ? `The user ${quoteName(user)} of DATABASE_URL may not do what migration ${migration} needs: ${error.message}. Migrate as the user who made the tables, or give them over as that user: reassign owned by current_user to ${quoteName(user)};`
      : mayNotCreate(`the extension ${extension}`, user, database),
  )
}

/** Creating extensions and schemas needs a right on the database, which is not the right to create tables. */
export function mayNotCreate(what: string, user: string | undefined, database: string | undefined): string {
  return `The user ${quoteName(user)} of DATABASE_URL may not create ${what}: the right CREATE on the database is missing. Grant it as the owner of the database: grant create on database ${quoteName(database)} to ${quoteName(user)};`
}

/** A name as SQL writes it. */
export function quoteName(text = ''): string {
  return `"${text.replaceAll('"', '""')}"`
}
