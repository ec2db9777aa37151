import { type Call, inTransaction, may, type Permitted, type ProjectCall, readingOfNow } from '../call/index.ts'
import type { Numbers, PostByTrait } from './figures.ts'
import {
  countDays,
  countVotesByTrait,
  deleteVotesByTrait,
  holdLateDays,
  holdVotesByTrait,
  markLate,
  selectAgeByTrait,
  selectAnswers,
  selectDays,
  selectLastDay,
  selectRefusals,
  selectVotesByTrait,
  unmarkLate,
} from './store.ts'

/** Votes are counted by trait for this many posts. */
const AMONG = 50
const DAY_MS = 24 * 60 * 60 * 1000
const HISTORY_DAYS = 2 * 366
const AT_ONCE_DAYS = 31
/** Enough for every day of the history; a day that an import changes meanwhile is counted at the next visit. */
const MOST_PORTIONS = Math.ceil(HISTORY_DAYS / AT_ONCE_DAYS) + 1
/** Within this time the same numbers are shown again. */
const FRESH_MS = 60_000
const BY_TRAIT_FRESH_MS = 10 * 60_000

/** The numbers of the last `days` days, today included. */
export async function readNumbers(call: Permitted<'numbers:read'>, days: number): Promise<Numbers> {
  await catchUp(call, call.project.id)
  const reading = await readingOfNow(call) // with the days that were just counted
  const [all, refusals, answers] = await Promise.all([
    selectDays(reading, days * 2),
    selectRefusals(reading, days),
    selectAnswers(reading, days),
  ])
  return { days: all, refusals, answers }
}

/**
 * The posts with the most votes, each with its votes by the values of a trait. Only traits that the project keeps can be asked for, and only by
 * callers who may see addresses: a client may have put one into a trait.
 */
export async function readVotesByTrait(call: Permitted<'numbers:read'>, trait: string): Promise<PostByTrait[]> {
  if (!call.project.allowedTraits.includes(trait) || !may(call, 'users:read_addresses')) return []
  if (!(await areFresh(call, trait))) {
    await inTransaction(call, async (call) => {
      await holdVotesByTrait(call)
      if (!(await areFresh(call, trait))) await countVotesByTrait(call, trait, AMONG)
    })
  }
  return selectVotesByTrait(call, trait)
}

async function areFresh(call: ProjectCall, trait: string): Promise<boolean> {
  const countedAt = await selectAgeByTrait(call, trait)
  return countedAt !== undefined && call.now.getTime() - countedAt.getTime() < BY_TRAIT_FRESH_MS
}

/**
 * Removes the counts of all traits, because the values that the user had when they were counted are unknown. A
 * concurrent count has either finished, or starts after the transaction of the erasure.
 */
export async function forgetVotesByTrait(call: ProjectCall): Promise<void> {
  await holdVotesByTrait(call)
  await deleteVotesByTrait(call)
}

/** Counts from the day before the last counted one, or a year back the first time. Counts a month at a time, so that no statement runs long. */
async function catchUp(call: Call, projectId: string): Promise<void> {
  const today = Math.floor(call.now.getTime() / DAY_MS)
  const counted = await selectLastDay(call, projectId)
  if (counted && call.now.getTime() - counted.counted_at.getTime() < FRESH_MS) return
  const begin = counted === undefined ? today - HISTORY_DAYS : Date.parse(counted.day) / DAY_MS - 1
  for (let first = begin; first <= today; first += AT_ONCE_DAYS) {
    const last = Math.min(first + AT_ONCE_DAYS - 1, today)
    await countDays(call, projectId, new Date(first * DAY_MS), new Date(last * DAY_MS))
  }
  for (let portion = 0; portion < MOST_PORTIONS && (await countLateDays(call, projectId)); portion += 1);
}

/** Counts a month at a time. The days are locked before they are counted, so that no import into them is missed. */
function countLateDays(call: Call, projectId: string): Promise<boolean> {
  return inTransaction(call, async (call) => {
    const days = await holdLateDays(call, projectId, AT_ONCE_DAYS)
    const [first, last] = [days.at(0), days.at(-1)]
    if (first === undefined || last === undefined) return false
    await countDays(call, projectId, new Date(first), new Date(last), days)
    await unmarkLate(call, projectId, days)
    return true
  })
}

/**
 * Call it after writing something with a time of an earlier day: that day is counted again when somebody looks. Call it last in the transaction, because
 * other imports into the same day wait for it.
 */
export async function noteImport(call: ProjectCall, time: Date): Promise<void> {
  const [day, today] = [time, call.now].map((moment) => Math.floor(moment.getTime() / DAY_MS))
  if (day === undefined || today === undefined || day >= today || day < today - HISTORY_DAYS) return
  await markLate(call, time)
}
