import type pg from 'pg'
import { newId } from '../service/src/foundation/ids/index.ts'
import { hashSecret, newSecret } from '../service/src/foundation/secrets/index.ts'
import { copyInto } from './copy.ts'

const USER_COLUMNS = ['project_id', 'id', 'sub', 'state', 'created_at', 'last_seen_at']
const SESSION_COLUMNS = ['project_id', 'token_hash', 'user_id', 'epoch', 'created_at', 'expires_at']
const SESSION_LASTS_MS = 86_400_000

/** Makes this many new users with a session each, as the exchange would; returns the session tokens. */
export async function signIn(
  client: pg.Client,
  projectId: string,
  count: number,
  { analyze = true }: { analyze?: boolean } = {},
): Promise<string[]> {
  const now = new Date().toISOString()
  const later = new Date(Date.now() + SESSION_LASTS_MS).toISOString()
  const people = Array.from({ length: count }, () => ({ id: newId('user'), token: newSecret('session') }))
  const users = people.map(({ id }) => [projectId, id, id, 'active', now, now].join('\t'))
  const sessions = people.map(({ id, token }) =>
    [projectId, `\\\\x${hashSecret(token).toString('hex')}`, id, 0, now, later].join('\t'),
  )
  await copyInto(client, 'users', USER_COLUMNS, users)
  await copyInto(client, 'sessions', SESSION_COLUMNS, sessions)
  if (analyze) await client.query('analyze users, sessions')
  return people.map(({ token }) => token)
}
