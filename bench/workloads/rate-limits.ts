import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { sizeFor } from '../../generator/generate.ts'
import { freePort } from '../../service/test/harness/ports.ts'
import { connectionOf } from '../client.ts'
import { startOurs, withDirectory } from '../servers.ts'
import { openSite, type Site } from '../site.ts'
import { compareThroughput } from '../throughput.ts'
import { spreadPairs, voteLoad } from '../votes.ts'
import type { Measured, Workload } from '../workload.ts'
import { getLoad } from './posts.ts'

const VOTERS = 8_000
/** Everything is counted, and nobody reaches a limit. */
const COUNTED = { RATE_LIMIT_FACTOR: '1000' }

const LOADS = {
  get_post: { unit: 'requests/s', floors: { memory: 0.8, redis: 0.5 } },
  cast_vote: { unit: 'votes/s', floors: { memory: 0.8, redis: 0.6 } },
} as const

type Name = keyof typeof LOADS

/** The same service with and without rate limits: the ratio is what they cost. */
export const rateLimitWorkloads: readonly Workload[] = (Object.keys(LOADS) as Name[]).flatMap((name) =>
  (['memory', 'redis'] as const).map((store) => ({
    name: `${name}_limits_${store}`,
    unit: LOADS[name].unit,
    floor: LOADS[name].floors[store],
    measure: () =>
      store === 'memory' ? measure(name, COUNTED) : withRedis((url) => measure(name, { ...COUNTED, REDIS_URL: url })),
  })),
)

async function measure(name: Name, environment: Record<string, string>): Promise<Measured> {
  const site = await openSite(sizeFor(1_000))
  try {
    return await withDirectory(async (directory) => {
      const limited = await startOurs(directory, { ...environment, DATABASE_URL: urlOf(site) })
      try {
        const loadOf = await loadsOf(name, site)
        return await compareThroughput(loadOf(limited.origin), loadOf(site.origin))
      } finally {
        await limited.stop()
      }
    })
  } finally {
    await site.stop()
  }
}

async function loadsOf(name: Name, site: Site) {
  if (name === 'get_post') return (origin: string) => getLoad(site, origin)
  const pairs = spreadPairs(await site.signIn(VOTERS), site.openPosts)
  return (origin: string) => voteLoad(origin, site, pairs)
}

function urlOf({ directory }: Site): string {
  const { host, user, password, database } = connectionOf(directory)
  return `postgres://${user}:${encodeURIComponent(password)}@localhost/${database}?host=${encodeURIComponent(host)}`
}

/** A Redis of its own, as Debian's package brings it. */
async function withRedis<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const port = await freePort()
  const redis = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], {
    stdio: 'ignore',
  })
  try {
    await Promise.race([listening(port), once(redis, 'exit').then(() => Promise.reject(new Error('Redis ended')))])
    return await work(`redis://127.0.0.1:${port}`)
  } finally {
    redis.kill('SIGKILL')
  }
}

async function listening(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await new Promise((wake) => setTimeout(wake, 20))
  }
}
