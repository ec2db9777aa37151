import type { Query, Sql } from './sql.ts'

/**
 * Rows `(project_id, id, place)` to be looked up by a key that has both. The project is a column and no constant: of a project that is new in
 * an old table PostgreSQL expects no rows at all, and takes any index that has the project in it for as good as the one that also has the id.
 */
export function askedFor(sql: Sql, projectId: string, ids: readonly string[]): Query<Record<string, unknown>[]> {
  return sql`(
    select ${projectId}::text as project_id, i.id, i.place
    from unnest(${ids}::text[]) with ordinality as i (id, place) offset 0)`
}
