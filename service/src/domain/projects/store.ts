import type { Id } from '../../foundation/ids/index.ts'
import { Problem } from '../../foundation/problems/index.ts'
import { violatedRule } from '../../foundation/storage/index.ts'
import type { Call, ProjectCall } from '../call.ts'
import type { Language } from './language.ts'
import { domainTaken, slugTaken } from './problems.ts'
import type { Project, ProjectDraft } from './projects.ts'

interface ProjectRow {
  id: Id<'project'>
  name: string
  slug: string
  is_private: boolean
  sign_in_url: string | null
  domain: string | null
  allowed_origins: string[]
  allowed_traits: string[]
  language: Language
  requires_approval: boolean
  accent_color: string
  publishable_key: string
  created_at: Date
  updated_at: Date
  version: number
}

export async function insertProject({ sql }: Call, project: Project): Promise<void> {
  await sql`
    insert into projects (id, name, slug, is_private, sign_in_url, domain, allowed_origins, allowed_traits, language,
      requires_approval, accent_color, publishable_key, created_at, updated_at)
    values (${project.id}, ${project.name}, ${project.slug}, ${project.isPrivate}, ${project.signInUrl}, ${project.domain},
      ${project.allowedOrigins}, ${project.allowedTraits}, ${project.language}, ${project.requiresApproval}, ${project.accentColor}, ${project.publishableKey}, ${project.createdAt}, ${project.updatedAt})`.then(
    undefined,
    refuseTaken,
  )
}

export async function selectProjects({ sql }: Call): Promise<Project[]> {
  return (await sql<ProjectRow[]>`select * from projects order by id`).map(toProject)
}

export async function selectProjectBySlug({ sql }: Call, slug: string): Promise<Project | undefined> {
  const [row] = await sql<ProjectRow[]>`select * from projects where slug = ${slug}`
  return row && toProject(row)
}

export async function selectProjectByPublishableKey({ sql }: Call, key: string): Promise<Project | undefined> {
  const [row] = await sql<ProjectRow[]>`select * from projects where publishable_key = ${key}`
  return row && toProject(row)
}

/** A domain of its own comes before the slug of another project that happens to be called so. */
export async function selectProjectByBoard(
  { sql }: Call,
  { slug, domain }: { slug: string | undefined; domain: string | undefined },
): Promise<Project | undefined> {
  const [row] = await sql<ProjectRow[]>`
    select * from projects where domain = ${domain} or slug = ${slug} order by domain is not distinct from ${domain} desc limit 1`
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

/** For work that goes through all projects, some at once. */
export async function projectIdsAfter({ sql }: Call, after: string | undefined, most: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`select id from projects where id > ${after ?? ''} order by id limit ${most}`
  return rows.map(({ id }) => id)
}

export async function changeProject(
  { sql, now, project }: ProjectCall,
  changes: Partial<ProjectDraft>,
  versions: readonly number[] | undefined,
): Promise<Project | undefined> {
  const has = (field: keyof ProjectDraft) => Object.hasOwn(changes, field)
  const [row] = await sql<ProjectRow[]>`
    update projects set
      name = coalesce(${changes.name}, name),
      slug = coalesce(${changes.slug}, slug),
      is_private = coalesce(${changes.isPrivate}, is_private),
      sign_in_url = case when ${has('signInUrl')}::boolean then ${changes.signInUrl} else sign_in_url end,
      domain = case when ${has('domain')}::boolean then ${changes.domain} else domain end,
      allowed_origins = coalesce(${changes.allowedOrigins}, allowed_origins),
      allowed_traits = coalesce(${changes.allowedTraits}, allowed_traits),
      language = coalesce(${changes.language}, language),
      requires_approval = coalesce(${changes.requiresApproval}, requires_approval),
      accent_color = coalesce(${changes.accentColor}, accent_color),
      version = version + 1,
      updated_at = ${now}
    where id = ${project.id} and (${versions}::int[] is null or version = any (${versions}))
    returning *`.then(undefined, refuseTaken)
  return row && toProject(row)
}

function refuseTaken(error: unknown): never {
  switch (violatedRule(error)) {
    case 'project_slug_is_unique':
      throw new Problem(slugTaken)
    case 'project_domain_is_unique':
      throw new Problem(domainTaken)
    default:
      throw error
  }
}

function toProject(row: ProjectRow): Project {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    isPrivate: row.is_private,
    signInUrl: row.sign_in_url ?? undefined,
    domain: row.domain ?? undefined,
    allowedOrigins: row.allowed_origins,
    allowedTraits: row.allowed_traits,
    language: row.language,
    requiresApproval: row.requires_approval,
    accentColor: row.accent_color,
    publishableKey: row.publishable_key,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  }
}
