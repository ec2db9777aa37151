import type { Id } from '../../foundation/ids/index.ts'
import { Problem } from '../../foundation/problems/index.ts'
import { codeOf } from '../../foundation/storage/index.ts'
import { type Call, inTransaction, type ProjectCall } from '../call/index.ts'
import { fitsRules, usersWhoFit } from './fragments.ts'
import type { Rules } from './rules.ts'

const TOOK_TOO_LONG = '57014'

/** A count that takes longer than a request may. */
export interface KeptCount {
  readonly id: string
  readonly rules: Rules
  readonly asked_at: Date
  /** The last count; null: not counted to the end yet. */
  readonly people: number | null
  readonly counted_at: Date | null
  /** How many the count under way has found. */
  readonly found: number
  /** The user up to whom it came. Empty: none yet. Null: no count is under way. */
  readonly counted_until: string | null
}

/** Undefined: it takes longer. Do not call it in a transaction, which would fail as a whole. */
export function countWithin(call: ProjectCall, rules: Rules, ms: number): Promise<number | undefined> {
  return inTransaction(call, async (call) => {
    const { sql } = call
    await sql`select set_config('statement_timeout', ${String(ms)}, true)`
    const [row] = await sql<{ people: number }[]>`
      select count(*)::integer as people from ${usersWhoFit(call, rules)}`.plannedAnew()
    return row?.people ?? 0
  }).catch((error) => {
    const reason = error instanceof Problem ? error.cause : error // a transaction says that the service is not available
    if (codeOf(reason) !== TOOK_TOO_LONG) throw error
    return undefined
  })
}

export interface Portion {
  /** How many of these users fit. */
  readonly found: number
  /** The last of them; undefined: there are no more after them. */
  readonly last: string | undefined
}

/** Looks at the next users of the project, in the order of their ids. */
export async function countNext(call: ProjectCall, rules: Rules, after: string, most: number): Promise<Portion> {
  const { sql, project } = call
  const [row] = await sql<{ seen: number; found: number; last: string }[]>`
    select count(*)::integer as seen, (count(*) filter (where ${fitsRules(call, rules)}))::integer as found, max(u.id) as last from (
      select * from users n where n.project_id = ${project.id} and n.id > ${after} order by n.id limit ${most}) as u`.plannedAnew()
  return { found: row?.found ?? 0, last: row && row.seen === most ? row.last : undefined }
}

export async function selectCount({ sql, project }: ProjectCall, id: string): Promise<KeptCount | undefined> {
  const [row] = await sql<KeptCount[]>`select * from segment_counts where project_id = ${project.id} and id = ${id}`
  return row
}

/** Notes that somebody asked for it. One that is not there is counted from now on; `found` is what is known of it. */
export async function askForCount(
  { sql, project, now }: ProjectCall,
  { id, rules, found }: Pick<KeptCount, 'id' | 'rules' | 'found'>,
): Promise<KeptCount> {
  const [row] = await sql<KeptCount[]>`
    insert into segment_counts (project_id, id, rules, asked_at, found, counted_until)
    values (${project.id}, ${id}, ${JSON.stringify(rules)}, ${now}, ${found}, '')
    on conflict (project_id, id) do update set asked_at = excluded.asked_at returning *`
  if (!row) throw new Error('An insert answers with its row')
  return row
}

/** Until the transaction ends, one at a time counts people of the project beside requests, or forgets counts. */
export async function holdCounts({ sql, project }: ProjectCall): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`segment counts ${project.id}`}, 0))`
}

export async function keepProgress(
  { sql, project }: ProjectCall,
  { id, found, counted_until }: Pick<KeptCount, 'id' | 'found' | 'counted_until'>,
): Promise<void> {
  await sql`
    update segment_counts set found = ${found}, counted_until = ${counted_until}
    where project_id = ${project.id} and id = ${id}`
}

export async function keepCount({ sql, project, now }: ProjectCall, id: string, people: number): Promise<void> {
  await sql`
    update segment_counts set people = ${people}, counted_at = ${now}, found = 0, counted_until = null
    where project_id = ${project.id} and id = ${id}`
}

/** Of the next project with something to count, what was asked for last. */
export async function selectCountDue(
  { sql }: Call,
  countedBefore: Date,
  after: string,
): Promise<{ project_id: Id<'project'>; id: string } | undefined> {
  const [row] = await sql<{ project_id: Id<'project'>; id: string }[]>`
    select c.project_id, c.id from segment_counts c
    where c.project_id > ${after} and (c.counted_until is not null or (c.counted_at < ${countedBefore} and c.asked_at > c.counted_at))
    order by c.project_id, c.asked_at desc, c.id limit 1`
  return row
}

/** Removes counts that nobody asked for since then, and all but the `most` that were asked for last. */
export async function deleteOldCounts({ sql, project }: ProjectCall, askedBefore: Date, most: number): Promise<void> {
  await sql`
    delete from segment_counts c where c.project_id = ${project.id} and (c.asked_at < ${askedBefore} or c.id in (
      select o.id from segment_counts o where o.project_id = ${project.id} order by o.asked_at desc, o.id offset ${most}))`
}

export async function deleteCounts({ sql, project }: ProjectCall): Promise<void> {
  await sql`delete from segment_counts where project_id = ${project.id}`
}
