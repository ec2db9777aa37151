import type { Id } from '../../foundation/ids/index.ts'
import type { PageRequest } from '../../foundation/paging/index.ts'
import type { Part } from '../../foundation/storage/index.ts'
import { type Call, type Operator, ROLES, type Role, type ServiceCall } from '../call/index.ts'
import type { OperatorRow } from './operator.ts'

export async function hasOperators({ sql }: Call): Promise<boolean> {
  return (await sql`select 1 from operators where last_seen_at is not null and removed_at is null limit 1`).length > 0
}

/** Finds an operator whom the command line let in, and locks the row. */
export async function findOperator({ sql }: Call, email: string): Promise<OperatorRow | undefined> {
  const [row] = await sql<OperatorRow[]>`
    select * from operators where lower(email) = lower(${email}) and is_vouched for no key update`
  return row
}

/**
 * Locked until the transaction ends. Every change to an operator's rights locks their row first, then invitations,
 * links and roles: one order, so that there is no deadlock.
 */
export async function holdOperator({ sql }: Call, id: string): Promise<OperatorRow | undefined> {
  const [row] = await sql<OperatorRow[]>`select * from operators where id = ${id} and removed_at is null for update`
  return row
}

export async function selectOperator({ sql }: Call, id: string): Promise<OperatorRow | undefined> {
  const [row] = await sql<OperatorRow[]>`select * from operators where id = ${id} and removed_at is null`
  return row
}

/** Two requests that make the same vouched operator at once get the same row. */
export async function insertOperator(
  { sql, now }: Call,
  operator: { id: Id<'operator'>; email: string; isVouched: boolean },
): Promise<OperatorRow> {
  const { id, email, isVouched } = operator
  const [row] = await sql<OperatorRow[]>`
    insert into operators (id, email, is_vouched, created_at) values (${id}, ${email}, ${isVouched}, ${now})
    on conflict (lower(email)) where is_vouched do update set email = operators.email returning *`
  return row as OperatorRow // it was inserted, or was there
}

/** Returns whether the right is new. */
export async function letIn({ sql }: Call, operatorId: string): Promise<boolean> {
  const rows = await sql`update operators set owns_all = true where id = ${operatorId} and not owns_all returning 1`
  return rows.length > 0
}

/** The row of a role, for an operator who is not removed; one who is being removed is waited for. */
function newRole({ sql, now }: Call, projectId: string, operatorId: string, role: Role) {
  return sql`
    insert into operator_roles (project_id, operator_id, role, created_at)
    select ${projectId}, id, ${role}, ${now}::timestamptz from operators
    where id = ${operatorId} and removed_at is null for key share`
}

export async function upsertRole(call: Call, projectId: string, operatorId: string, role: Role): Promise<void> {
  await call.sql`
    ${newRole(call, projectId, operatorId, role)}
    on conflict (project_id, operator_id) do update set role = excluded.role`
}

/** A role that they have already and that may do more stays. Answers whether anything changed. */
export async function raiseRole(call: Call, projectId: string, operatorId: string, role: Role): Promise<boolean> {
  const place = (of: 'excluded' | 'operator_roles') =>
    of === 'excluded'
      ? call.sql`array_position(${ROLES}::text[], excluded.role)`
      : call.sql`array_position(${ROLES}::text[], operator_roles.role)`
  const rows = await call.sql`
    ${newRole(call, projectId, operatorId, role)}
    on conflict (project_id, operator_id) do update set role = excluded.role
    where ${place('excluded')} < ${place('operator_roles')} returning 1`
  return rows.length > 0
}

/** From now on the operator must confirm who they are to enter this project. */
export async function askForConfirmation({ sql, now }: Call, projectId: string, operatorId: string): Promise<boolean> {
  const rows = await sql`
    update operator_roles set confirmed_since = ${now}
    where project_id = ${projectId} and operator_id = ${operatorId} returning 1`
  return rows.length > 0
}

/** What they saved for themselves goes with it, by a trigger. */
export async function deleteRole({ sql }: Call, projectId: string, operatorId: string): Promise<boolean> {
  const rows = await sql`
    delete from operator_roles where project_id = ${projectId} and operator_id = ${operatorId} returning 1`
  return rows.length > 0
}

/** Locked until the transaction ends, so that two owners cannot remove each other at once. */
export async function holdOwners({ sql }: Call, projectId: string): Promise<string[]> {
  const rows = await sql<{ operator_id: string }[]>`
    select operator_id from operator_roles where project_id = ${projectId} and role = 'owner' order by operator_id for update`
  return rows.map(({ operator_id }) => operator_id)
}

export interface RoleRow {
  role: Role
  /** A session opens the project only if the operator has confirmed who they are since then. */
  confirmed_since: Date | null
}

export async function selectRole({ sql }: Call, projectId: string, operatorId: string): Promise<RoleRow | undefined> {
  const [row] = await sql<RoleRow[]>`
    select role, confirmed_since from operator_roles where project_id = ${projectId} and operator_id = ${operatorId}`
  return row
}

/** A place in the list of projects, which is by name. */
export interface ProjectPlace {
  readonly name: string
  readonly id: Id<'project'>
}

/** The projects that an operator may enter, by name; one more than asked for, if there is one. */
export async function selectProjectsOf(
  { sql }: Call,
  operator: Operator,
  { limit, after }: PageRequest<ProjectPlace>,
): Promise<ProjectPlace[]> {
  return sql<ProjectPlace[]>`
    select p.id, lower(p.name) as name from projects p
    where (${operator.ownsAll}::boolean or p.id in (select project_id from operator_roles where operator_id = ${operator.id}))
      and (${after === undefined}::boolean or (lower(p.name), p.id) > (${after?.name ?? ''}::text, ${after?.id ?? ''}::text))
    order by lower(p.name), p.id limit ${limit + 1}`
}

/** The projects whose log records an operator's actions: first those where they have a role, then the newest of the others that they may enter. */
export async function selectProjectsToTell(
  { sql }: Call,
  { id, ownsAll }: Pick<Operator, 'id' | 'ownsAll'>,
  limit: number,
): Promise<Id<'project'>[]> {
  const rows = await sql<{ id: Id<'project'> }[]>`
    with own as (select project_id as id from operator_roles where operator_id = ${id} order by project_id desc limit ${limit}),
    others as (
      select p.id from projects p where ${ownsAll}::boolean and not exists (select 1 from own where own.id = p.id)
      order by p.id desc limit ${limit})
    select id from (select id, 1 as place from own union all select id, 2 from others) told order by place, id desc limit ${limit}`
  return rows.map(({ id }) => id)
}

export interface PersonRow extends OperatorRow {
  role: Role
  has_passkey: boolean
}

/** Everybody with a role of their own in a project. */
export async function selectPeople({ sql }: Call, projectId: string): Promise<PersonRow[]> {
  return await sql<PersonRow[]>`
    select o.*, r.role, exists (select 1 from operator_passkeys k where k.operator_id = o.id) as has_passkey
    from operator_roles r join operators o on o.id = r.operator_id
    where r.project_id = ${projectId} and o.removed_at is null
    order by array_position(${ROLES}::text[], r.role), lower(o.email)`
}

/** A service has few of them; a page shows no more. */
const MOST_OWNERS = 50

export async function selectOwnersWithoutRole({ sql }: Call, projectId: string): Promise<OperatorRow[]> {
  return await sql<OperatorRow[]>`
    select o.* from operators o
    where o.owns_all and o.removed_at is null
      and not exists (select 1 from operator_roles r where r.operator_id = o.id and r.project_id = ${projectId})
    order by o.last_seen_at desc nulls last, o.id limit ${MOST_OWNERS}`
}

export interface InvitationRow {
  id: string
  email: string
  role: Role
  expires_at: Date
}

export async function selectInvitations({ sql, now }: Call, projectId: string): Promise<InvitationRow[]> {
  return await sql<InvitationRow[]>`
    select id, email, role, expires_at from operator_invitations
    where project_id = ${projectId} and expires_at > ${now} order by lower(email)`
}

/** A new invitation to the same address ends the earlier links, which somebody else may have. */
export async function upsertInvitation(
  { sql, now }: Call,
  projectId: string,
  invitation: { id: string; email: string; role: Role; expiresAt: Date; invitedBy: string },
): Promise<string> {
  const { id, email, role, expiresAt, invitedBy } = invitation
  const [row] = await sql<{ id: string }[]>`
    insert into operator_invitations (project_id, id, email, role, created_at, expires_at, invited_by)
    values (${projectId}, ${id}, ${email}, ${role}, ${now}, ${expiresAt}, ${invitedBy})
    on conflict (project_id, lower(email)) do update set
      role = excluded.role, expires_at = excluded.expires_at, invited_by = excluded.invited_by returning id`
  const invitationId = row?.id ?? id
  await sql`delete from operator_links where project_id = ${projectId} and invitation_id = ${invitationId}`
  return invitationId
}

export async function holdInvitation({ sql }: Call, projectId: string, id: string): Promise<void> {
  await sql`select 1 from operator_invitations where project_id = ${projectId} and id = ${id} for update`
}

/** Deletes the invitations that somebody made: in one project, everywhere, or where they are not an owner. */
export async function deleteInvitationsBy(
  { sql }: Call,
  operatorId: string,
  where: { projectId: string } | 'everywhere' | 'where they are no owner',
): Promise<(Pick<InvitationRow, 'email' | 'role'> & { project_id: Id<'project'> })[]> {
  const condition =
    where === 'everywhere'
      ? sql``
      : where === 'where they are no owner'
        ? sql`and not exists (
            select 1 from operator_roles r where r.project_id = i.project_id and r.operator_id = ${operatorId} and r.role = 'owner')`
        : sql`and project_id = ${where.projectId}`
  return await sql<(Pick<InvitationRow, 'email' | 'role'> & { project_id: Id<'project'> })[]>`
    delete from operator_invitations i where invited_by = ${operatorId} ${condition} returning project_id, email, role`
}

/** Returns whom it was for. */
export async function deleteInvitation(
  { sql }: Call,
  projectId: string,
  id: string,
): Promise<Pick<InvitationRow, 'email' | 'role'> | undefined> {
  const [row] = await sql<Pick<InvitationRow, 'email' | 'role'>[]>`
    delete from operator_invitations where project_id = ${projectId} and id = ${id} returning email, role`
  return row
}

export async function insertLink(
  { sql }: Call,
  codeHash: Buffer,
  owner: { operatorId: string } | { projectId: string; invitationId: string; isMailed?: boolean },
  expiresAt: Date,
): Promise<void> {
  const of = { operatorId: null, projectId: null, invitationId: null, isMailed: false, ...owner }
  await sql`
    insert into operator_links (code_hash, operator_id, project_id, invitation_id, is_mailed, expires_at)
    values (${codeHash}, ${of.operatorId}, ${of.projectId}, ${of.invitationId}, ${of.isMailed}, ${expiresAt})`
}

export async function deleteLink({ sql }: Call, codeHash: Buffer): Promise<void> {
  await sql`delete from operator_links where code_hash = ${codeHash}`
}

/** Deletes the links that sign this operator in. */
export async function deleteLinksOf({ sql }: Call, operatorId: string): Promise<void> {
  await sql`delete from operator_links where operator_id = ${operatorId}`
}

export interface LinkRow {
  operator_id: string | null
  email: string
  project_id: Id<'project'> | null
  invitation_id: string | null
  /** It went to `email` by mail. */
  is_mailed: boolean
  project_name: string | null
  role: Role | null
}

function linkOf({ sql }: Call) {
  return sql`
    l.operator_id, coalesce(o.email, i.email) as email, l.project_id, l.invitation_id, l.is_mailed, p.name as project_name, i.role`
}

export async function selectLink(call: Call, codeHash: Buffer): Promise<LinkRow | undefined> {
  const { sql, now } = call
  const [row] = await sql<LinkRow[]>`
    select ${linkOf(call)} from operator_links l
    left join operators o on o.id = l.operator_id and o.removed_at is null
    left join operator_invitations i on i.project_id = l.project_id and i.id = l.invitation_id and i.expires_at > ${now}
    left join projects p on p.id = l.project_id
    where l.code_hash = ${codeHash} and l.used_at is null and l.expires_at > ${now} and coalesce(o.email, i.email) is not null`
  return row
}

/** One statement: if requests race, one gets the row. */
export async function markLinkUsed(call: Call, codeHash: Buffer): Promise<LinkRow | undefined> {
  const { sql, now } = call
  const [row] = await sql<LinkRow[]>`
    with used as (
      update operator_links set used_at = ${now}
      where code_hash = ${codeHash} and used_at is null and expires_at > ${now} returning *)
    select ${linkOf(call)} from used l
    left join operators o on o.id = l.operator_id and o.removed_at is null
    left join operator_invitations i on i.project_id = l.project_id and i.id = l.invitation_id and i.expires_at > ${now}
    left join projects p on p.id = l.project_id
    where coalesce(o.email, i.email) is not null`
  return row
}

/** From now on, mail goes to their address. */
export async function markEmailProven({ sql }: Call, operatorId: string): Promise<void> {
  await sql`update operators set has_proven_email = true where id = ${operatorId} and not has_proven_email`
}

/** False if the operator is being removed: no session is made. */
export async function insertSession(
  { sql, now }: Call,
  { tokenHash, operator, expiresAt }: { tokenHash: Buffer; operator: OperatorRow; expiresAt: Date },
): Promise<boolean> {
  const rows = await sql`
    with seen as (
      update operators set last_seen_at = ${now} where id = ${operator.id} and removed_at is null returning session_epoch)
    insert into operator_sessions (token_hash, operator_id, epoch, confirmed_at, expires_at)
    select ${tokenHash}, ${operator.id}, session_epoch, ${now}::timestamptz, ${expiresAt}::timestamptz from seen returning 1`
  return rows.length > 0
}

export async function selectSession(
  call: Call,
  tokenHash: Buffer,
): Promise<(OperatorRow & { confirmed_at: Date }) | undefined> {
  const { sql } = call
  const [row] = await sql<(OperatorRow & { confirmed_at: Date })[]>`
    select o.*, s.confirmed_at from operator_sessions s join operators o on o.id = s.operator_id
    where s.token_hash = ${tokenHash} and ${isLasting(call)}`
  return row
}

/** Whether a session s of an operator o still lasts. */
function isLasting({ sql, now }: Call): Part {
  return sql`(s.epoch = o.session_epoch and s.expires_at > ${now} and o.removed_at is null)`
}

/** Whether each of these sessions still lasts, in their order. */
export async function selectLasting(call: ServiceCall, hashes: readonly Buffer[]): Promise<readonly boolean[]> {
  const { sql } = call
  const rows = await sql<{ hash: string }[]>`
    select encode(s.token_hash, 'hex') as hash from operator_sessions s join operators o on o.id = s.operator_id
    where s.token_hash in (select decode(asked.hash, 'hex') from unnest(${hashes.map((hash) => hash.toString('hex'))}::text[]) as asked (hash))
      and ${isLasting(call)}`
  const lasting = new Set(rows.map(({ hash }) => hash))
  return hashes.map((hash) => lasting.has(hash.toString('hex')))
}

export async function confirmSession({ sql, now }: Call, tokenHash: Buffer): Promise<void> {
  await sql`update operator_sessions set confirmed_at = ${now} where token_hash = ${tokenHash}`
}

export async function deleteSession({ sql }: Call, tokenHash: Buffer): Promise<void> {
  await sql`delete from operator_sessions where token_hash = ${tokenHash}`
}

export async function countSessions(call: Call, operatorId: string): Promise<number> {
  const { sql } = call
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from operator_sessions s join operators o on o.id = s.operator_id
    where s.operator_id = ${operatorId} and ${isLasting(call)}`
  return row?.count ?? 0
}

export async function deleteOtherSessions({ sql }: Call, operatorId: string, tokenHash: Buffer): Promise<void> {
  await sql`delete from operator_sessions where operator_id = ${operatorId} and token_hash <> ${tokenHash}`
}

export async function raiseEpoch({ sql }: Call, operatorId: string): Promise<void> {
  await sql`update operators set session_epoch = session_epoch + 1 where id = ${operatorId}`
}

/** Removes expired rows; no rule depends on it. In portions, so that no statement runs long. Returns how many were removed. */
export async function deleteOperatorLeftovers({ sql, now }: ServiceCall): Promise<number> {
  const gone = await Promise.all([
    sql`delete from operator_links where ctid = any (array(
      select ctid from operator_links where expires_at < ${now} order by expires_at limit 1000)) returning 1`,
    sql`delete from operator_sessions where ctid = any (array(
      select ctid from operator_sessions where expires_at < ${now} order by expires_at limit 1000)) returning 1`,
    sql`delete from operator_invitations where ctid = any (array(
      select ctid from operator_invitations where expires_at < ${now} order by expires_at limit 1000)) returning 1`,
  ])
  return gone.flat().length
}
