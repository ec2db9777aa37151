import { type Id, newId } from '../../foundation/ids/index.ts'
import { type Page, type PageRequest, pageOf, rowsFor } from '../../foundation/paging/index.ts'
import { requestedRows } from '../../foundation/storage/index.ts'
import type { Call, NotificationChoices, ProjectCall, User } from '../call/index.ts'
import { eventRow } from '../events/fragments.ts'
import { snakeCased } from '../members.ts'
import { fitsRules } from '../segments/fragments.ts'
import type { Rules } from '../segments/index.ts'
import type { PersonClaims, SignInClaims } from '../sign-in-tokens/index.ts'
import { addressHash } from './fragments.ts'
import { hashSub } from './hash-sub.ts'
import { toUser, type UserRow } from './user.ts'

export interface Remembered {
  readonly user: User
  readonly sessionEpoch: number
}

/**
 * Finds or makes the user of a sub and updates their claims; an absent claim is removed. The row stays locked until the
 * transaction ends, so a ban or an erasure runs completely before or completely after it.
 */
export async function rememberUser(call: ProjectCall, claims: SignInClaims): Promise<Remembered> {
  const { sql, now, project } = call
  const id = newId('user')
  const isNew = sql`exists (select 1 from remembered where remembered.id = ${id})`
  const created = eventRow(call, { type: 'user.created', subject: id }, { when: isNew, actor: { kind: 'user', id } })
  const remembered = sql<(UserRow & { session_epoch: number })[]>`
    with remembered as (
      insert into users (project_id, id, sub, email, email_verified, given_name, family_name, locale, traits, state, created_at, last_seen_at)
      values (${project.id}, ${id}, ${claims.sub}, ${claims.email}, ${claims.emailVerified}, ${claims.givenName},
      ${claims.familyName}, ${claims.locale}, ${JSON.stringify(claims.traits)}, 'active', ${now}, ${now})
      on conflict (project_id, sub) do update set
      email = excluded.email, email_verified = excluded.email_verified, given_name = excluded.given_name,
      family_name = excluded.family_name, locale = excluded.locale, traits = excluded.traits, last_seen_at = excluded.last_seen_at,
      is_imported = false
    returning *),
    noted as (${created})
    select * from remembered`
  const [, [row]] = await Promise.all([claimImported(call, claims), remembered]) // they are sent together and run in this order
  if (!row) throw new Error('An upsert answers with its row')
  return { user: toUser(row), sessionEpoch: row.session_epoch }
}

/**
 * Gives the sub to the imported person with this address, if nobody has the sub yet. Only an address that is vouched for counts; call it before the
 * user of the sub is made.
 */
export async function claimImported({ sql, project }: ProjectCall, person: PersonClaims): Promise<void> {
  if (person.email === undefined || !person.emailVerified) return
  await sql`
    update users set sub = ${person.sub}, is_imported = false
    where project_id = ${project.id} and sub is null and state <> 'erased' and lower(email) = lower(${person.email}::text)
      and not exists (select 1 from users k where k.project_id = ${project.id} and k.sub = ${person.sub})`
}

export async function selectUser({ sql, project }: ProjectCall, id: Id<'user'>): Promise<User | undefined> {
  const [row] = await sql<UserRow[]>`select * from users where project_id = ${project.id} and id = ${id}`
  return row && toUser(row)
}

export async function selectUserBySub({ sql, project }: ProjectCall, sub: string): Promise<User | undefined> {
  const [row] = await sql<UserRow[]>`select * from users where project_id = ${project.id} and sub = ${sub}`
  return row && toUser(row)
}

export async function selectUsersByIds({ sql, project }: ProjectCall, ids: readonly Id<'user'>[]): Promise<User[]> {
  if (ids.length === 0) return []
  const rows = await sql<UserRow[]>`
    select u.* from ${requestedRows(sql, project.id, ids)} as asked join users u on u.project_id = asked.project_id and u.id = asked.id`
  return rows.map(toUser)
}

export interface UserPlace {
  readonly id: string
}

/** The newest first: ids sort by creation. */
export async function selectUsers(
  call: ProjectCall,
  { state, sub, rules }: { readonly state?: User['state']; readonly sub?: string; readonly rules?: Rules },
  { limit, after }: PageRequest<UserPlace>,
): Promise<Page<User, UserPlace>> {
  const { sql, project } = call
  // Written in the same way as in the index of users who are not active.
  const inState = state === 'active' ? sql`and u.state = 'active'` : sql`and u.state <> 'active' and u.state = ${state}`
  const statement = sql<UserRow[]>`
    select * from users u where u.project_id = ${project.id} ${state ? inState : sql``} ${sub === undefined ? sql`` : sql`and u.sub = ${sub}`} ${rules ? sql`and ${fitsRules(call, rules)}` : sql``} ${after ? sql`and u.id < ${after.id}` : sql``}
    order by u.id desc ${rowsFor(sql, limit)}`
  const rows = await (rules ? statement.plannedAnew() : statement)
  return pageOf(rows, limit, toUser, ({ id }) => ({ id }))
}

/** When this sub was erased last; forgotten once no token from before could be accepted. */
export async function selectErasure({ sql, project }: ProjectCall, sub: string): Promise<Date | undefined> {
  const [row] = await sql<{ erased_at: Date }[]>`
    select erased_at from erased_subs where project_id = ${project.id} and sub_hash = ${hashSub(sub)}`
  return row?.erased_at
}

/** Locked until the transaction ends. An erased user cannot be changed. */
export async function holdUser({ sql, project }: ProjectCall, id: Id<'user'>): Promise<User | undefined> {
  const [row] = await sql<UserRow[]>`
    select * from users where project_id = ${project.id} and id = ${id} and state <> 'erased' for no key update`
  return row && toUser(row)
}

/** Raising the epoch ends every session, also one that is being made: both need the row. */
export async function setState(
  { sql, project }: ProjectCall,
  id: Id<'user'>,
  change: { state: 'active' | 'banned'; reason: string | undefined; endSessions: boolean },
): Promise<User | undefined> {
  const [row] = await sql<UserRow[]>`
    update users set state = ${change.state}, ban_reason = ${change.reason},
      session_epoch = session_epoch + ${change.endSessions ? 1 : 0}::integer, version = version + 1
    where project_id = ${project.id} and id = ${id} and state <> 'erased' returning *`
  return row && toUser(row)
}

export async function raiseEpoch({ sql, project }: ProjectCall, id: Id<'user'>): Promise<boolean> {
  const rows = await sql`
    update users set session_epoch = session_epoch + 1
    where project_id = ${project.id} and id = ${id} and state <> 'erased' returning 1`
  return rows.length > 0
}

/** A user's changes to their own settings; absent members stay. */
export interface OwnChange {
  readonly nameChoice?: User['nameChoice']
  /** Null: none. */
  readonly customName?: string | null
  /** A member that is absent stays. */
  readonly notifications?: Partial<NotificationChoices>
}

/**
 * One statement checks that the name is not locked and that the choice is available. Undefined if nothing was changed.
 */
export async function updateOwn(
  { sql, project }: ProjectCall,
  id: Id<'user'>,
  change: OwnChange,
  versions: readonly number[] | undefined,
): Promise<User | undefined> {
  const choice = sql`coalesce(${change.nameChoice}, name_choice)`
  const customName = sql`case when ${change.customName !== undefined}::boolean then ${change.customName} else custom_name end`
  const [row] = await sql<UserRow[]>`
    update users set name_choice = ${choice}, custom_name = ${customName},
      notification_choices = notification_choices || ${JSON.stringify(snakeCased(change.notifications ?? {}))}::jsonb, version = version + 1
    where project_id = ${project.id} and id = ${id} and state = 'active' and (${versions}::int[] is null or version = any (${versions}))
      and ((${choice} = name_choice and ${customName} is not distinct from custom_name)
        or (not name_locked
          and (${choice} <> 'first_name' or given_name is not null) and (${choice} <> 'custom' or ${customName} is not null)))
    returning *`
  return row && toUser(row)
}

/**
 * Locks the user's row until the transaction ends, so that an erasure runs completely before or completely after it; a
 * public text also fixes their name. False if the user no longer exists.
 */
export async function holdWriter({ sql, project }: ProjectCall, id: Id<'user'>, isPublic: boolean): Promise<boolean> {
  const rows = await sql`
    update users set name_locked = name_locked or ${isPublic}::boolean
    where project_id = ${project.id} and id = ${id} and state = 'active' returning 1`
  return rows.length > 0
}

/** Once a text of a user is public, their name cannot change. */
export async function lockName({ sql, project }: ProjectCall, id: Id<'user'>): Promise<void> {
  await sql`update users set name_locked = true where project_id = ${project.id} and id = ${id} and not name_locked`
}

/** Leaves the row, so that public texts have an author, but nothing that identifies the person. An imported person has no sub. */
export async function blankUser(
  { sql, project }: ProjectCall,
  id: Id<'user'>,
): Promise<{ sub: string | null; email: string | null } | undefined> {
  const [before] = await sql<{ sub: string | null; email: string | null }[]>`
    select sub, email from users where project_id = ${project.id} and id = ${id} and state <> 'erased' for update`
  if (!before) return undefined
  await sql`
    update users set sub = null, email = null, email_verified = false, given_name = null, family_name = null, locale = null,
      traits = '{}', state = 'erased', ban_reason = null, name_choice = 'default', custom_name = null,
      notification_choices = '{"email": false}', session_epoch = session_epoch + 1, version = version + 1
    where project_id = ${project.id} and id = ${id}`
  return before
}

/** Tokens and files from before the erasure do not bring the person back. It may have waited for locks since the call began. */
export async function rememberErasure(
  { sql, now, project }: ProjectCall,
  { sub, email }: { readonly sub: string | null; readonly email: string | null },
): Promise<void> {
  await sql`
    insert into erased_subs (project_id, sub_hash, erased_at)
    select ${project.id}, h.hash, greatest(${now}::timestamptz, clock_timestamp())
    from (values (${sub === null ? null : hashSub(sub)}::bytea), (${addressHash(sql, sql`${email}::text`)})) as h (hash) where h.hash is not null
    on conflict (project_id, sub_hash) do update set erased_at = greatest(erased_subs.erased_at, excluded.erased_at)`
}

/** In portions, so that no statement runs long. Returns how many were removed. */
export async function deleteErasuresBefore({ sql }: Call, time: Date): Promise<number> {
  const rows = await sql`
    delete from erased_subs where ctid = any (array(
      select ctid from erased_subs where erased_at < ${time} order by erased_at limit 5000)) returning 1`
  return rows.length
}
