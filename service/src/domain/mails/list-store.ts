import type { Id } from '../../foundation/ids/index.ts'
import { SERVER_FAILURES } from '../../foundation/mail/index.ts'
import { type Page, type PageRequest, pageOf, rowsFor } from '../../foundation/paging/index.ts'
import type { Permitted, ProjectCall } from '../call/index.ts'
import { type Mail, type MailRow, type MailState, toMail } from './mail.ts'

export interface MailPlace {
  readonly id: string
}

/** The newest first. */
export async function selectMails(
  { sql, project }: Permitted<'mails:manage'>,
  { state }: { readonly state?: MailState | undefined },
  { limit, after }: PageRequest<MailPlace>,
): Promise<Page<Mail, MailPlace>> {
  const rows = await sql<MailRow[]>`
    select * from mails where project_id = ${project.id} ${state === undefined ? sql`` : sql`and state = ${state}`}
      ${after ? sql`and id < ${after.id}` : sql``}
    order by id desc ${rowsFor(sql, limit)}`
  return pageOf(rows, limit, toMail, ({ id }) => ({ id }))
}

export async function selectMail({ sql, project }: ProjectCall, id: Id<'mail'>): Promise<Mail | undefined> {
  const [row] = await sql<MailRow[]>`select * from mails where project_id = ${project.id} and id = ${id}`
  return row && toMail(row)
}

/** Mails that wait are counted up to this number of each failure. */
export const MOST_COUNTED = 1_000

/** The last failure of the mail server itself, and how many mails wait because of such failures. The count of each failure stops at `MOST_COUNTED`. */
export async function selectTrouble({
  sql,
  project,
}: ProjectCall): Promise<{ readonly waiting: number; readonly mail: Mail } | undefined> {
  const [row] = await sql<(MailRow & { waiting: number })[]>`
    with kept_back as materialized (
      select m.id, m.due_at from unnest(${SERVER_FAILURES}::text[]) as failure (reason) cross join lateral (
        select id, due_at from mails where project_id = ${project.id} and state = 'sending' and reason = failure.reason
        order by due_at desc limit ${MOST_COUNTED}) as m)
    select m.*, (select count(*)::int from kept_back) as waiting from mails m
    where m.project_id = ${project.id} and m.id = (select id from kept_back order by due_at desc limit 1)`
  return row && { waiting: row.waiting, mail: toMail(row) }
}
