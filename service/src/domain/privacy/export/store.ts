import type { Id } from '../../../foundation/ids/index.ts'
import { type Page, type PageRequest, pageOf, rowsFor } from '../../../foundation/paging/index.ts'
import type { Part, Query } from '../../../foundation/storage/index.ts'
import type { UserCall } from '../../call/index.ts'
import type { EventType } from '../../events/index.ts'
import type { NotificationType } from '../../notifications/index.ts'
import { notificationId } from '../../notifications/inside.ts'
import { isPostInSight } from '../../posts/fragments.ts'
import type {
  ExportedCode,
  ExportedEvent,
  ExportedMark,
  ExportedNotification,
  ExportedReport,
  ExportedSession,
  ExportedVote,
} from './exported.ts'

/* Every statement reads by an index of the user and in its order, so a portion costs the same however much there is. */

export type Read<Item, Place> = Promise<Page<Item, Place>>

/** The row after which a list in the order of time continues. */
export interface TimePlace {
  readonly at: Date
  readonly id: string
}

export async function selectSessions(
  { sql, project, actor: { user } }: UserCall,
  { limit, after }: PageRequest<{ at: Date; hash: Buffer }>,
): Read<ExportedSession, { at: Date; hash: Buffer }> {
  const rows = await sql<{ token_hash: Buffer; created_at: Date; expires_at: Date; ended_at: Date | null }[]>`
    select token_hash, created_at, expires_at, ended_at from sessions
    where project_id = ${project.id} and user_id = ${user.id}
      ${after ? sql`and (created_at, token_hash) > (${after.at}::timestamptz, ${after.hash}::bytea)` : sql``}
    order by created_at, token_hash ${rowsFor(sql, limit)}`
  return pageOf(
    rows,
    limit,
    (row) => ({ createdAt: row.created_at, expiresAt: row.expires_at, endedAt: row.ended_at ?? undefined }),
    (row) => ({ at: row.created_at, hash: row.token_hash }),
  )
}

/** Only codes of the last minutes: older ones are removed. */
export async function selectCodes({ sql, project, actor: { user } }: UserCall): Promise<ExportedCode[]> {
  const rows = await sql<{ created_at: Date; expires_at: Date; used_at: Date | null }[]>`
    select created_at, expires_at, used_at from board_codes
    where project_id = ${project.id} and user_id = ${user.id} order by created_at`
  return rows.map((row) => ({
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    usedAt: row.used_at ?? undefined,
  }))
}

interface MarkRow {
  post_id: Id<'post'>
  created_at: Date
  merged_from: Id<'post'> | null
}

export function selectVotes(call: UserCall, page: PageRequest<TimePlace>): Read<ExportedVote, TimePlace> {
  const { sql } = call
  return selectMarks(
    call,
    sql<(MarkRow & { note: string | null })[]>`post_id, created_at, merged_from, note from votes k`,
    page,
    (row) => ({ ...toMark(row), note: row.note ?? undefined }),
  )
}

export function selectFollows(call: UserCall, page: PageRequest<TimePlace>): Read<ExportedMark, TimePlace> {
  return selectMarks(call, call.sql<MarkRow[]>`post_id, created_at, merged_from from follows k`, page, toMark)
}

/** A mark that a merge copied to a post which they do not see is left out: it would name that post. The mark that they made themselves is there. */
async function selectMarks<Row extends MarkRow, Mark extends ExportedMark>(
  call: UserCall,
  columns: Query<Row[]>,
  { limit, after }: PageRequest<TimePlace>,
  toMark: (row: Row) => Mark,
): Read<Mark, TimePlace> {
  const { sql, project, actor } = call
  const rows = await sql<Row[]>`
    select ${columns}
    where project_id = ${project.id} and user_id = ${actor.user.id} and (merged_from is null or ${seesPost(call, sql`k.post_id`)})
      ${after ? sql`and (created_at, post_id) < (${after.at}::timestamptz, ${after.id})` : sql``}
    order by created_at desc, post_id desc ${rowsFor(sql, limit)}`
  return pageOf(rows, limit, toMark, (row) => ({ at: row.created_at, id: row.post_id }))
}

/** Whether they see the post with this id. */
export function seesPost(call: UserCall, id: Part): Part {
  const { sql, project } = call
  return sql`(
    select ${isPostInSight(call)} from posts p join post_standings s on s.project_id = ${project.id} and s.post_id = p.id
    where p.project_id = ${project.id} and p.id = ${id})`
}

function toMark(row: MarkRow): ExportedMark {
  return { postId: row.post_id, at: row.created_at, mergedFromId: row.merged_from ?? undefined }
}

export async function selectReports(
  { sql, project, actor: { user } }: UserCall,
  { limit, after }: PageRequest<string>,
): Read<ExportedReport, string> {
  const rows = await sql<{ subject_id: ExportedReport['subjectId']; reason: string; created_at: Date }[]>`
    select subject_id, reason, created_at from reports
    where project_id = ${project.id} and user_id = ${user.id} ${after ? sql`and subject_id > ${after}` : sql``}
    order by subject_id ${rowsFor(sql, limit)}`
  return pageOf(
    rows,
    limit,
    (row) => ({ subjectId: row.subject_id, reason: row.reason, createdAt: row.created_at }),
    (row) => row.subject_id,
  )
}

interface NotificationRow {
  event_id: Id<'event'>
  type: NotificationType
  post_id: Id<'post'>
  comment_id: Id<'comment'> | null
  changelog_entry_id: Id<'changelogEntry'> | null
  created_at: Date
  read_at: Date | null
}

export async function selectNotifications(
  { sql, project, actor: { user } }: UserCall,
  { limit, after }: PageRequest<string>,
): Read<ExportedNotification, string> {
  const rows = await sql<NotificationRow[]>`
    select event_id, type, post_id, comment_id, changelog_entry_id, created_at, read_at from notifications
    where project_id = ${project.id} and user_id = ${user.id} ${after ? sql`and event_id > ${after}` : sql``}
    order by event_id ${rowsFor(sql, limit)}`
  return pageOf(
    rows,
    limit,
    (row) => ({
      id: notificationId(row.event_id),
      type: row.type,
      postId: row.post_id,
      commentId: row.comment_id ?? undefined,
      entryId: row.changelog_entry_id ?? undefined,
      createdAt: row.created_at,
      readAt: row.read_at ?? undefined,
    }),
    (row) => row.event_id,
  )
}

interface EventRow {
  id: Id<'event'>
  type: EventType
  at: Date
  subject_id: string
  post_id: Id<'post'> | null
}

export async function selectEvents(
  { sql, project, actor: { user } }: UserCall,
  { limit, after }: PageRequest<string>,
): Read<ExportedEvent, string> {
  const rows = await sql<EventRow[]>`
    select id, type, at, subject_id, post_id from events
    where project_id = ${project.id} and actor_kind = 'user' and actor_id = ${user.id} ${after ? sql`and id < ${after}` : sql``}
    order by id desc ${rowsFor(sql, limit)}`
  return pageOf(
    rows,
    limit,
    (row) => ({
      id: row.id,
      type: row.type,
      at: row.at,
      subjectId: row.subject_id,
      postId: row.post_id ?? undefined,
    }),
    (row) => row.id,
  )
}
