import { expect, test } from 'vitest'
import { freePort } from '../harness/ports.ts'
import { runMain, untilReady } from '../harness/process.ts'
import { makeClient, missingOf, startLoad } from './load.ts'
import { failOver, startPatroni } from './patroni.ts'
import { needPrograms } from './programs.ts'
import { ALL_STEPS, step } from './step.ts'

const KILLS = 5
const PEOPLE = 6
const READY_WITHIN_MS = 5_000

// Guarantees what operators of several machines rely on: with synchronous replication a failover costs time and nothing else.
test(
  'when the primary is killed under load, all that was acknowledged is there once, and callers see 503s alone',
  ALL_STEPS,
  async (context) => {
    needPrograms(['patroni', 'etcd', 'postgres'], context)
    const cluster = await startPatroni()
    const PORT = String(await freePort())
    const origin = `http://localhost:${PORT}`
    const service = runMain(['serve'], { DATABASE_URL: cluster.url, PORT, RATE_LIMIT_FACTOR: '0' })
    await untilReady(service)
    const client = await makeClient(cluster.url, origin)
    const load = startLoad(origin, client, PEOPLE)
    const rounds = []
    for (let round = 0; round < KILLS; round += 1) {
      const before = load.succeeded()
      await step('200 requests have succeeded', () => load.succeeded() > before + 200, load.lastRefusal)
      rounds.push(await failOver(cluster, origin, round))
    }
    await load.stop()
    const { subs, posts, votes } = load.acknowledged
    process.stderr.write(
      `failover: ${JSON.stringify({ rounds, statuses: Object.fromEntries(load.statuses), sessions: subs.length, posts: posts.length, votes: votes.length })}\n`,
    )
    expect(load.faults).toEqual([])
    expect([...load.statuses.keys()].filter((status) => status >= 500)).toEqual([503])
    expect(await missingOf(load.acknowledged, client, cluster.query)).toEqual([])
    for (const { readyAfterMs } of rounds) expect(readyAfterMs).toBeLessThan(READY_WITHIN_MS)
  },
)
