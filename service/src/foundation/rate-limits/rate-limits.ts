import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { Problem } from '../problems/index.ts'
import { rateLimited } from './problems.ts'
import { type WatchOptions, watchRedis } from './watched-redis.ts'

export interface Limit {
  readonly name: string
  readonly count: number
  readonly seconds: number
}

/** The remaining requests of a limit, as RateLimit headers. */
export interface Taken {
  readonly headers: Readonly<Record<string, string>>
}

export interface RateLimits {
  /** Whether anything is counted at all. */
  readonly count: boolean
  /** Counts one request against a limit; over it, refuses with 429. */
  take(limit: Limit, key: string): Promise<Taken>
  /** Gives one back that should not have counted. */
  giveBack(limit: Limit, key: string): Promise<void>
  close(): Promise<void>
}

export interface RateLimitOptions extends WatchOptions {
  /** Absent: each process counts for itself. */
  readonly redisUrl: string | undefined
  /** Multiplies every limit; 0 switches them off. */
  readonly factor: number
}

/** One limit, counted by this process and, where there is a Redis, by all processes together. */
interface Counter {
  readonly points: number
  readonly own: RateLimiterMemory
  readonly shared: RateLimiterRedis | undefined
}

const NOTHING: Taken = { headers: {} }

/** The library counts. With Redis all processes share one count; while Redis is away, each process counts for itself. */
export async function openRateLimits({ redisUrl, factor, ...watch }: RateLimitOptions): Promise<RateLimits> {
  if (factor === 0) return { count: false, take: async () => NOTHING, giveBack: async () => {}, close: async () => {} }
  const redis = redisUrl === undefined ? undefined : await watchRedis(redisUrl, watch)
  const counters = new Map<string, Counter>()

  function counterOf({ name, count, seconds }: Limit): Counter {
    let counter = counters.get(name)
    if (!counter) {
      const points = Math.max(1, Math.floor(count * factor))
      const options = { keyPrefix: `svc:${name}`, points, duration: seconds }
      const shared = redis && new RateLimiterRedis({ ...options, storeClient: redis.client })
      counter = { points, own: new RateLimiterMemory(options), shared }
      counters.set(name, counter)
    }
    return counter
  }

  async function count(
    { own, shared }: Counter,
    work: (limiter: RateLimiterMemory | RateLimiterRedis) => Promise<RateLimiterRes>,
  ): Promise<RateLimiterRes> {
    if (!redis || !shared || redis.isAway()) return work(own)
    try {
      return await work(shared)
    } catch (failure) {
      if (failure instanceof RateLimiterRes) throw failure // over the limit
      redis.failed(failure as Error) // the library throws nothing else
      return work(own)
    }
  }

  return {
    count: true,
    take: async (limit, key) => {
      const counter = counterOf(limit)
      try {
        return { headers: describe(limit, counter.points, await count(counter, (limiter) => limiter.consume(key))) }
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        const headers = { ...describe(limit, counter.points, refusal), 'retry-after': String(secondsUntil(refusal)) }
        throw new Problem(rateLimited, { headers })
      }
    },
    giveBack: async (limit, key) => void (await count(counterOf(limit), (limiter) => limiter.reward(key))),
    close: async () => redis?.close(),
  }
}

/** The IETF draft's fields: the policy, and what is left of it. */
function describe({ name, seconds }: Limit, points: number, left: RateLimiterRes): Record<string, string> {
  return {
    'ratelimit-policy': `"${name}";q=${points};w=${seconds}`,
    ratelimit: `"${name}";r=${Math.max(0, left.remainingPoints)};t=${secondsUntil(left)}`,
  }
}

function secondsUntil({ msBeforeNext }: RateLimiterRes): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1000))
}
