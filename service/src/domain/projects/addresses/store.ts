import type { Call, ProjectCall } from '../../call/index.ts'

/** A slug or a domain that a board had. */
export interface FormerName {
  readonly name: string
  readonly wasCanonical: boolean
  readonly leftAt: Date
}

/** Enough for a project that tries several names, and a limit to how many names it can block for others. */
const MOST_KEPT = 20

export async function insertFormerName(
  { sql, now, project }: ProjectCall,
  { name, wasCanonical }: Omit<FormerName, 'leftAt'>,
  acceptedSince: Date,
): Promise<void> {
  await sql`
    insert into former_board_addresses as former (project_id, name, was_canonical, left_at)
    values (${project.id}, ${name}, ${wasCanonical}, ${now})
    on conflict (project_id, name) do update set
      was_canonical = excluded.was_canonical or (former.was_canonical and former.left_at > ${acceptedSince}),
      left_at = excluded.left_at`
  await sql`
    delete from former_board_addresses where project_id = ${project.id} and name not in (
      select name from former_board_addresses where project_id = ${project.id} order by left_at desc, name limit ${MOST_KEPT})`
}

/** The project uses the address again. */
export async function deleteFormerName({ sql, project }: ProjectCall, name: string): Promise<void> {
  await sql`delete from former_board_addresses where project_id = ${project.id} and name = ${name}`
}

/** Once a project has proved a domain, it is no longer a former address of any other project. */
export async function deleteFormerNameOfOthers({ sql, project }: ProjectCall, name: string): Promise<void> {
  await sql`delete from former_board_addresses where name = ${name} and project_id <> ${project.id}`
}

/** The newest first. */
export async function selectFormerNames({ sql, project }: ProjectCall): Promise<FormerName[]> {
  const rows = await sql<{ name: string; was_canonical: boolean; left_at: Date }[]>`
    select name, was_canonical, left_at from former_board_addresses
    where project_id = ${project.id} order by left_at desc, name`
  return rows.map((row) => ({ name: row.name, wasCanonical: row.was_canonical, leftAt: row.left_at }))
}

export async function isNameOfAnother({ sql, project }: ProjectCall, name: string, leftAfter: Date): Promise<boolean> {
  const rows = await sql`
    select 1 from former_board_addresses
    where name = ${name} and left_at > ${leftAfter} and project_id <> ${project.id} limit 1`
  return rows.length > 0
}

export async function deleteFormerNamesBefore({ sql }: Call, leftBefore: Date): Promise<number> {
  const rows = await sql`
    delete from former_board_addresses where ctid = any (array(
      select ctid from former_board_addresses where left_at < ${leftBefore} order by left_at limit 5000)) returning 1`
  return rows.length
}

/** Whether a board is at the slug or at the domain now. Each part uses its own index. */
export async function selectIsCurrent(
  { sql }: Call,
  { slug, domain }: { readonly slug: string | undefined; readonly domain: string | undefined },
): Promise<boolean> {
  const rows = await sql`
    select 1 from projects where verified_domain = ${domain} union all select 1 from projects where slug = ${slug} limit 1`
  return rows.length > 0
}
