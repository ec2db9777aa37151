import { type Id, newId } from '../../../foundation/ids/index.ts'
import { type Page, type PageRequest, pageOf, rowsFor } from '../../../foundation/paging/index.ts'
import type { ProjectCall } from '../../call/index.ts'

/** An address that gets no mail. */
export interface Suppression {
  readonly id: Id<'mailSuppression'>
  /** In lower case. */
  readonly email: string
  readonly reason: string
  readonly createdAt: Date
}

interface SuppressionRow {
  id: Id<'mailSuppression'>
  email: string
  reason: string
  created_at: Date
}

/** An address that is suppressed already stays as it is. */
export async function insertSuppression(
  { sql, now, project }: ProjectCall,
  email: string,
  reason: string,
): Promise<Suppression> {
  const [row] = await sql<SuppressionRow[]>`
    insert into mail_suppressions (project_id, id, email, reason, created_at)
    values (${project.id}, ${newId('mailSuppression')}, ${email.toLowerCase()}, ${reason}, ${now})
    on conflict (project_id, email) do update set reason = mail_suppressions.reason
    returning id, email, reason, created_at`
  if (!row) throw new Error('An upsert answers with its row')
  return toSuppression(row)
}

export interface SuppressionPlace {
  readonly id: string
}

/** The newest first. */
export async function selectSuppressions(
  { sql, project }: ProjectCall,
  { email }: { readonly email?: string | undefined },
  { limit, after }: PageRequest<SuppressionPlace>,
): Promise<Page<Suppression, SuppressionPlace>> {
  const rows = await sql<SuppressionRow[]>`
    select id, email, reason, created_at from mail_suppressions
    where project_id = ${project.id} ${email === undefined ? sql`` : sql`and email = ${email.toLowerCase()}`}
      ${after ? sql`and id < ${after.id}` : sql``}
    order by id desc ${rowsFor(sql, limit)}`
  return pageOf(rows, limit, toSuppression, ({ id }) => ({ id }))
}

export async function deleteSuppression({ sql, project }: ProjectCall, id: Id<'mailSuppression'>): Promise<boolean> {
  const rows = await sql`
    delete from mail_suppressions where project_id = ${project.id} and id = ${id} returning 1`
  return rows.length > 0
}

function toSuppression(row: SuppressionRow): Suppression {
  return { id: row.id, email: row.email, reason: row.reason, createdAt: row.created_at }
}
