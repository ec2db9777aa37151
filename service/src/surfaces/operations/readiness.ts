import { Problem, unavailable } from '../../foundation/problems/index.ts'
import {
  type Database,
  hasOnlyWaited,
  misfitOf,
  type Refusal,
  within,
  writableProbe,
} from '../../foundation/storage/index.ts'

const CLOCKS_AGREE_MS = 5_000
const ANSWER_WITHIN_MS = 2_000
const TAKES_NO_WRITES: Readonly<Record<Refusal, string>> = {
  'read-only': 'The database is read-only: it is a standby, or default_transaction_read_only is on. Use the primary.',
  'no room': 'The database has no room on its disk to write. Make room for it.',
}

export interface ReadinessOptions {
  readonly database: Database & { readonly schemaVersion: number }
  readonly stopping: () => boolean
}

/** Returns a check that refuses with what is not ready. */
export function readiness({ database, stopping }: ReadinessOptions): () => Promise<void> {
  const writable = writableProbe(database)
  return () => refuseUnready(database, stopping, writable)
}

async function refuseUnready(
  database: ReadinessOptions['database'],
  stopping: () => boolean,
  writable: ReturnType<typeof writableProbe>,
): Promise<void> {
  if (stopping()) throw notReady('The service is stopping.')
  const [misfit, refusal] = await Promise.all([
    unlessCrowded(database, misfitOf(database.sql, database.schemaVersion)),
    unlessCrowded(database, writable()),
  ])
  if (refusal) throw notReady(TAKES_NO_WRITES[refusal])
  if (misfit !== undefined) throw notReady(misfit)
  const aheadMs = Math.round(database.clock.aheadMs())
  if (Math.abs(aheadMs) <= CLOCKS_AGREE_MS) return
  throw notReady(
    `This machine's clock is ${Math.abs(aheadMs)} ms ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's; at most ${CLOCKS_AGREE_MS} are allowed. Set the clocks by NTP.`,
  )
}

/** A balancer that left out a crowded process would send its crowd to the next one. So an answer that had to wait too long is done without. */
async function unlessCrowded<Answer>(database: Database, asked: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await within(ANSWER_WITHIN_MS, asked)
  } catch (error) {
    if (hasOnlyWaited(error) && database.isCrowded()) return undefined
    throw notReady('The database does not answer, or refuses the connection.', error)
  }
}

function notReady(detail: string, reason?: unknown): Problem {
  return new Problem(unavailable, { detail, reason, headers: { 'retry-after': '1' } })
}
