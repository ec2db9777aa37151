import type { Call } from '../call.ts'
import type { SecretKey } from './secret-keys.ts'

export async function insertSecretKey({ sql }: Call, key: SecretKey, secretHash: Buffer): Promise<void> {
  await sql`
    insert into secret_keys (project_id, id, name, secret_hash, scopes, created_at)
    values (${key.projectId}, ${key.id}, ${key.name}, ${secretHash}, ${key.scopes}, ${key.createdAt})`
}
