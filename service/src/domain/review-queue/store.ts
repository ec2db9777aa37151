import type { Id } from '../../foundation/ids/index.ts'
import { lightEnough, type Page, type PageRequest, pageOf, rowsFor } from '../../foundation/paging/index.ts'
import type { ProjectCall } from '../call/index.ts'

/** The texts that can wait for a decision. */
export type Subject = Id<'post'> | Id<'comment'>

/* Every change to an item locks the post of its subject, so that decisions, reports and deletions run one after the other. */

/** Call it in the transaction that writes the text that needs approval. */
export async function queueForApproval({ sql, now, project }: ProjectCall, subject: Subject): Promise<void> {
  await sql`
    insert into moderation_items as i (project_id, subject_id, is_pending, opened_at)
    values (${project.id}, ${subject}, true, ${now})
    on conflict (project_id, subject_id) do update set
      is_pending = true, closed_at = null,
      opened_at = case when i.closed_at is null then i.opened_at else excluded.opened_at end`
}

/** The subject was deleted: settles its reports and removes its item; a post takes its comments along. */
export async function leaveQueue({ sql, now, project }: ProjectCall, ...gone: readonly Subject[]): Promise<void> {
  const subjects = sql`
    select unnest(${gone}::text[]) union all select id from comments where project_id = ${project.id} and post_id = any (${gone})`
  await sql`
    update reports set settled_at = ${now}
    where project_id = ${project.id} and subject_id in (${subjects}) and settled_at is null`
  await sql`
    update moderation_items set is_pending = false, report_count = 0, closed_at = ${now}
    where project_id = ${project.id} and subject_id in (${subjects}) and closed_at is null`
}

/** The state of an item before the decision. */
export interface Closed {
  readonly wasOpen: boolean
  /** Whether there was neither an earlier decision nor a waiting item. */
  readonly isFirst: boolean
  readonly reportCount: number
}

/** Records a decision, even if no item was waiting. */
export async function closeItem({ sql, now, project }: ProjectCall, subject: Subject): Promise<Closed> {
  const [before] = await sql<{ report_count: number; is_open: boolean }[]>`
    select report_count, closed_at is null as is_open from moderation_items
    where project_id = ${project.id} and subject_id = ${subject}`
  await sql`
    insert into moderation_items as i (project_id, subject_id, is_pending, opened_at, closed_at)
    values (${project.id}, ${subject}, false, ${now}, ${now})
    on conflict (project_id, subject_id) do update set
      is_pending = false, report_count = 0, closed_at = coalesce(i.closed_at, excluded.closed_at)`
  await sql`
    update reports set settled_at = ${now}
    where project_id = ${project.id} and subject_id = ${subject} and settled_at is null`
  return {
    wasOpen: before?.is_open ?? false,
    isFirst: before === undefined,
    reportCount: before?.is_open ? before.report_count : 0,
  }
}

/**
 * Takes back a `closeItem` of a given moment: the reports that it settled are open again, and an item that it made is removed. Returns the number of
 * reports; undefined if the item is open, because something new came.
 */
export async function reopenItem(
  { sql, project }: ProjectCall,
  subject: Subject,
  { at, isPending }: { readonly at: Date; readonly isPending: boolean },
): Promise<number | undefined> {
  const closed = await sql`
    select 1 from moderation_items where project_id = ${project.id} and subject_id = ${subject} and closed_at is not null`
  if (closed.length === 0) return undefined
  const reports = await sql`
    update reports set settled_at = null
    where project_id = ${project.id} and subject_id = ${subject} and settled_at = ${at} returning 1`
  if (isPending || reports.length > 0) {
    await sql`
      update moderation_items set is_pending = ${isPending}, report_count = ${reports.length}, closed_at = null
      where project_id = ${project.id} and subject_id = ${subject}`
  } else {
    await sql`
      delete from moderation_items
      where project_id = ${project.id} and subject_id = ${subject} and opened_at = ${at} and closed_at = ${at}`
  }
  return reports.length
}

export interface Report {
  readonly reason: string
  readonly createdAt: Date
  /** False if the same user had reported it before; then it holds the first report. */
  readonly isNew: boolean
}

/** One statement: only a new report is counted and opens a closed item. */
export async function insertReport(
  { sql, now, project }: ProjectCall,
  subject: Subject,
  userId: Id<'user'>,
  reason: string,
): Promise<Report> {
  const [row] = await sql<{ reason: string; created_at: Date; is_new: boolean }[]>`
    with filed as (
      insert into reports (project_id, subject_id, user_id, reason, created_at)
      values (${project.id}, ${subject}, ${userId}, ${reason}, ${now})
      on conflict do nothing returning reason, created_at),
    opened as (
      insert into moderation_items as i (project_id, subject_id, is_pending, report_count, opened_at)
      select ${project.id}, ${subject}, false, 1, ${now}::timestamptz from filed
      on conflict (project_id, subject_id) do update set
        report_count = i.report_count + 1, closed_at = null,
        opened_at = case when i.closed_at is null then i.opened_at else excluded.opened_at end)
    select reason, created_at, true as is_new from filed
    union all
    select reason, created_at, false from reports
    where project_id = ${project.id} and subject_id = ${subject} and user_id = ${userId}`
  if (!row) throw new Error('A report that could not be filed is there already')
  return { reason: row.reason, createdAt: row.created_at, isNew: row.is_new }
}

/** A user's report of a post or a comment. */
export interface FiledReport {
  readonly subjectId: string
  readonly userId: Id<'user'>
  readonly reason: string
  readonly createdAt: Date
}

/** The existing reports of these users about these subjects. */
export async function selectReports(
  { sql, project }: ProjectCall,
  asked: readonly { readonly subjectId: string; readonly userId: string }[],
): Promise<FiledReport[]> {
  if (asked.length === 0) return []
  const rows = await sql<{ subject_id: string; user_id: Id<'user'>; reason: string; created_at: Date }[]>`
    select r.subject_id, r.user_id, r.reason, r.created_at
    from unnest(${asked.map(({ subjectId }) => subjectId)}::text[], ${asked.map(({ userId }) => userId)}::text[]) as a (subject_id, user_id)
    join reports r on r.project_id = ${project.id} and r.subject_id = a.subject_id and r.user_id = a.user_id`
  return rows.map((row) => ({
    subjectId: row.subject_id,
    userId: row.user_id,
    reason: row.reason,
    createdAt: row.created_at,
  }))
}

export interface Item {
  readonly subject: Subject
  /** Whether it is hidden until somebody approves it. */
  readonly isPending: boolean
  readonly reportCount: number
  readonly openedAt: Date
  readonly closedAt: Date | undefined
}

export interface ItemFilter {
  readonly kind?: 'post' | 'comment' | undefined
  readonly reason?: 'pending' | 'reported' | undefined
}

export interface ItemPlace {
  readonly at: string
  readonly id: string
}

interface ItemRow {
  subject_id: Subject
  is_pending: boolean
  report_count: number
  opened_at: Date
  closed_at: Date | null
}

/** Open items, the oldest first; the weight of each is the size of its texts. */
export async function selectOpenItems(
  { sql, project }: ProjectCall,
  { kind, reason }: ItemFilter,
  { limit, after }: PageRequest<ItemPlace>,
): Promise<Page<Item, ItemPlace>> {
  const items = sql`
    select project_id, subject_id, is_pending, report_count, opened_at, closed_at from moderation_items
    where project_id = ${project.id} and closed_at is null
      ${kind ? sql`and subject_id like ${kind === 'post' ? 'pst%' : 'cmt%'}` : sql``}
      ${reason ? (reason === 'pending' ? sql`and is_pending` : sql`and report_count > 0`) : sql``}
      ${after ? sql`and (opened_at, subject_id) > (${after.at}::timestamptz, ${after.id})` : sql``}
    order by opened_at, subject_id ${rowsFor(sql, limit)}`
  const weighed = sql`
    select i.*, coalesce(octet_length(c.body) + octet_length(c.body_html), 0) + coalesce((
      select octet_length(p.body) + octet_length(p.body_html) from posts p
      where p.project_id = i.project_id and p.id = coalesce(c.post_id, i.subject_id)), 0) as bytes
    from (${items}) as i left join comments c on c.project_id = i.project_id and c.id = i.subject_id`
  const rows = await lightEnough<ItemRow>(sql, weighed, sql`opened_at, subject_id`, { weight: sql`r.bytes` })
  return pageOf(rows, limit, toItem, (row) => ({ at: row.opened_at.toISOString(), id: row.subject_id }))
}

export async function selectItem({ sql, project }: ProjectCall, subject: Subject): Promise<Item | undefined> {
  const [row] = await sql<ItemRow[]>`
    select subject_id, is_pending, report_count, opened_at, closed_at from moderation_items
    where project_id = ${project.id} and subject_id = ${subject}`
  return row && toItem(row)
}

function toItem(row: ItemRow): Item {
  return {
    subject: row.subject_id,
    isPending: row.is_pending,
    reportCount: row.report_count,
    openedAt: row.opened_at,
    closedAt: row.closed_at ?? undefined,
  }
}
