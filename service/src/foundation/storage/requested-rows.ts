import type { Query, Sql } from './sql.ts'

/**
 * Rows `(project_id, id, place)` for a look-up by a key of project and id. The project is a column and not a constant: for a new project in
 * a large table PostgreSQL expects no rows at all, so any index with the project seems as good to it as the one that also has the id. The
 * ids stand behind a select, which hides how many there are: a plan for few ids seems cheaper to PostgreSQL than one for any number, so it would plan anew at
 * every use, which takes several times as long as the look-up.
 */
export function requestedRows(sql: Sql, projectId: string, ids: readonly string[]): Query<Record<string, unknown>[]> {
  return sql`(
    select ${projectId}::text as project_id, i.id, i.place
    from unnest((select ${ids}::text[])) with ordinality as i (id, place) offset 0)`
}
