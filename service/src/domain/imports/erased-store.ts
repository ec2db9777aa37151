import type { ProjectCall } from '../call/index.ts'
import { hasErased } from '../users/fragments.ts'
import type { Numbered } from './rows-store.ts'

/* An erased person must not come back with records that were sent before. An erasure and what makes people of such records take turns. */

/** For an erasure, before its first lock: it waits until nobody makes people of records, and others wait for its end. */
export async function holdErasures(call: ProjectCall): Promise<void> {
  const { sql } = call
  await sql`select pg_advisory_xact_lock(${lockOf(call)})`
}

/** For whoever makes people of records, or says that records are ready for it. Any number may do so at once. */
export async function shareErasures(call: ProjectCall): Promise<void> {
  const { sql } = call
  await sql`select pg_advisory_xact_lock_shared(${lockOf(call)})`
}

function lockOf({ sql, project }: ProjectCall) {
  return sql`hashtextextended(${`erasures ${project.id}`}, 0)`
}

/** Takes name, sub and address of an erased person out of the rows of all imports of the project. Their votes and texts become those of somebody unknown. */
export async function blankPerson(
  { sql, project }: ProjectCall,
  { sub, email }: { readonly sub: string | null; readonly email: string | null },
): Promise<void> {
  await sql`
    update import_rows set content = '{}'
    where import_number = any (array(select number from imports where project_id = ${project.id} and staged_rows > 0))
      and kind in ('user', 'mention') and (content ->> 'sub' = ${sub} or lower(content ->> 'email') = lower(${email}))`
}

/** The same in the rows of one import, for all who were erased since its file was sent. */
export async function blankErased(call: ProjectCall, { number }: Numbered, sentAt: Date): Promise<void> {
  const { sql, project } = call
  const erased = await sql`
    select 1 from erased_subs where project_id = ${project.id} and erased_at >= ${sentAt} limit 1`
  if (erased.length === 0) return
  await sql`
    update import_rows r set content = '{}'
    where r.import_number = ${number} and r.kind in ('user', 'mention')
      and ${hasErased(call, { sub: sql`r.content ->> 'sub'`, email: sql`r.content ->> 'email'` }, sentAt)}`
}
