import type { Part } from '../../foundation/storage/index.ts'
import type { ProjectCall } from '../call/index.ts'

/**
 * Inserts votes of an import and returns those that are new. `coming` is a query with the columns post_id, user_id and at; the posts are locked, or
 * nobody else can see them yet.
 */
export function importedVotes({ sql, project }: ProjectCall, coming: Part, importNumber: number): Part {
  return sql`
    insert into votes (project_id, post_id, user_id, created_at, import_number)
    select ${project.id}, c.post_id, c.user_id, min(c.at), ${importNumber}::integer from (${coming}) as c
    group by c.post_id, c.user_id order by c.post_id, c.user_id
    on conflict do nothing returning post_id, user_id, created_at`
}
