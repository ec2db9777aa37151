import type pg from 'pg'
import { MIGRATING } from './migrations.ts'
import type { Prepared } from './sql.ts'
import { within } from './within.ts'

/** A process that migrates waits for longer than this, so that all others have noticed it before the first table changes. */
export const LOOK_EVERY_MS = 1_000

const ANSWER_WITHIN_MS = 3_000
/** Whether nobody migrates at this moment. */
export const IS_STILL = `pg_try_advisory_xact_lock_shared(${MIGRATING}) as is_still`

export interface StatementNames {
  /** The name under which it is prepared now; undefined: it is sent without one. */
  of(prepared: Prepared): string | undefined
  /** A prepared statement did not fit its tables any more: from now on all are prepared again. */
  renew(): void
  /** From now on statements have no names. */
  giveUp(): void
  stop(): void
}

const NOTHING = { renew: () => {}, giveUp: () => {}, stop: () => {} }

/** For connections on which nothing changes. */
export const NAMES_AS_WRITTEN: StatementNames = { of: ({ name }) => name, ...NOTHING }

/** For connections that change from transaction to transaction. */
export const NO_NAMES: StatementNames = { of: () => undefined, ...NOTHING }

/**
 * PostgreSQL refuses a prepared `select *` or `returning *` whose table got a column since. So statements have no names while another process migrates, and
 * new names afterwards.
 */
export function openNames(pool: Pick<pg.Pool, 'query'>, onSilence: () => Promise<void>): StatementNames {
  let isChanging = false
  let suffix = 0
  const look = async () => {
    const { rows } = await within(ANSWER_WITHIN_MS, pool.query(`select ${IS_STILL}`))
    if (isChanging && rows[0].is_still) suffix += 1
    isChanging = !rows[0].is_still
  }
  return {
    ...NOTHING,
    of: ({ name }) => {
      if (isChanging || name === undefined) return undefined
      return suffix === 0 ? name : `${name}.${suffix}`
    },
    renew: () => {
      suffix += 1
    },
    stop: lookAgain(() => look().catch(onSilence)),
  }
}

/** Looks every second, one look at a time. Returns what stops it. */
export function lookAgain(look: () => Promise<void>): () => void {
  let isLooking = false
  const timer = setInterval(async () => {
    if (isLooking) return
    isLooking = true
    await look().catch(() => {}) // out of reach: requests report it themselves
    isLooking = false
  }, LOOK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
