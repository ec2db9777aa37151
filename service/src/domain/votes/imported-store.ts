import type { Id } from '../../foundation/ids/index.ts'
import type { ProjectCall } from '../call/index.ts'

/** All votes for these posts, which are about to be deleted. */
export async function deleteVotesFor({ sql, project }: ProjectCall, posts: readonly Id<'post'>[]): Promise<void> {
  await sql`delete from votes where project_id = ${project.id} and post_id = any (${posts})`
}

/** Some of the votes that an import brought. Returns how many each post lost. */
export async function deleteVotesOfImport(
  { sql, project }: ProjectCall,
  importNumber: number,
  most: number,
): Promise<Map<Id<'post'>, number>> {
  const rows = await sql<{ post_id: Id<'post'>; count: number }[]>`
    with gone as (
      delete from votes where project_id = ${project.id} and ctid = any (array(
        select ctid from votes where import_number = ${importNumber} order by post_id, user_id limit ${most}))
      returning post_id)
    select post_id, count(*) as count from gone group by post_id`
  return new Map(rows.map(({ post_id, count }) => [post_id, count]))
}
