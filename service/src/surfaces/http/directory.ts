import { ShortLivedMap } from '../../foundation/heap/index.ts'
import { openMemory } from '../../foundation/memory/index.ts'
import type { Limit, RateLimits } from '../../foundation/rate-limits/index.ts'

const FRESH_MS = 1_000
const MOST = 10_000

/** The caller, for the limit on unknown names. */
export interface Guesser {
  readonly limits: RateLimits
  readonly limit: Limit
  readonly address: string
}

export interface Directory<Found> {
  /** Finds the thing with this name. Looked up at most once a second; an unknown name only within the limit. */
  find(name: string, guesser: Guesser, look: () => Promise<Found | undefined>): Promise<Found | undefined>
  /** The last result, if it is not older than a second. */
  fresh(name: string): Found | undefined
  /** The last result, however old. */
  remembered(name: string): Found | undefined
}

/**
 * Finds objects by a name in the request, which anybody can invent. Existing and unknown names have separate caches, so a flood of wrong names cannot
 * evict a right one; and a wrong name is counted before it costs a query.
 */
export function openDirectory<Found>(): Directory<Found> {
  const known = openMemory<Found>({ most: MOST, freshMs: FRESH_MS })
  const unknown = openMemory<true>({ most: MOST, freshMs: FRESH_MS })
  const underWay = new ShortLivedMap<string, Promise<Found | undefined>>()

  /** Concurrent requests for a name share one look-up. */
  function lookOnce(name: string, look: () => Promise<Found | undefined>): Promise<Found | undefined> {
    let answer = underWay.get(name)
    if (!answer) {
      answer = look()
        .then((found) => keep(name, found))
        .finally(() => underWay.delete(name))
      underWay.set(name, answer)
    }
    return answer
  }
  function keep(name: string, found: Found | undefined): Found | undefined {
    if (found === undefined) {
      known.forget(name)
      unknown.set(name, true)
    } else known.set(name, found)
    return found
  }

  return {
    fresh: (name) => known.fresh(name),
    remembered: (name) => known.last(name),
    find: async (name, { limits, limit, address }, look) => {
      const fresh = known.fresh(name)
      if (fresh !== undefined) return fresh
      if (known.last(name) !== undefined) return lookOnce(name, look)
      await limits.take(limit, address)
      if (unknown.fresh(name)) return undefined
      const giveBack = () => limits.giveBack(limit, address)
      const found = await lookOnce(name, look).catch(async (error) => {
        await giveBack() // the look-up failed, so nobody knows whether the name exists
        throw error
      })
      if (found !== undefined) await giveBack()
      return found
    },
  }
}
