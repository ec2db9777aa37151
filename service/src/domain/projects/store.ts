import type { Id } from '../../foundation/ids/index.ts'
import { type Page, type PageRequest, pageOf } from '../../foundation/paging/index.ts'
import { Problem } from '../../foundation/problems/index.ts'
import { violatedRule } from '../../foundation/storage/index.ts'
import type { Call, Language, NotificationChoices, Project, ProjectCall, ProjectDraft } from '../call/index.ts'
import { camelCased, type SnakeCased, snakeCased } from '../members.ts'
import { slugTaken } from './problems.ts'

export interface ProjectRow {
  id: Id<'project'>
  name: string
  slug: string
  is_private: boolean
  sign_in_url: string | null
  domain: string | null
  domain_claimed_at: Date | null
  verified_domain: string | null
  domain_verified_at: Date | null
  domain_challenge: string
  allowed_origins: string[]
  allowed_traits: string[]
  account_trait: string | null
  value_trait: string | null
  language: Language
  requires_approval: boolean
  accent_color: string
  time_zone: string
  welcome_note: string | null
  logo_id: Id<'file'> | null
  notification_defaults: SnakeCased<NotificationChoices>
  publishable_key: string
  created_at: Date
  updated_at: Date
  version: number
}

export async function insertProject({ sql }: Call, project: Project): Promise<void> {
  await sql`
    insert into projects (id, name, slug, is_private, sign_in_url, domain, domain_claimed_at,
      domain_challenge, allowed_origins, allowed_traits, account_trait, value_trait, language, requires_approval, accent_color, welcome_note, time_zone, notification_defaults, publishable_key, created_at, updated_at)
    values (${project.id}, ${project.name}, ${project.slug}, ${project.isPrivate}, ${project.signInUrl}, ${project.domain}, ${project.domainClaimedAt},
      ${project.domainChallenge}, ${project.allowedOrigins}, ${project.allowedTraits}, ${project.accountTrait}, ${project.valueTrait}, ${project.language}, ${project.requiresApproval}, ${project.accentColor}, ${project.welcomeNote}, ${project.timeZone}, ${JSON.stringify(snakeCased(project.notificationDefaults))}, ${project.publishableKey}, ${project.createdAt}, ${project.updatedAt})`.then(
    undefined,
    refuseTaken,
  )
}

export async function selectProjects(
  { sql }: Call,
  { limit, after = '' }: PageRequest<string>,
): Promise<Page<Project, string>> {
  const rows = await sql<ProjectRow[]>`select * from projects where id > ${after} order by id limit ${limit + 1}`
  return pageOf(rows, limit, toProject, ({ id }) => id)
}

export async function selectProjectBySlug({ sql }: Call, slug: string): Promise<Project | undefined> {
  const [row] = await sql<ProjectRow[]>`select * from projects where slug = ${slug}`
  return row && toProject(row)
}

export async function selectProjectByPublishableKey({ sql }: Call, key: string): Promise<Project | undefined> {
  const [row] = await sql<ProjectRow[]>`select * from projects where publishable_key = ${key}`.asLookUp()
  return row && toProject(row)
}

/** A current address comes before a former one of another board. Each part uses its own index. */
export async function selectProjectByBoard(
  { sql }: Call,
  { slug, domain, leftAfter }: { slug: string | undefined; domain: string | undefined; leftAfter: Date },
): Promise<Project | undefined> {
  const [row] = await sql<ProjectRow[]>`
    select projects.* from (
      select id, 'infinity'::timestamptz as left_at from projects where verified_domain = ${domain}
      union all select id, 'infinity' from projects where slug = ${slug}
      union all select project_id, left_at from former_board_addresses
        where name = coalesce(${domain}::text, ${slug}::text) and left_at > ${leftAfter}) found
    join projects on projects.id = found.id
    order by found.left_at desc limit 1`
  return row && toProject(row)
}

export async function selectAllowedOrigin({ sql }: Call, origin: string): Promise<boolean> {
  const rows = await sql`select 1 from projects where allowed_origins @> array[${origin}::text] limit 1`
  return rows.length > 0
}

export async function selectProject({ sql }: Call, id: Id<'project'>): Promise<Project | undefined> {
  const [row] = await sql<ProjectRow[]>`select * from projects where id = ${id}`
  return row && toProject(row)
}

export async function selectProjectsByIds(
  { sql }: Call,
  ids: readonly Id<'project'>[],
): Promise<ReadonlyMap<Id<'project'>, Project>> {
  if (ids.length === 0) return new Map()
  const rows = await sql<ProjectRow[]>`select * from projects where id = any (${ids})`
  return new Map(rows.map((row) => [row.id, toProject(row)]))
}

/** For work that goes through all projects, a few at a time. */
export async function projectIdsAfter({ sql }: Call, after: string | undefined, most: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`select id from projects where id > ${after ?? ''} order by id limit ${most}`
  return rows.map(({ id }) => id)
}

/** Locked until the transaction ends. */
export async function holdProject({ sql, project }: ProjectCall): Promise<Project | undefined> {
  const [row] = await sql<ProjectRow[]>`select * from projects where id = ${project.id} for no key update`
  return row && toProject(row)
}

/** A domain that is removed is served no more; one that is changed is served until the new one is proven. */
export async function changeProject(
  { sql, now, project }: ProjectCall,
  changes: Partial<ProjectDraft>,
  claimedAt: Date | undefined,
): Promise<Project | undefined> {
  const has = (field: keyof ProjectDraft) => Object.hasOwn(changes, field)
  const removesDomain = has('domain') && changes.domain === undefined
  const [row] = await sql<ProjectRow[]>`
    update projects set
      name = coalesce(${changes.name}, name),
      slug = coalesce(${changes.slug}, slug),
      is_private = coalesce(${changes.isPrivate}, is_private),
      sign_in_url = case when ${has('signInUrl')}::boolean then ${changes.signInUrl} else sign_in_url end,
      domain = case when ${has('domain')}::boolean then ${changes.domain} else domain end,
      domain_claimed_at = case when ${has('domain')}::boolean then ${claimedAt} else domain_claimed_at end,
      verified_domain = case when ${removesDomain}::boolean then null else verified_domain end,
      domain_verified_at = case when ${removesDomain}::boolean then null else domain_verified_at end,
      allowed_origins = coalesce(${changes.allowedOrigins}, allowed_origins),
      allowed_traits = coalesce(${changes.allowedTraits}, allowed_traits),
      account_trait = case when ${has('accountTrait')}::boolean then ${changes.accountTrait} else account_trait end,
      value_trait = case when ${has('valueTrait')}::boolean then ${changes.valueTrait} else value_trait end,
      language = coalesce(${changes.language}, language),
      requires_approval = coalesce(${changes.requiresApproval}, requires_approval),
      accent_color = coalesce(${changes.accentColor}, accent_color),
      time_zone = coalesce(${changes.timeZone}, time_zone),
      notification_defaults = notification_defaults || ${JSON.stringify(snakeCased(changes.notificationDefaults ?? {}))}::jsonb,
      welcome_note = case when ${has('welcomeNote')}::boolean then ${changes.welcomeNote} else welcome_note end,
      version = version + 1,
      updated_at = ${now}
    where id = ${project.id}
    returning *`.then(undefined, refuseTaken)
  return row && toProject(row)
}

/** Locks the project until the transaction ends. */
export async function changeLogo(
  { sql, now, project }: ProjectCall,
  logoId: Id<'file'> | undefined,
): Promise<Project | undefined> {
  const [row] = await sql<ProjectRow[]>`
    update projects set logo_id = ${logoId}, version = version + 1, updated_at = ${now}
    where id = ${project.id} returning *`
  return row && toProject(row)
}

/** Logo, times and version of a project that comes from elsewhere, from its columns as JSON. */
export async function setPast({ sql, project }: ProjectCall, past: object): Promise<void> {
  await sql`
    update projects p set logo_id = r.logo_id, created_at = r.created_at, updated_at = r.updated_at, version = r.version
    from json_populate_record(null::projects, ${JSON.stringify(past)}::json) as r where p.id = ${project.id}`
}

function refuseTaken(error: unknown): never {
  throw violatedRule(error) === 'project_slug_is_unique' ? new Problem(slugTaken) : error
}

export function toProject(row: ProjectRow): Project {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    isPrivate: row.is_private,
    signInUrl: row.sign_in_url ?? undefined,
    domain: row.domain ?? undefined,
    domainClaimedAt: row.domain_claimed_at ?? undefined,
    verifiedDomain: row.verified_domain ?? undefined,
    domainVerifiedAt: row.domain_verified_at ?? undefined,
    domainChallenge: row.domain_challenge,
    allowedOrigins: row.allowed_origins,
    allowedTraits: row.allowed_traits,
    accountTrait: row.account_trait ?? undefined,
    valueTrait: row.value_trait ?? undefined,
    language: row.language,
    requiresApproval: row.requires_approval,
    accentColor: row.accent_color,
    timeZone: row.time_zone,
    welcomeNote: row.welcome_note ?? undefined,
    logoId: row.logo_id ?? undefined,
    notificationDefaults: camelCased(row.notification_defaults),
    publishableKey: row.publishable_key,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  }
}
