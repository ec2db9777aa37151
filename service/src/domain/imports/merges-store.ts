import type { Id } from '../../foundation/ids/index.ts'
import type { ProjectCall } from '../call/index.ts'
import type { Import } from './import.ts'

type Numbered = Pick<Import, 'number'>

/** Those of these posts that an import has merged before, whether they are merged still or not. */
export async function selectMergedBefore(
  { sql, project }: ProjectCall,
  posts: readonly Id<'post'>[],
): Promise<Set<Id<'post'>>> {
  const rows = await sql<{ post_id: Id<'post'> }[]>`
    select post_id from import_merges where project_id = ${project.id} and post_id = any (${posts})`
  return new Set(rows.map(({ post_id }) => post_id))
}

export async function insertMerge(
  { sql, project }: ProjectCall,
  { number }: Numbered,
  from: Id<'post'>,
  to: Id<'post'>,
): Promise<void> {
  await sql`
    insert into import_merges (project_id, post_id, into_id, import_number) values (${project.id}, ${from}, ${to}, ${number})`
}

/** Some posts that an import merged and did not make. `stands`: they are merged still. */
export async function selectMergesOf(
  call: ProjectCall,
  { number }: Numbered,
  most: number,
): Promise<{ id: Id<'post'>; stands: boolean }[]> {
  const { sql, project } = call
  return sql<{ id: Id<'post'>; stands: boolean }[]>`
    select m.post_id as id, p.merged_into_id is not distinct from m.into_id as stands
    from import_merges m join posts p on p.project_id = m.project_id and p.id = m.post_id
    where m.import_number = ${number} and m.project_id = ${project.id} and not ${isMade(call, number, sql`m.post_id`)}
    order by m.post_id limit ${most}`
}

export async function deleteMerges({ sql, project }: ProjectCall, posts: readonly Id<'post'>[]): Promise<void> {
  await sql`delete from import_merges where project_id = ${project.id} and post_id = any (${posts})`
}

/**
 * Merges between these posts of an import and posts of others. Those out of the import come first. `isTold`: people did it,
 * or an import that told of it.
 */
export async function selectMergesAcross(
  call: ProjectCall,
  { number }: Numbered,
  posts: readonly Id<'post'>[],
): Promise<{ id: Id<'post'>; isTold: boolean }[]> {
  const { sql, project } = call
  return sql<{ id: Id<'post'>; isTold: boolean }[]>`
    select p.id, not exists (
        select 1 from import_merges m join imports i on i.number = m.import_number
        where m.project_id = p.project_id and m.post_id = p.id and m.into_id = p.merged_into_id and not i.notifies) as "isTold"
    from posts p where p.project_id = ${project.id} and (
      (p.id = any (${posts}) and p.merged_into_id is not null and not ${isMade(call, number, sql`p.merged_into_id`)})
      or (p.merged_into_id = any (${posts}) and not ${isMade(call, number, sql`p.id`)}))
    order by p.id <> all (${posts}), p.id`
}

function isMade({ sql, project }: ProjectCall, number: number, post: ReturnType<ProjectCall['sql']>) {
  return sql`exists (
    select 1 from import_records k where k.import_number = ${number} and k.target_id = ${post} and k.project_id = ${project.id} and k.is_made)`
}
