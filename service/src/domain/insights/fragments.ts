import type { Part, Sql } from '../../foundation/storage/index.ts'

/** `sureVotesOf` in SQL, of positive numbers. */
export function sureVotes(sql: Sql, voters: Part, squares: Part): Part {
  const effect = sql`(${squares}::float8 / ${voters})`
  return sql`(${voters} + ${effect} / 2 - sqrt(${voters} * ${effect} + ${effect} ^ 2 / 4))`
}
