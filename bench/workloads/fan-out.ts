import { withBroadcast } from '../broadcast.ts'
import { residentDuring } from '../resident.ts'
import { type Measured, median, smallerIsBetter, type Workload } from '../workload.ts'

const FOLLOWERS = 100_000
const TURNS = 5
const MOST_GROWTH_MB = 60

/** From the change of a status until 100,000 people were told, against one statement that inserts the same rows. */
export const fanOut: Workload = {
  name: 'fan_out',
  unit: 'people/s',
  floor: 0.2,
  measure: () =>
    withBroadcast(FOLLOWERS, async ({ site: { query }, many, changeStatus, told }) => {
      await query('create table bare_notifications (like notifications including all)')
      const turns: Measured[] = []
      for (let turn = 0; turn < TURNS; turn += 1) {
        const ours = await secondsFor(async () => {
          await changeStatus(many)
          await told(many)
        })
        await query('truncate bare_notifications')
        const bare = await secondsFor(() =>
          query(
            `insert into bare_notifications select * from notifications
             where event_id = (select max(event_id) from notifications) order by user_id`,
          ),
        )
        turns.push({ ours: FOLLOWERS / ours, limit: FOLLOWERS / bare, ratio: bare / ours })
      }
      const middle = (member: keyof Measured) => median(turns.map((turn) => turn[member]))
      return { ours: middle('ours'), limit: middle('limit'), ratio: middle('ratio') }
    }),
}

/** The request that changes the status of a post with 100,000 followers, against one with ten. */
export const fanOutRequest: Workload = {
  name: 'fan_out_request',
  unit: 'ms',
  floor: 1 / 1.3,
  measure: () =>
    withBroadcast(FOLLOWERS, async ({ many, few, changeStatus, told }) => {
      const times = { many: [] as number[], few: [] as number[] }
      for (let turn = 0; turn < TURNS; turn += 1) {
        times.few.push(await changeStatus(few))
        await told(few)
        times.many.push(await changeStatus(many))
        await told(many)
      }
      return smallerIsBetter(median(times.many), median(times.few))
    }),
}

/** How much the process grows while it tells 100,000 people. */
export const fanOutMemory: Workload = {
  name: 'fan_out_memory',
  unit: 'MB',
  floor: 1,
  measure: () =>
    withBroadcast(FOLLOWERS, async ({ site: { pid }, many, few, changeStatus, told }) => {
      await changeStatus(few)
      await told(few)
      const { idle, most } = await residentDuring(pid, async () => {
        await changeStatus(many)
        await told(many)
      })
      return smallerIsBetter(Math.max(1, most - idle), MOST_GROWTH_MB)
    }),
}

async function secondsFor(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}
