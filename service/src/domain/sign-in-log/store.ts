import { type Page, type PageRequest, pageOf, rowsFor } from '../../foundation/paging/index.ts'
import type { ProjectCall } from '../call.ts'
import type { Rejection } from './rejections.ts'

const KEPT = 100

/** Adds one and drops what is older than the newest hundred, so a flood of bad tokens takes no room. */
export async function insertRejection(
  { sql, project }: ProjectCall,
  { at, code, kid, audience }: Rejection,
): Promise<void> {
  await sql`
    with counted as (
      insert into refusal_days (project_id, day, code, refusals) values (${project.id}, (${at}::timestamptz at time zone 'UTC')::date, ${code}, 1)
      on conflict (project_id, day, code) do update set refusals = refusal_days.refusals + 1)
    insert into rejected_sign_ins (project_id, at, code, kid, audience) values (${project.id}, ${at}, ${code}, ${kid}, ${audience})`
  await sql`
    delete from rejected_sign_ins where project_id = ${project.id} and id <= (
      select id from rejected_sign_ins where project_id = ${project.id} order by id desc offset ${KEPT} limit 1)`
}

export interface RejectionPlace {
  readonly id: number
}

export async function selectRejections(
  { sql, project }: ProjectCall,
  { limit, after }: PageRequest<RejectionPlace>,
): Promise<Page<Rejection, RejectionPlace>> {
  const rows = await sql<(Omit<Rejection, 'kid'> & { id: number; kid: string | null })[]>`
    select id, at, code, kid, audience from rejected_sign_ins
    where project_id = ${project.id} ${after ? sql`and id < ${after.id}` : sql``} order by id desc ${rowsFor(sql, limit)}`
  return pageOf(
    rows,
    limit,
    ({ at, code, kid, audience }) => ({ at, code, kid: kid ?? undefined, audience }),
    ({ id }) => ({ id }),
  )
}
