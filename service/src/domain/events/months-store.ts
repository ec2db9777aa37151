import { inTransaction, type ServiceCall } from '../call/index.ts'

/** Made ahead, so that votes still work if the housekeeping fails for weeks. */
const MONTHS_AHEAD = 3

/** Makes the partitions that votes and follows will need. */
export async function makeMonths({ sql }: ServiceCall): Promise<undefined> {
  await sql`select make_event_months(${MONTHS_AHEAD})`
}

/** Drops the months that ended before a moment and that every reader has read. */
export function dropMonthsBefore(call: ServiceCall, time: Date): Promise<undefined> {
  return inTransaction(call, async ({ sql }) => void (await sql`select drop_event_months(${time}::timestamptz)`))
}
