import type { Permitted } from '../call/index.ts'
import { inSight } from '../categories/fragments.ts'

interface UsageRow {
  id: string
  count: number
}

/** How many posts have each of these statuses, hidden, merged and deleted ones included; counted up to `most`. */
export async function selectStatusUsage(
  { sql, project }: Permitted<'project:write'>,
  ids: readonly string[],
  most: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await sql<UsageRow[]>`
    select asked.id, n.count from unnest(${ids}::text[]) as asked (id), lateral (
      select count(*) as count from (
        select 1 from post_standings s where s.project_id = ${project.id} and s.status_id = asked.id limit ${most}) as counted) as n`
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** How many listed posts that the caller sees have each of these statuses; counted up to `most`. */
export async function selectListedByStatus(
  call: Permitted,
  ids: readonly string[],
  most: number,
): Promise<ReadonlyMap<string, number>> {
  const { sql, project } = call
  const rows = await sql<UsageRow[]>`
    select asked.id, n.count from unnest(${ids}::text[]) as asked (id), lateral (
      select count(*) as count from (
        select 1 from post_standings s
        where s.project_id = ${project.id} and s.status_id = asked.id and s.is_listed and ${inSight(call)} limit ${most}) as counted) as n`
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** How many listed posts that the caller sees have each of these tags; counted up to `most`. */
export async function selectListedByTag(
  call: Permitted,
  ids: readonly string[],
  most: number,
): Promise<ReadonlyMap<string, number>> {
  const { sql, project } = call
  const rows = await sql<UsageRow[]>`
    select asked.id, n.count from unnest(${ids}::text[]) as asked (id), lateral (
      select count(*) as count from (
        select 1 from posts p join post_standings s on s.project_id = p.project_id and s.post_id = p.id
        where p.project_id = ${project.id} and p.tag_ids @> array[asked.id] and s.is_listed and ${inSight(call)} limit ${most}) as counted) as n`
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** How many posts that are not deleted have each of these tags; counted up to `most`. */
export async function selectTagUsage(
  { sql, project }: Permitted<'project:write'>,
  ids: readonly string[],
  most: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await sql<UsageRow[]>`
    select asked.id, n.count from unnest(${ids}::text[]) as asked (id), lateral (
      select count(*) as count from (
        select 1 from posts p
        where p.project_id = ${project.id} and p.tag_ids @> array[asked.id] and p.deleted_at is null limit ${most}) as counted) as n`
  return new Map(rows.map(({ id, count }) => [id, count]))
}
