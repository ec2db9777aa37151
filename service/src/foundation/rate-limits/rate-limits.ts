import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { Problem } from '../problems/index.ts'
import { rateLimited } from './problems.ts'

export interface Limit {
  readonly name: string
  readonly count: number
  readonly seconds: number
}

/** What is left after a request was counted, as the RateLimit headers say it. */
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

export interface RateLimitOptions {
  /** Absent: each process counts for itself. */
  readonly redisUrl: string | undefined
  /** Multiplies every limit; 0 switches them off. */
  readonly factor: number
  readonly onTrouble: (error: Error) => void
}

const NOTHING: Taken = { headers: {} }

/** Counting is the library's; with Redis all processes share one count, and while it is away each counts for itself. */
export async function openRateLimits({ redisUrl, factor, onTrouble }: RateLimitOptions): Promise<RateLimits> {
  if (factor === 0) return { count: false, take: async () => NOTHING, giveBack: async () => {}, close: async () => {} }
  const redis = redisUrl === undefined ? undefined : await connect(redisUrl, onTrouble)
  const limiters = new Map<string, RateLimiterMemory | RateLimiterRedis>()

  function limiterOf({ name, count, seconds }: Limit): RateLimiterMemory | RateLimiterRedis {
    let limiter = limiters.get(name)
    if (!limiter) {
      const options = { keyPrefix: `svc:${name}`, points: Math.max(1, Math.floor(count * factor)), duration: seconds }
      const memory = new RateLimiterMemory(options)
      limiter = redis ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory }) : memory
      limiters.set(name, limiter)
    }
    return limiter
  }

  return {
    count: true,
    take: async (limit, key) => {
      const limiter = limiterOf(limit)
      try {
        return { headers: describe(limit, limiter.points, await limiter.consume(key)) }
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        const headers = { ...describe(limit, limiter.points, refusal), 'retry-after': String(secondsUntil(refusal)) }
        throw new Problem(rateLimited, { headers })
      }
    },
    giveBack: async (limit, key) => void (await limiterOf(limit).reward(key)),
    close: async () => void redis?.disconnect(),
  }
}

async function connect(url: string, onTrouble: (error: Error) => void) {
  const { Redis } = await import('ioredis') // only where it is used
  return new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1 }).on('error', onTrouble)
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
