import type { Id } from '../../foundation/ids/index.ts'
import type { Permitted } from '../call/index.ts'
import { selectVotesByDay } from './store.ts'

/** How many days a row shows. */
export const BAR_DAYS = 7

/** The votes of each post in the last days, the oldest day first. A day is 24 hours, and the last one ends now. */
export async function votesByDay(
  call: Permitted<'moderation:read'>,
  ids: readonly Id<'post'>[],
  days = BAR_DAYS,
): Promise<ReadonlyMap<Id<'post'>, readonly number[]>> {
  const rows = await selectVotesByDay(call, [...new Set(ids)], days)
  const bars = new Map(ids.map((id) => [id, Array<number>(days).fill(0)]))
  for (const { post_id, day, votes } of rows) bars.get(post_id)?.splice(days - 1 - day, 1, votes)
  return bars
}
