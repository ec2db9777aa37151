import type { Id } from '../../../foundation/ids/index.ts'
import { type Page, type PageRequest, pageOf, rowsFor } from '../../../foundation/paging/index.ts'
import type { Call, Role } from '../../call/index.ts'
import type { OperatorRow } from '../operator.ts'

export interface AccountRow extends OperatorRow {
  roles: { slug: string; role: Role }[]
  passkeys: number
  sessions: number
  shares_address: boolean
}

export interface AccountPlace {
  readonly id: string
}

/** The newest first: ids sort by creation. */
export async function selectAccounts(
  { sql, now }: Call,
  { limit, after }: PageRequest<AccountPlace>,
): Promise<Page<AccountRow, AccountPlace>> {
  const rows = await sql<AccountRow[]>`
    select o.*,
      coalesce((
        select jsonb_agg(jsonb_build_object('slug', p.slug, 'role', r.role) order by p.slug)
        from operator_roles r join projects p on p.id = r.project_id where r.operator_id = o.id), '[]') as roles,
      (select count(*)::int from operator_passkeys k where k.operator_id = o.id) as passkeys,
      (select count(*)::int from operator_sessions s
        where s.operator_id = o.id and s.epoch = o.session_epoch and s.expires_at > ${now}) as sessions,
      lower(o.email) in (
        select lower(email) from operators where removed_at is null group by 1 having count(*) > 1) as shares_address
    from operators o where o.removed_at is null ${after ? sql`and o.id < ${after.id}` : sql``}
    order by o.id desc ${rowsFor(sql, limit)}`
  return pageOf(
    rows,
    limit,
    (row) => row,
    ({ id }) => ({ id }),
  )
}

export async function selectByEmail({ sql }: Call, email: string, limit: number): Promise<OperatorRow[]> {
  return await sql<OperatorRow[]>`
    select * from operators where lower(email) = lower(${email}) and removed_at is null order by id limit ${limit}`
}

/** Locks the owners of the operator's projects: if two owners leave at once, the second one sees that the first has left. */
export async function holdOwnersBeside({ sql }: Call, operatorId: string): Promise<void> {
  await sql`
    select 1 from operator_roles
    where role = 'owner' and project_id in (
      select project_id from operator_roles where operator_id = ${operatorId} and role = 'owner')
    order by project_id, operator_id for update`
}

/** The row stays, because logs show the operator's name. Everything that gives access is removed, and by a trigger what they saved for themselves. */
export async function markRemoved({ sql, now }: Call, id: string): Promise<void> {
  await sql`
    update operators set removed_at = ${now}, owns_all = false, is_vouched = false, session_epoch = session_epoch + 1
    where id = ${id}`
  await sql`delete from operator_roles where operator_id = ${id}`
  await sql`delete from operator_sessions where operator_id = ${id}`
  await sql`delete from operator_challenges where operator_id = ${id}`
  await sql`delete from operator_passkeys where operator_id = ${id}`
}

export async function endAllSessions({ sql }: Call, id: string): Promise<void> {
  await sql`update operators set session_epoch = session_epoch + 1 where id = ${id}`
  await sql`delete from operator_sessions where operator_id = ${id}`
  await sql`delete from operator_challenges where operator_id = ${id}`
}

export async function deletePasskeysOf({ sql }: Call, id: string): Promise<void> {
  await sql`delete from operator_passkeys where operator_id = ${id}`
}

export async function setOwnsAll({ sql }: Call, id: string, ownsAll: boolean): Promise<void> {
  await sql`update operators set owns_all = ${ownsAll} where id = ${id}`
}

export async function hasOwnerOfAll({ sql }: Call): Promise<boolean> {
  return (await sql`select 1 from operators where owns_all and removed_at is null limit 1`).length > 0
}

/** The projects that have no other owner than this operator. */
export async function selectOwnedAlone({ sql }: Call, operatorId: Id<'operator'>): Promise<string[]> {
  const rows = await sql<{ slug: string }[]>`
    select p.slug from operator_roles mine join projects p on p.id = mine.project_id
    where mine.operator_id = ${operatorId} and mine.role = 'owner' and not exists (
      select 1 from operator_roles other
      where other.project_id = mine.project_id and other.role = 'owner' and other.operator_id <> ${operatorId})
    order by p.slug`
  return rows.map(({ slug }) => slug)
}
