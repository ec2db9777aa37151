import type { Query, Sql } from '../storage/index.ts'
import type { Weighed } from './page.ts'

type Part = Query<Record<string, unknown>[]>

/**
 * One row more than requested. The usual limits are part of the text: with a parameter PostgreSQL would not know the number of rows, so it
 * would keep no plan and would plan each list again.
 */
export function rowsFor(sql: Sql, limit: number): Query<Record<string, unknown>[]> {
  if (limit === 20) return sql`limit 21`
  if (limit === 100) return sql`limit 101`
  return sql`limit ${limit + 1}`
}

/** The size limit for the texts of a page, as Markdown and HTML together. The first item is always shown, whatever its size. */
export const MOST_BYTES_A_PAGE = 2_000_000

interface Bound {
  readonly mostBytes?: number | undefined
  readonly weight?: Part
}

/**
 * Takes rows with a `body` and a `body_html`, or with another `weight`, and returns the first ones that together are within the size limit. The
 * others stay in the database, which knows the length of a text without reading it. `order` names columns of the rows.
 */
export function lightEnough<Row extends object>(
  sql: Sql,
  rows: Part,
  order: Part,
  { mostBytes = MOST_BYTES_A_PAGE, weight = sql`octet_length(r.body) + octet_length(r.body_html)` }: Bound = {},
): Query<(Row & Weighed)[]> {
  return sql<(Row & Weighed)[]>`
    select * from (
      select r.*, lead(true) over earlier as is_followed, sum(${weight}) over earlier as bytes_before
      from (${rows}) as r window earlier as (order by ${order} rows between unbounded preceding and 1 preceding)) as weighed
    where coalesce(bytes_before, 0) < ${mostBytes} order by ${order}`
}
