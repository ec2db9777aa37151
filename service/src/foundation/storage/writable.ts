import { Problem } from '../problems/index.ts'
import type { Database } from './database.ts'
import { codeOf } from './failures.ts'

const REMEMBERED_MS = 1_000
/** Their list is larger than the smallest memory that a statement can have, so the server writes it to a file of about 300 KB. */
const ROWS = 20_000
const NO_ROOM = /^53/

/** Why a database accepts no writes. */
export type Refusal = 'read-only' | 'no room'

/**
 * Checks whether the database accepts writes: it is no standby, it is not read-only, and its disk has room. A write that is rolled back
 * would not show that: it finds room in an existing page. A temporary file needs new room and leaves nothing behind, neither rows nor WAL.
 * However many callers there are, the database is asked at most once a second.
 */
export function writableProbe(database: Pick<Database, 'transaction'>): () => Promise<Refusal | undefined> {
  let asked: { answer: Promise<Refusal | undefined>; until: number } | undefined
  return () => {
    const now = performance.now()
    if (!asked || asked.until < now) asked = { answer: ask(database), until: now + REMEMBERED_MS }
    return asked.answer
  }
}

async function ask({ transaction }: Pick<Database, 'transaction'>): Promise<Refusal | undefined> {
  try {
    return await transaction(async (sql) => {
      const [, [row]] = await Promise.all([
        sql`select set_config('work_mem', '64kB', true)`,
        sql<{ read_only: boolean }[]>`
          select current_setting('transaction_read_only')::bool as read_only, (select count(*) from generate_series(1, ${ROWS}::int))`,
      ])
      return row?.read_only ? 'read-only' : undefined
    })
  } catch (error) {
    if (NO_ROOM.test(codeOf(error instanceof Problem ? error.cause : error) ?? '')) return 'no room'
    throw error
  }
}
