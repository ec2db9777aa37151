import type { Part } from '../../foundation/storage/index.ts'
import type { ProjectCall } from '../call/index.ts'

/**
 * Inserts votes of an import. `coming` is a query with the columns post_id, user_id and at. The posts are locked; or, with `areNew`, they are made in this
 * transaction, so that nobody else can have voted, and looking for votes that are there is saved. A vote that somebody withdrew stays withdrawn. A vote that
 * a merge brought becomes a vote for this post itself; it is returned, too, and is not `is_new`.
 */
export function importedVotes(
  call: ProjectCall,
  coming: Part,
  { importNumber, areNew }: { readonly importNumber: number; readonly areNew: boolean },
): Part {
  const { sql, project } = call
  const cast = areNew ? sql`true` : isNotWithdrawn(call, sql`c.post_id`, sql`c.user_id`)
  const again = sql`
    on conflict (project_id, post_id, user_id) do update set merged_from = null, import_number = excluded.import_number
    where votes.merged_from is not null`
  return sql`
    insert into votes (project_id, post_id, user_id, created_at, import_number)
    select ${project.id}, c.post_id, c.user_id, min(c.at), ${importNumber}::integer from (${coming}) as c
    where ${cast} group by c.post_id, c.user_id order by c.post_id, c.user_id
    ${areNew ? sql`` : again} returning post_id, user_id, created_at, xmax = 0 as is_new`
}

/** Whether this person has not withdrawn a vote for this post. */
export function isNotWithdrawn({ sql, project }: ProjectCall, postId: Part, userId: Part): Part {
  return sql`
    not exists (select 1 from withdrawn_votes w where w.project_id = ${project.id} and w.post_id = ${postId} and w.user_id = ${userId})`
}
