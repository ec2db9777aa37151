import type { Permitted } from '../call/index.ts'
import { horizonOfServer } from '../events/fragments.ts'
import { isImporting } from '../imports/fragments.ts'

/**
 * Tells whether something happened in the project: everything that changes what its readers see is recorded in the log, in the transaction of the
 * change. Two equal versions mean that nothing was recorded between the two reads, and also not between the first one and anything that was read
 * after it, from the same server.
 *
 * Undefined while that is not certain: an earlier transaction still runs, which may end later with a smaller number, or an import adds what it does not
 * record. What no event reports is a new name in a token, and texts that are rendered again after an upgrade.
 */
export async function readVersion(call: Permitted<'board:read'>): Promise<number | undefined> {
  const { sql, project } = call
  const [row] = await sql<{ tx: number }[]>`
    select last.tx from (select max(tx) as tx from events where project_id = ${project.id} and tx is not null) as last
    where last.tx < ${horizonOfServer(sql)} and not ${isImporting(call)}`.asLookUp()
  return row?.tx
}
