import { type Page, type PageRequest, pageOf, rowsFor } from '../../foundation/paging/index.ts'
import type { ProjectCall } from '../call/index.ts'
import type { Rejection } from './rejection.ts'

const KEPT = 100

/** Adds one and drops what is older than the newest hundred, so a flood of bad tokens does not fill the table. */
export async function insertRejection(
  { sql, project }: ProjectCall,
  { at, code, kid, audience, broken }: Rejection,
): Promise<void> {
  await sql`
    with counted as (
      insert into refusal_days (project_id, day, code, refusals) values (${project.id}, (${at}::timestamptz at time zone 'UTC')::date, ${code}, 1)
      on conflict (project_id, day, code) do update set refusals = refusal_days.refusals + 1)
    insert into rejected_sign_ins (project_id, at, code, kid, audience, rule, expected, found)
    values (${project.id}, ${at}, ${code}, ${kid}, ${audience}, ${broken?.rule}, ${broken?.expected}, ${broken?.found})`
  await sql`
    delete from rejected_sign_ins where project_id = ${project.id} and id <= (
      select id from rejected_sign_ins where project_id = ${project.id} order by id desc offset ${KEPT} limit 1)`
}

interface RejectionRow extends Pick<Rejection, 'at' | 'code' | 'audience'> {
  id: number
  kid: string | null
  rule: string | null
  expected: string | null
  found: string | null
}

export interface RejectionPlace {
  readonly id: number
}

export async function selectRejections(
  { sql, project }: ProjectCall,
  { limit, after }: PageRequest<RejectionPlace>,
): Promise<Page<Rejection, RejectionPlace>> {
  const rows = await sql<RejectionRow[]>`
    select id, at, code, kid, audience, rule, expected, found from rejected_sign_ins
    where project_id = ${project.id} ${after ? sql`and id < ${after.id}` : sql``} order by id desc ${rowsFor(sql, limit)}`
  return pageOf(
    rows,
    limit,
    ({ at, code, kid, audience, rule, expected, found }) => ({
      at,
      code,
      kid: kid ?? undefined,
      audience,
      broken: rule === null ? undefined : { rule, expected: expected ?? '', found: found ?? '' },
    }),
    ({ id }) => ({ id }),
  )
}
