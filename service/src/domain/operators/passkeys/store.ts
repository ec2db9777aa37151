import type { Call } from '../../call/index.ts'

export interface PasskeyRow {
  id: string
  operator_id: string
  public_key: Buffer
  counter: string
  transports: string[]
  name: string
  created_at: Date
  last_used_at: Date | null
}

export async function selectPasskeys({ sql }: Call, operatorId: string): Promise<PasskeyRow[]> {
  return await sql<
    PasskeyRow[]
  >`select * from operator_passkeys where operator_id = ${operatorId} order by created_at, id`
}

export async function selectPasskey({ sql }: Call, id: string): Promise<PasskeyRow | undefined> {
  const [row] = await sql<PasskeyRow[]>`select * from operator_passkeys where id = ${id}`
  return row
}

export async function insertPasskey(
  { sql, now }: Call,
  key: { id: string; operatorId: string; publicKey: Buffer; counter: number; transports: string[]; name: string },
): Promise<boolean> {
  const rows = await sql`
    insert into operator_passkeys (id, operator_id, public_key, counter, transports, name, created_at)
    values (${key.id}, ${key.operatorId}, ${key.publicKey}, ${key.counter}, ${key.transports}, ${key.name}, ${now})
    on conflict do nothing returning 1`
  return rows.length > 0
}

/** Two uses with the same count mean that the passkey was copied, so only the first is accepted. Authenticators that do not count always say 0. */
export async function noteUse({ sql, now }: Call, id: string, counter: number): Promise<boolean> {
  const rows = await sql`
    update operator_passkeys set counter = ${counter}, last_used_at = ${now}
    where id = ${id} and (counter < ${counter} or counter = 0 and ${counter}::bigint = 0) returning 1`
  return rows.length > 0
}

export async function deletePasskey({ sql }: Call, operatorId: string, id: string): Promise<boolean> {
  const rows = await sql`delete from operator_passkeys where operator_id = ${operatorId} and id = ${id} returning 1`
  return rows.length > 0
}

export async function insertChallenge(
  { sql, now }: Call,
  challenge: string,
  operatorId: string | undefined,
  expiresAt: Date,
): Promise<void> {
  await sql`
    with swept as (delete from operator_challenges where expires_at < ${now})
    insert into operator_challenges (challenge, operator_id, expires_at) values (${challenge}, ${operatorId}, ${expiresAt})`
}

/** A challenge can be taken once, and only by the person it was made for. */
export async function takeChallenge(
  { sql, now }: Call,
  challenge: string,
  operatorId: string | undefined,
): Promise<boolean> {
  const rows = await sql`
    delete from operator_challenges
    where challenge = ${challenge} and operator_id is not distinct from ${operatorId} and expires_at > ${now} returning 1`
  return rows.length > 0
}
