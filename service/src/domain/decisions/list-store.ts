import type { Id } from '../../foundation/ids/index.ts'
import { requestedRows } from '../../foundation/storage/index.ts'
import type { ProjectCall } from '../call/index.ts'
import { categoryIdOf } from '../categories/fragments.ts'
import { isPostInSight } from '../posts/fragments.ts'

/** So many of the last changes of a post's status are looked at. */
const MOST_CHANGES = 20

/** What the team says about a post. */
export interface Details {
  readonly categoryId: Id<'category'>
  /** By the ids of their fields. */
  readonly values: Readonly<Record<string, unknown>>
}

/** Only these fields are read: a post may have much longer values. */
export async function selectDetails(
  call: ProjectCall,
  posts: readonly Id<'post'>[],
  fields: readonly Id<'field'>[],
): Promise<Map<Id<'post'>, Details>> {
  const { sql, project } = call
  const rows = await sql<
    { id: Id<'post'>; category_id: Id<'category'>; values: Readonly<Record<string, unknown>> | null }[]
  >`
    select p.id, ${categoryIdOf(call)} as category_id, case when p.field_values is not null then (
      select jsonb_object_agg(f.id, p.field_values -> f.id) from unnest(${fields}::text[]) as f (id)
      where p.field_values ? f.id) end as values
    from ${requestedRows(sql, project.id, posts)} as n
    cross join lateral (
      select * from post_standings o where o.project_id = n.project_id and o.post_id = n.id offset 0) as s
    cross join lateral (select * from posts q where q.project_id = n.project_id and q.id = n.id offset 0) as p
    where s.is_listed and ${isPostInSight(call)}`
  return new Map(rows.map(({ id, category_id, values }) => [id, { categoryId: category_id, values: values ?? {} }]))
}

export interface StatusChange {
  readonly from: Id<'status'>
  readonly to: Id<'status'>
  /** When it changed last. */
  readonly at: Date
}

/** The status before the first change since then, and after the last. */
export async function selectStatusChanges(
  { sql, project }: ProjectCall,
  posts: readonly Id<'post'>[],
  since: Date,
): Promise<Map<Id<'post'>, StatusChange>> {
  const rows = await sql<{ post_id: Id<'post'>; from_id: Id<'status'>; to_id: Id<'status'>; at: Date }[]>`
    select n.id as post_id, e.data ->> 'from_status_id' as from_id, e.data ->> 'to_status_id' as to_id, e.at
    from ${requestedRows(sql, project.id, posts)} as n
    cross join lateral (
      select e.id, e.at, e.data from events_kept e
      where e.project_id = n.project_id and e.post_id = n.id and e.type = 'post.status_changed'
      order by e.id desc limit ${MOST_CHANGES}) as e
    where e.at >= ${since} order by n.id, e.id`
  const found = new Map<Id<'post'>, StatusChange>()
  for (const { post_id, from_id, to_id, at } of rows)
    found.set(post_id, { from: found.get(post_id)?.from ?? from_id, to: to_id, at })
  return found
}
