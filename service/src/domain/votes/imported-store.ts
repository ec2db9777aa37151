import type { Id } from '../../foundation/ids/index.ts'
import type { ProjectCall } from '../call/index.ts'

/** All votes for these posts, which are about to be deleted. Returns those that people or other imports voted for. */
export async function deleteVotesFor(
  { sql, project }: ProjectCall,
  posts: readonly Id<'post'>[],
  importNumber: number,
): Promise<Id<'post'>[]> {
  const rows = await sql<{ post_id: Id<'post'> }[]>`
    with gone as (
      delete from votes where project_id = ${project.id} and post_id = any (${posts}) returning post_id, import_number, merged_from)
    select distinct post_id from gone where import_number is distinct from ${importNumber}::integer and merged_from is null`
  return rows.map(({ post_id }) => post_id)
}

/** Deletes at most so many of the votes for these posts that an import brought. Returns how many each post lost. */
export async function deleteSomeVotesFor(
  { sql, project }: ProjectCall,
  posts: readonly Id<'post'>[],
  importNumber: number,
  most: number,
): Promise<Map<Id<'post'>, number>> {
  const rows = await sql<{ post_id: Id<'post'>; count: number }[]>`
    with gone as (
      delete from votes where ctid = any (array(
        select ctid from votes where project_id = ${project.id} and post_id = any (${posts}) and import_number = ${importNumber}
        limit ${most})) returning post_id)
    select post_id, count(*) as count from gone group by post_id order by post_id`
  return new Map(rows.map(({ post_id, count }) => [post_id, count]))
}

/** Who voted in some of the votes that an import brought, by post. */
export async function selectVotesOfImport(
  { sql, project }: ProjectCall,
  importNumber: number,
  most: number,
): Promise<Map<Id<'post'>, Id<'user'>[]>> {
  const rows = await sql<{ post_id: Id<'post'>; user_ids: Id<'user'>[] }[]>`
    select post_id, array_agg(user_id) as user_ids from (
      select post_id, user_id from votes where project_id = ${project.id} and import_number = ${importNumber}
      order by post_id, user_id limit ${most}) as v group by post_id order by post_id`
  return new Map(rows.map(({ post_id, user_ids }) => [post_id, user_ids]))
}
