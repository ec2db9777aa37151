import type { ProjectCall } from '../call.ts'
import type { Rejection } from './rejections.ts'

const KEPT = 100

/** Adds one and drops what is older than the newest hundred, so a flood of bad tokens takes no room. */
export async function insertRejection(
  { sql, project }: ProjectCall,
  { at, code, kid, audience }: Rejection,
): Promise<void> {
  await sql`
    insert into rejected_sign_ins (project_id, at, code, kid, audience) values (${project.id}, ${at}, ${code}, ${kid}, ${audience})`
  await sql`
    delete from rejected_sign_ins where project_id = ${project.id} and id <= (
      select id from rejected_sign_ins where project_id = ${project.id} order by id desc offset ${KEPT} limit 1)`
}

export async function selectRejections({ sql, project }: ProjectCall): Promise<Rejection[]> {
  const rows = await sql<{ at: Date; code: string; kid: string | null; audience: Rejection['audience'] }[]>`
    select at, code, kid, audience from rejected_sign_ins where project_id = ${project.id} order by id desc limit ${KEPT}`
  return rows.map((row) => ({ ...row, kid: row.kid ?? undefined }))
}
