import { type Id, newId } from '../../../foundation/ids/index.ts'
import type { ProjectCall } from '../../call/index.ts'

/** A person of an import, by the client's own id or by an address, if they are known. */
export interface ImportedPerson {
  readonly sub: string | undefined
  readonly email: string | undefined
  readonly givenName: string | undefined
  readonly familyName: string | undefined
  readonly createdAt: Date
}

/**
 * The users that these people are, in their order. Somebody with a sub is found by it alone. Others are found by an address that was vouched for; if
 * several users have it, by the one who was seen last; or by the address of somebody who was imported before.
 */
export async function selectImported(
  { sql, project }: ProjectCall,
  people: readonly ImportedPerson[],
): Promise<(Id<'user'> | undefined)[]> {
  const rows = await sql<{ id: Id<'user'> | null }[]>`
    select coalesce(
      (select u.id from users u where u.project_id = a.project_id and u.sub = a.sub),
      (select u.id from users u
        where a.sub is null and u.project_id = a.project_id and lower(u.email) collate "C" = lower(a.email) collate "C"
          and (u.email_verified or u.sub is null)
        order by u.email_verified desc, u.last_seen_at desc, u.id limit 1)) as id
    from (select ${project.id}::text as project_id, p.* from
      unnest(${people.map(({ sub }) => sub ?? null)}::text[], ${people.map(({ email }) => email ?? null)}::text[])
      with ordinality as p (sub, email, place) offset 0) as a order by a.place`
  return rows.map(({ id }) => id ?? undefined)
}

/** Makes users whom nobody vouched for. Undefined in the place of somebody who is there already, or twice among these people. */
export async function insertImported(
  { sql, now, project }: ProjectCall,
  people: readonly ImportedPerson[],
): Promise<(Id<'user'> | undefined)[]> {
  if (people.length === 0) return []
  const ids = people.map(() => newId('user'))
  const rows = await sql<{ id: Id<'user'> }[]>`
    insert into users (project_id, id, sub, email, given_name, family_name, state, is_imported, created_at, last_seen_at)
    select ${project.id}, p.id, p.sub, p.email, p.given_name, p.family_name, 'active', true, least(p.created_at, ${now}::timestamptz),
      least(p.created_at, ${now}::timestamptz)
    from unnest(${ids}::text[], ${people.map(({ sub }) => sub ?? null)}::text[],
      ${people.map(({ email }) => email ?? null)}::text[], ${people.map(({ givenName }) => givenName ?? null)}::text[],
      ${people.map(({ familyName }) => familyName ?? null)}::text[], ${people.map(({ createdAt }) => createdAt)}::timestamptz[])
      as p (id, sub, email, given_name, family_name, created_at)
    on conflict do nothing returning id`
  const made = new Set(rows.map(({ id }) => id))
  return ids.map((id) => (made.has(id) ? id : undefined))
}

/** Deletes those for whom nobody has vouched and of whom nothing is left. Returns who they were. */
export async function deleteImported({ sql, project }: ProjectCall, ids: readonly Id<'user'>[]): Promise<Id<'user'>[]> {
  const rows = await sql<{ id: Id<'user'> }[]>`
    delete from users u
    where u.project_id = ${project.id} and u.id = any (${ids}) and u.is_imported and u.state = 'active'
      and not exists (select 1 from posts x where x.project_id = u.project_id and x.author_id = u.id)
      and not exists (select 1 from comments x where x.project_id = u.project_id and x.author_id = u.id)
      and not exists (select 1 from votes x where x.project_id = u.project_id and x.user_id = u.id)
      and not exists (select 1 from follows x where x.project_id = u.project_id and x.user_id = u.id)
      and not exists (select 1 from reports x where x.project_id = u.project_id and x.user_id = u.id)
    returning u.id`
  return rows.map(({ id }) => id)
}
