import type { ProjectCall, User } from '../call/index.ts'
import { toUser, type UserRow } from './user.ts'

/** At most this many matches are read; if there are more, a longer text is needed. */
const MOST_READ = 500
/** The highest code point: every text sorts before it. */
const LAST = '\u{10ffff}'

/** Users whose address begins with this, in the order of the addresses: an exact match comes first. */
export async function selectUsersByEmail({ sql, project }: ProjectCall, text: string, most: number): Promise<User[]> {
  const rows = await sql<UserRow[]>`
    select * from users
    where project_id = ${project.id} and email is not null
      and lower(email) collate "C" >= lower(${text}::text) collate "C"
      and lower(email) collate "C" < (lower(${text}::text) || ${LAST}::text) collate "C"
    order by lower(email) collate "C", id limit ${most}`
  return rows.map(toUser)
}

/**
 * Users whose name contains this, the newest first. All matches are found in the index before any row is read: without `materialized`, PostgreSQL
 * would consider it cheap to read the table from the front until the limit is reached.
 */
export async function selectUsersByName({ sql, project }: ProjectCall, text: string, most: number): Promise<User[]> {
  const pattern = patternFor(text)
  if (pattern === undefined) return []
  const rows = await sql<UserRow[]>`
    with fitting as materialized (
      select * from users
      where project_id = ${project.id}
        and lower(' ' || coalesce(given_name, '') || ' ' || coalesce(family_name, '') || ' ' || coalesce(custom_name, '')) like lower(${pattern}::text))
    select * from (select * from fitting limit ${MOST_READ}) as first order by id desc limit ${most}`
  return rows.map(toUser)
}

/**
 * The index holds three characters of a word at a time. A shorter text is found only at the beginning of a name, and a text without letters and
 * digits is not found at all.
 */
function patternFor(text: string): string | undefined {
  const literal = text.replace(/[\\%_]/g, '\\$&')
  if (/[\p{L}\p{N}]{3}/u.test(text)) return `%${literal}%`
  return /[\p{L}\p{N}]/u.test(text) ? `% ${literal}%` : undefined
}
