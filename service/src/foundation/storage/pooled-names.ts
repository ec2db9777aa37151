import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { IS_STILL, lookAgain, type StatementNames } from './statement-names.ts'
import { within } from './within.ts'

const ANSWER_WITHIN_MS = 3_000

/**
 * For a pooler that keeps statements. Its connections to the server outlive our processes, and what one process prepared is run for all of them. So names
 * contain the version of the schema: after a migration no process uses what was prepared before it.
 */
export function openPooledNames(pool: Pick<pg.Pool, 'query'>): StatementNames {
  let version: string | undefined // undefined: the tables change, or nobody has looked
  let wasStill = false
  let renewal = ''
  let isGivenUp = false
  const look = async () => {
    const asked = pool.query(`select ${IS_STILL}, (select count(*) from schema_migrations)::text as version`)
    const { rows } = await within(ANSWER_WITHIN_MS, asked)
    const isStill: boolean = rows[0].is_still
    // A look that comes just after a migration may still count without it.
    version = isStill && wasStill ? rows[0].version : undefined
    wasStill = isStill
  }
  return {
    of: ({ name }) =>
      isGivenUp || name === undefined || version === undefined ? undefined : `${name}.${version}${renewal}`,
    renew: () => {
      renewal = `.${randomBytes(6).toString('base64url')}` // whichever another process chooses, this one has not been prepared
    },
    giveUp: () => {
      isGivenUp = true
    },
    stop: lookAgain(look),
  }
}
