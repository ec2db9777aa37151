import { type Page, type PageRequest, pageOf, rowsFor } from '../../foundation/paging/index.ts'
import type { ProjectCall } from '../call/index.ts'
import type { NamedKey } from './kid.ts'
import type { PublicJwk } from './public-jwk.ts'
import type { SigningKey } from './signing-key.ts'

interface KeyRow {
  kid: string
  jwk: PublicJwk
  status: SigningKey['status']
  created_at: Date
  retired_at: Date | null
  revoked_at: Date | null
  last_used_at: Date | null
}

export async function countActive({ sql, project }: ProjectCall): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from signing_keys where project_id = ${project.id} and status = 'active'`
  return row?.count ?? 0
}

export async function insertKey(
  { sql, now, project }: ProjectCall,
  { kid, jwk, thumbprint }: NamedKey,
): Promise<SigningKey> {
  const [row] = await sql<KeyRow[]>`
    insert into signing_keys (project_id, kid, jwk, thumbprint, status, created_at)
    values (${project.id}, ${kid}, ${JSON.stringify(jwk)}, ${thumbprint}, 'active', ${now}) returning *`
  if (!row) throw new Error('An insert answers with its row')
  return toKey(row)
}

export async function selectKey({ sql, project }: ProjectCall, kid: string): Promise<SigningKey | undefined> {
  const [row] = await sql<KeyRow[]>`
    select * from signing_keys where project_id = ${project.id} and kid = ${kid}`.asLookUp()
  return row && toKey(row)
}

/** The same key, under any kid. */
export async function selectTwin({ sql, project }: ProjectCall, thumbprint: string): Promise<SigningKey | undefined> {
  const [row] = await sql<KeyRow[]>`
    select * from signing_keys where project_id = ${project.id} and thumbprint = ${thumbprint}`
  return row && toKey(row)
}

export async function selectKeys({ sql, project }: ProjectCall): Promise<SigningKey[]> {
  const rows = await sql<KeyRow[]>`
    select * from signing_keys where project_id = ${project.id} order by created_at desc, kid`
  return rows.map(toKey)
}

export interface KeyPlace {
  readonly createdAt: string
  readonly kid: string
}

export async function selectKeyPage(
  { sql, project }: ProjectCall,
  { limit, after }: PageRequest<KeyPlace>,
): Promise<Page<SigningKey, KeyPlace>> {
  const beyond = (place: KeyPlace) => sql`
    and created_at <= ${place.createdAt}::timestamptz and (created_at < ${place.createdAt}::timestamptz or kid > ${place.kid})`
  const rows = await sql<KeyRow[]>`
    select * from signing_keys where project_id = ${project.id} ${after ? beyond(after) : sql``}
    order by created_at desc, kid ${rowsFor(sql, limit)}`
  return pageOf(rows, limit, toKey, (row) => ({ createdAt: row.created_at.toISOString(), kid: row.kid }))
}

export async function markRetiring({ sql, now, project }: ProjectCall, kid: string): Promise<SigningKey | undefined> {
  const [row] = await sql<KeyRow[]>`
    update signing_keys set status = 'retiring', retired_at = ${now}
    where project_id = ${project.id} and kid = ${kid} and status = 'active' returning *`
  return row && toKey(row)
}

/** Under each kid of the key: older databases may have a key under several. Returns those that were not revoked yet. */
export async function markRevoked({ sql, now, project }: ProjectCall, kid: string): Promise<SigningKey[]> {
  const rows = await sql<KeyRow[]>`
    update signing_keys set status = 'revoked', revoked_at = least(${now}, retired_at + interval '24 hours')
    where project_id = ${project.id} and status <> 'revoked'
      and jwk = (select jwk from signing_keys where project_id = ${project.id} and kid = ${kid}) returning *`
  return rows.map(toKey)
}

/** For a revoked key. The session rows do not change: each use of a session checks its key. */
export async function markSessionsEnded({ sql, now, project }: ProjectCall, kid: string): Promise<string[]> {
  const rows = await sql<{ kid: string }[]>`
    update signing_keys set sessions_ended_at = ${now}
    where project_id = ${project.id} and status = 'revoked' and sessions_ended_at is null
      and jwk = (select jwk from signing_keys where project_id = ${project.id} and kid = ${kid}) returning kid`
  return rows.map(({ kid }) => kid)
}

export async function touchKey({ sql, now, project }: ProjectCall, kid: string): Promise<void> {
  await sql`update signing_keys set last_used_at = ${now} where project_id = ${project.id} and kid = ${kid}`
}

/** The columns hold what the states say; the compiler cannot know that. */
function toKey(row: KeyRow): SigningKey {
  return {
    kid: row.kid,
    jwk: row.jwk,
    status: row.status,
    createdAt: row.created_at,
    retiredAt: row.retired_at ?? undefined,
    revokedAt: row.revoked_at ?? undefined,
    lastUsedAt: row.last_used_at ?? undefined,
  } as SigningKey
}
