import type { Part } from '../../foundation/storage/index.ts'
import type { ProjectCall } from '../call/index.ts'

/**
 * Inserts votes of an import and returns those that are new. `coming` is a query with the columns post_id, user_id and at. The posts are locked; or, with
 * `areNew`, they are made in this transaction, so that nobody else can have voted, and looking for votes that are there is saved.
 */
export function importedVotes(
  { sql, project }: ProjectCall,
  coming: Part,
  { importNumber, areNew }: { readonly importNumber: number; readonly areNew: boolean },
): Part {
  return sql`
    insert into votes (project_id, post_id, user_id, created_at, import_number)
    select ${project.id}, c.post_id, c.user_id, min(c.at), ${importNumber}::integer from (${coming}) as c
    group by c.post_id, c.user_id order by c.post_id, c.user_id
    ${areNew ? sql`` : sql`on conflict do nothing`} returning post_id, user_id, created_at`
}
