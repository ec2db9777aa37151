import type { Part, Sql } from '../../foundation/storage/index.ts'
import type { ProjectCall } from '../call/index.ts'

/** `sureVotesOf` in SQL, of positive numbers. */
export function sureVotes(sql: Sql, voters: Part, squares: Part): Part {
  const effect = sql`(${squares}::float8 / ${voters})`
  return sql`(${voters} + ${effect} / 2 - sqrt(${voters} * ${effect} + ${effect} ^ 2 / 4))`
}

/** The account of user u. */
export function accountOf({ sql, project }: ProjectCall): Part {
  return sql`account_in(u.traits, ${project.accountTrait}::text)`
}

/**
 * Whether user u has this text, or the number that it says, as the account trait. Written as in the index users_by_trait, which finds them; an `offset 0`
 * around it keeps other conditions on the project away from that, as `usersWhoFit` does.
 */
export function belongsTo({ sql, project }: ProjectCall, name: Part): Part {
  const has = (value: Part) => sql`
    jsonb_set('{}', array[u.project_id], u.traits) @> jsonb_build_object(${project.id}::text, jsonb_build_object(${project.accountTrait}::text, ${value}))`
  const asNumber = sql`case when ${name} ~ '^-?[0-9]{1,15}([.][0-9]{1,15})?$' then to_jsonb(${name}::numeric) else to_jsonb(${name}) end`
  return sql`(${has(name)} or ${has(asNumber)})`
}
