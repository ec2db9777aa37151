import type { ProjectCall, ServiceCall, UserCall } from '../call/index.ts'
import type { UserRow } from '../users/index.ts'

/** Makes a code for the caller's session, if that session is still valid. Locks the user's row. */
export async function insertCode(
  { sql, now, project, actor: { sessionHash } }: UserCall,
  codeHash: Buffer,
  expiresAt: Date,
): Promise<boolean> {
  const rows = await sql`
    insert into board_codes (project_id, code_hash, user_id, epoch, kid, created_at, expires_at)
    select s.project_id, ${codeHash}, s.user_id, s.epoch, s.kid, ${now}::timestamptz, ${expiresAt}::timestamptz
    from sessions s join users u on u.project_id = s.project_id and u.id = s.user_id
    where s.project_id = ${project.id} and s.token_hash = ${sessionHash} and s.ended_at is null
      and s.epoch = u.session_epoch and u.state = 'active'
    returning 1`
  return rows.length > 0
}

export type OwnerRow = UserRow & { session_epoch: number; code_kid: string | null }

/** Whether a code still works: it is unused and not too old, and neither its user nor its signing key has ended the sessions since. */
function works({ sql, now }: ProjectCall) {
  return sql`
    c.used_at is null and c.expires_at > ${now} and u.state = 'active' and u.session_epoch = c.epoch
    and not exists (
      select 1 from signing_keys k where k.project_id = c.project_id and k.kid = c.kid and k.sessions_ended_at is not null)`
}

export async function selectOwner(call: ProjectCall, codeHash: Buffer): Promise<OwnerRow | undefined> {
  const { sql, project } = call
  const [row] = await sql<OwnerRow[]>`
    select u.*, c.kid as code_kid from board_codes c join users u on u.project_id = c.project_id and u.id = c.user_id
    where c.project_id = ${project.id} and c.code_hash = ${codeHash} and ${works(call)}`
  return row
}

/**
 * One statement: if requests race, one gets the row. The user's row is locked first, until the transaction ends, so
 * that a ban or an erasure runs completely before or completely after the use of the code.
 */
export async function markUsed(call: ProjectCall, codeHash: Buffer): Promise<OwnerRow | undefined> {
  const { sql, now, project } = call
  const [row] = await sql<OwnerRow[]>`
    with owner as (
      select u.* from users u where u.project_id = ${project.id} and u.id = (
        select user_id from board_codes where project_id = ${project.id} and code_hash = ${codeHash})
      for no key update)
    update board_codes c set used_at = ${now} from owner u
    where c.project_id = ${project.id} and c.code_hash = ${codeHash} and c.user_id = u.id and ${works(call)}
    returning u.*, c.kid as code_kid`
  return row
}

/** Removes the codes of an erased user. */
export async function deleteCodesOf({ sql, project }: ProjectCall, userId: string): Promise<void> {
  await sql`delete from board_codes where project_id = ${project.id} and user_id = ${userId}`
}

/** In portions, so that no statement runs long. Returns how many were removed. */
export async function deleteCodesBefore({ sql }: ServiceCall, time: Date): Promise<number> {
  const rows = await sql`
    delete from board_codes where ctid = any (array(
      select ctid from board_codes where expires_at < ${time} order by expires_at limit 5000)) returning 1`
  return rows.length
}
