import { inTransaction, type ServiceCall } from '../call/index.ts'

/** Made ahead, so that votes still work if the housekeeping fails for weeks. */
const MONTHS_AHEAD = 3

/** Makes the partitions that votes and follows will need. */
export async function makeMonths({ sql }: ServiceCall): Promise<undefined> {
  await sql`select make_event_months(${MONTHS_AHEAD})`
}

/** Drops a month that ended before a moment and that every reader has read, if there is one. Returns how many it dropped. */
export function dropMonthBefore(call: ServiceCall, time: Date): Promise<number> {
  return inTransaction(call, async ({ sql }) => {
    const [row] = await sql<{ dropped: number }[]>`select drop_event_months(${time}::timestamptz) as dropped`
    return row?.dropped ?? 0
  })
}
