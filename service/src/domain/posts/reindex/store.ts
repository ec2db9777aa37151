import type { Id } from '../../../foundation/ids/index.ts'
import type { ProjectCall } from '../../call/index.ts'
import { searchVector } from '../fragments.ts'

/** The next posts in the order of their ids, also deleted and merged ones. */
export async function selectIdsAfter(
  { sql, project }: ProjectCall,
  after: string,
  limit: number,
): Promise<Id<'post'>[]> {
  const rows = await sql<{ id: Id<'post'> }[]>`
    select id from posts where project_id = ${project.id} and id > ${after} order by id limit ${limit}`
  return rows.map(({ id }) => id)
}

/** In the language that the project has at this moment. Posts that are already in it are not written again. */
export async function updateSearch({ sql, project }: ProjectCall, ids: readonly Id<'post'>[]): Promise<void> {
  await sql`
    update posts p set search = n.search
    from (
      select o.id, ${searchVector(sql, sql`j.language`, sql`o.title`, sql`o.body`)} as search
      from posts o join projects j on j.id = o.project_id
      where o.project_id = ${project.id} and o.id = any (${ids})) as n
    where p.project_id = ${project.id} and p.id = n.id and p.search <> n.search`
}
