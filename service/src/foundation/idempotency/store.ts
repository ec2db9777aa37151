import type { Sql } from '../storage/index.ts'

export const RECORDS_LAST_MS = 24 * 60 * 60 * 1000

export interface RecordName {
  readonly projectId: string
  /** Who asks, within the project: a user, a secret key, or everybody who has no session yet. */
  readonly caller: string
  readonly keyHash: Buffer
}

export interface KeptRecord {
  readonly requestHash: Buffer
  readonly sealedAnswer: Buffer
}

/** Holds the name until the transaction ends, however it ends: a crash leaves nothing locked. */
export async function tryLock(sql: Sql, { projectId, caller, keyHash }: RecordName): Promise<boolean> {
  const name = `${projectId} ${caller} ${keyHash.toString('base64')}`
  const [row] = await sql<{ free: boolean }[]>`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as free`
  return row?.free === true
}

export async function findRecord(
  sql: Sql,
  { projectId, caller, keyHash }: RecordName,
  now: Date,
): Promise<KeptRecord | undefined> {
  const oldest = new Date(now.getTime() - RECORDS_LAST_MS)
  const [row] = await sql<{ request_hash: Buffer; sealed_answer: Buffer }[]>`
    select request_hash, sealed_answer from idempotency_records
    where project_id = ${projectId} and caller = ${caller} and key_hash = ${keyHash} and created_at > ${oldest}`
  return row && { requestHash: row.request_hash, sealedAnswer: row.sealed_answer }
}

/** Marks where the work begins, so that a refusal can undo it and still be kept. Sent by the call, not a tick later. */
export function markWork(sql: Sql): Promise<void> {
  return sql`savepoint work`.then(() => {})
}

export async function undoWork(sql: Sql): Promise<void> {
  await sql`rollback to savepoint work`
}

/** An older record of the same name has run out, or it would have been found. */
export async function keepRecord(
  sql: Sql,
  { projectId, caller, keyHash }: RecordName,
  { requestHash, sealedAnswer }: KeptRecord,
  { userId, now }: { userId: string | undefined; now: Date },
): Promise<void> {
  await sql`
    insert into idempotency_records (project_id, caller, key_hash, request_hash, sealed_answer, user_id, created_at)
    values (${projectId}, ${caller}, ${keyHash}, ${requestHash}, ${sealedAnswer}, ${userId}, ${now})
    on conflict (project_id, caller, key_hash) do update set
      request_hash = excluded.request_hash, sealed_answer = excluded.sealed_answer,
      user_id = excluded.user_id, created_at = excluded.created_at`
}

export async function deleteRecordsOfUser(sql: Sql, projectId: string, userId: string): Promise<void> {
  await sql`delete from idempotency_records where project_id = ${projectId} and user_id = ${userId}`
}

/** In portions, so that no statement runs long. Returns how many were removed. */
export async function deleteRecordsBefore(sql: Sql, time: Date): Promise<number> {
  const rows = await sql`
    delete from idempotency_records
    where ctid = any (array(
      select ctid from idempotency_records where created_at < ${time} order by created_at limit 1000)) returning 1`
  return rows.length
}
