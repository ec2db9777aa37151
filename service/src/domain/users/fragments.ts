import type { Part, Sql } from '../../foundation/storage/index.ts'
import type { Call, ProjectCall } from '../call/index.ts'
import { snakeCased } from '../members.ts'
import { hashSub } from './hash-sub.ts'

/** The columns of an `AuthorRow` beside its `author_id`, from users u. */
export function authorColumns({ sql }: Call): Part {
  return sql`
    u.state as author_state, u.name_choice as author_name_choice, u.custom_name as author_custom_name,
    u.given_name as author_given_name, u.family_name as author_family_name`
}

/** The users with these ids as a JSON array of `AuthorRow`, or null. */
export function authorsAsJson(call: ProjectCall, ids: Part): Part {
  const { sql, project } = call
  return sql`(
    select jsonb_agg(to_jsonb(named)) from (
      select u.id as author_id, ${authorColumns(call)} from users u
      where u.project_id = ${project.id} and u.id = any (${ids})) as named)`
}

/** The columns of a `SignedInRow`, from users u. */
export function signedInColumns({ sql }: Call): Part {
  return sql`
    u.id, u.given_name, u.family_name, u.locale, u.state, u.name_choice, u.custom_name, u.name_locked, u.notification_choices,
    u.created_at, u.version`
}

/** As jsonb, what user u wants to be told, and how: like `notificationsOf`, their own choice comes before the project's default. */
export function choicesOf({ sql, project }: ProjectCall): Part {
  return sql`(${JSON.stringify(snakeCased(project.notificationDefaults))}::jsonb || u.notification_choices)`
}

/** Whether this sub was erased at that moment or later. Use it in a statement that begins after the user's row is locked. */
export function erasedSince({ sql, project }: ProjectCall, sub: string, time: Date): Part {
  return sql`exists (
    select 1 from erased_subs where project_id = ${project.id} and sub_hash = ${hashSub(sub)} and erased_at >= ${time})`
}

/** The same for a person in a record: by the sub or by the address. */
export function hasErased(
  { sql, project }: ProjectCall,
  { sub, email }: { readonly sub: Part; readonly email: Part },
  time: Date,
): Part {
  return sql`exists (
    select 1 from erased_subs e where e.project_id = ${project.id} and e.erased_at >= ${time}
      and e.sub_hash in (sha256(convert_to(${sub}, 'UTF8')), ${addressHash(sql, email)}))`
}

/** Addresses are remembered among the subs. No sub holds NUL. */
export function addressHash(sql: Sql, email: Part): Part {
  return sql`sha256(decode('00', 'hex') || convert_to(lower(${email}), 'UTF8'))`
}
