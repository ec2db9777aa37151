import { newId } from '../../../foundation/ids/index.ts'
import type { ProjectCall, User } from '../../call/index.ts'
import type { PersonClaims } from '../../sign-in-tokens/index.ts'
import { toUser, type UserRow } from '../user.ts'

/** Undefined if the sub has a user. Waits for a transaction that makes, changes or erases that user. */
export async function insertUser({ sql, now, project }: ProjectCall, person: PersonClaims): Promise<User | undefined> {
  const [row] = await sql<UserRow[]>`
    insert into users (project_id, id, sub, email, email_verified, given_name, family_name, locale, traits, state, created_at, last_seen_at)
    values (${project.id}, ${newId('user')}, ${person.sub}, ${person.email}, ${person.emailVerified}, ${person.givenName},
      ${person.familyName}, ${person.locale}, ${JSON.stringify(person.traits)}, 'active', ${now}, ${now})
    on conflict (project_id, sub) do nothing returning *`
  return row && toUser(row)
}

/** Until the transaction ends. An imported person is from now on one whom somebody vouched for. */
export async function holdUserBySub({ sql, project }: ProjectCall, sub: string): Promise<User | undefined> {
  const [row] = await sql<(UserRow & { is_imported: boolean })[]>`
    select * from users where project_id = ${project.id} and sub = ${sub} for no key update`
  if (row?.is_imported)
    await sql`update users set is_imported = false where project_id = ${project.id} and id = ${row.id}`
  return row && toUser(row)
}

export async function updateClaims({ sql, project }: ProjectCall, user: User, person: PersonClaims): Promise<User> {
  const [row] = await sql<UserRow[]>`
    update users set email = ${person.email}, email_verified = ${person.emailVerified}, given_name = ${person.givenName},
      family_name = ${person.familyName}, locale = ${person.locale}, traits = ${JSON.stringify(person.traits)}
    where project_id = ${project.id} and id = ${user.id} returning *`
  if (!row) throw new Error('Nobody takes away a user who is held')
  return toUser(row)
}
