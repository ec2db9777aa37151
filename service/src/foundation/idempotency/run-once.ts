import { createHash, hash } from 'node:crypto'
import { Problem } from '../problems/index.ts'
import type { Database, Sql } from '../storage/index.ts'
import { idempotencyInProgress, idempotencyKeyReused } from './problems.ts'
import { seal, unseal } from './seal.ts'
import { findRecord, keepRecord, markWork, type RecordName, tryLock, undoWork } from './store.ts'

/** The whole answer, so that it can be sent again. */
export interface KeptAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The user of the answer. It is removed when they are erased. */
  readonly userId?: string
}

export interface OnceRequest {
  readonly projectId: string
  readonly caller: string
  readonly key: string
  readonly method: string
  readonly path: string
  readonly body: Buffer
  readonly now: Date
}

/**
 * Runs `work` once for each key and repeats the first answer to a repeated request. The work, its answer and the record of both are one transaction:
 * after a crash a retry either finds all of it or none of it.
 *
 * An error that `work` throws is kept only if `refused` turns it into an answer; the changes of the work are then undone. Any other error is not
 * kept.
 */
export function runOnce(
  transaction: Database['transaction'],
  request: OnceRequest,
  work: (sql: Sql) => Promise<KeptAnswer>,
  refused: (error: unknown) => KeptAnswer | undefined,
): Promise<{ answer: KeptAnswer; replayed: boolean }> {
  const name = { projectId: request.projectId, caller: request.caller, keyHash: sha256(request.key) }
  const requestHash = hashRequest(request)
  return transaction(async (sql) => {
    // Two statements, sent together: what is read must be as new as the lock.
    const [free, kept] = await Promise.all([tryLock(sql, name), findRecord(sql, name, request.now)])
    if (!free) throw new Problem(idempotencyInProgress, { headers: { 'retry-after': '1' } })
    if (kept) {
      if (!kept.requestHash.equals(requestHash)) throw new Problem(idempotencyKeyReused)
      return { answer: JSON.parse(unseal(kept.sealedAnswer, request, contextOf(name))) as KeptAnswer, replayed: true }
    }
    const answer = await workOrRefusal(sql, work, refused)
    const sealedAnswer = seal(JSON.stringify(answer), request, contextOf(name))
    // Sent together with the commit, which fails too if this statement fails.
    keepRecord(sql, name, { requestHash, sealedAnswer }, { userId: answer.userId, now: request.now }).catch(() => {})
    return { answer, replayed: false }
  })
}

async function workOrRefusal(
  sql: Sql,
  work: (sql: Sql) => Promise<KeptAnswer>,
  refused: (error: unknown) => KeptAnswer | undefined,
): Promise<KeptAnswer> {
  const marked = markWork(sql)
  marked.catch(() => {}) // it is awaited after the work; an earlier failure that nobody handles would end the process
  try {
    const answer = await work(sql)
    await marked
    return answer
  } catch (error) {
    const refusal = refused(error)
    if (!refusal) throw error
    await marked
    await undoWork(sql)
    return refusal
  }
}

/** Method, path with query, and the bytes as they came: the same request, or another one. */
function hashRequest({ method, path, body }: OnceRequest): Buffer {
  return createHash('sha256').update(`${method} ${path}\n`).update(body).digest()
}

/** A sealed answer opens only under the name it was kept by. */
function contextOf({ projectId, caller, keyHash }: RecordName): string {
  return `${projectId} ${caller} ${keyHash.toString('base64')}`
}

function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
