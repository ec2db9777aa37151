import type { Id } from '../../foundation/ids/index.ts'
import { type Page, type PageRequest, pageOf, rowsFor } from '../../foundation/paging/index.ts'
import type { Call, ProjectCall } from '../call/index.ts'
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

/** The refusals of a day, in UTC, and of the days before it. */
export interface RefusalsOfDay {
  readonly projectId: Id<'project'>
  readonly refusals: number
  /** On average, for each of the days before. */
  readonly usual: number
  /** The most frequent code of the day, and how often it was. */
  readonly code: string
  readonly ofCode: number
}

/** Of each project that had at least so many on that day, or of one project. */
export async function selectRefusalsOf(
  { sql }: Call,
  { day, days, least }: { readonly day: string; readonly days: number; readonly least: number },
  projectId?: Id<'project'>,
): Promise<readonly RefusalsOfDay[]> {
  const rows = await sql<
    { project_id: Id<'project'>; refusals: number; usual: number; code: string; of_code: number }[]
  >`
    with today as (
      select project_id, sum(refusals)::int as refusals, (array_agg(code order by refusals desc, code))[1] as code, max(refusals)::int as of_code
      from refusal_days where day = ${day}::date ${projectId === undefined ? sql`` : sql`and project_id = ${projectId}`}
      group by project_id having sum(refusals) >= ${least}::int)
    select t.*, (
      select coalesce(sum(b.refusals), 0)::float8 / ${days}::int from refusal_days b
      where b.project_id = t.project_id and b.day >= ${day}::date - ${days}::int and b.day < ${day}::date) as usual
    from today t`
  return rows.map(({ project_id: projectId, of_code: ofCode, ...row }) => ({ ...row, projectId, ofCode }))
}
