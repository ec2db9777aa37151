import type { Id } from '../../../foundation/ids/index.ts'
import { type PageRequest, pageOf, rowsFor } from '../../../foundation/paging/index.ts'
import type { UserCall } from '../../call/index.ts'
import { DIGEST, type UserMail } from '../../mails/index.ts'
import { userById } from '../../users/inside.ts'
import type { ExportedMail, ExportedMute, ExportedSuppression } from './exported.ts'
import type { Read } from './store.ts'

interface MailRow {
  id: Id<'mail'>
  about: UserMail['about']
  state: UserMail['state']
  created_at: Date
  settled_at: Date | null
}

export async function selectMails(
  { sql, project, actor: { user } }: UserCall,
  { limit, after }: PageRequest<string>,
): Read<ExportedMail, string> {
  const rows = await sql<MailRow[]>`
    select id, about, state, created_at, settled_at from mails
    where project_id = ${project.id} and user_id = ${user.id} ${after ? sql`and id > ${after}` : sql``}
    order by id ${rowsFor(sql, limit)}`
  return pageOf(
    rows,
    limit,
    (row) => ({
      id: row.id,
      postId: row.about === DIGEST ? undefined : row.about,
      state: row.state,
      createdAt: row.created_at,
      settledAt: row.settled_at ?? undefined,
    }),
    (row) => row.id,
  )
}

export async function selectMutes(
  { sql, project, actor: { user } }: UserCall,
  { limit, after }: PageRequest<string>,
): Read<ExportedMute, string> {
  const rows = await sql<{ post_id: Id<'post'>; created_at: Date }[]>`
    select post_id, created_at from mail_mutes
    where project_id = ${project.id} and user_id = ${user.id} ${after ? sql`and post_id > ${after}` : sql``}
    order by post_id ${rowsFor(sql, limit)}`
  return pageOf(
    rows,
    limit,
    (row) => ({ postId: row.post_id, createdAt: row.created_at }),
    (row) => row.post_id,
  )
}

export async function selectSuppressions(call: UserCall): Promise<readonly ExportedSuppression[]> {
  const { sql, project } = call
  const { email } = await userById(call, call.actor.user.id)
  if (email === undefined) return []
  const rows = await sql<{ reason: string; created_at: Date }[]>`
    select reason, created_at from mail_suppressions
    where project_id = ${project.id} and email = ${email.toLowerCase()}`
  return rows.map((row) => ({ reason: row.reason, createdAt: row.created_at }))
}
