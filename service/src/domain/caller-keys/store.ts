import type { Id } from '../../foundation/ids/index.ts'
import type { Call, ProjectCall, Scope, SecretKey } from '../call/index.ts'

interface SecretKeyRow {
  id: Id<'secretKey'>
  project_id: Id<'project'>
  name: string
  scopes: Scope[]
  created_at: Date
  revoked_at: Date | null
  last_used_at: Date | null
}

export async function insertSecretKey({ sql }: Call, key: SecretKey, secretHash: Buffer): Promise<void> {
  await sql`
    insert into secret_keys (project_id, id, name, secret_hash, scopes, created_at)
    values (${key.projectId}, ${key.id}, ${key.name}, ${secretHash}, ${key.scopes}, ${key.createdAt})`
}

export async function selectUsableKey({ sql }: Call, secretHash: Buffer): Promise<SecretKey | undefined> {
  const [row] = await sql<SecretKeyRow[]>`
    select id, project_id, name, scopes, created_at, revoked_at, last_used_at from secret_keys
    where secret_hash = ${secretHash} and revoked_at is null`
  return row && toKey(row)
}

export async function selectSecretKeys({ sql, project }: ProjectCall): Promise<SecretKey[]> {
  const rows = await sql<SecretKeyRow[]>`
    select id, project_id, name, scopes, created_at, revoked_at, last_used_at from secret_keys
    where project_id = ${project.id} order by id`
  return rows.map(toKey)
}

export async function selectSecretKey(
  { sql, project }: ProjectCall,
  id: Id<'secretKey'>,
): Promise<SecretKey | undefined> {
  const [row] = await sql<SecretKeyRow[]>`
    select id, project_id, name, scopes, created_at, revoked_at, last_used_at from secret_keys
    where project_id = ${project.id} and id = ${id}`
  return row && toKey(row)
}

/** Undefined: there is none, or it was revoked before. */
export async function markRevoked(
  { sql, now, project }: ProjectCall,
  id: Id<'secretKey'>,
): Promise<SecretKey | undefined> {
  const [row] = await sql<SecretKeyRow[]>`
    update secret_keys set revoked_at = ${now}
    where project_id = ${project.id} and id = ${id} and revoked_at is null
    returning id, project_id, name, scopes, created_at, revoked_at, last_used_at`
  return row && toKey(row)
}

/** If several calls arrive at once, the first one writes. */
export async function touchSecretKey({ sql, now }: Call, { projectId, id }: SecretKey, before: Date): Promise<void> {
  await sql`
    update secret_keys set last_used_at = ${now}
    where project_id = ${projectId} and id = ${id} and (last_used_at is null or last_used_at <= ${before})`
}

function toKey(row: SecretKeyRow): SecretKey {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    scopes: row.scopes,
    createdAt: row.created_at,
    revokedAt: row.revoked_at ?? undefined,
    lastUsedAt: row.last_used_at ?? undefined,
  }
}
