import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../harness/ports.ts'
import { runMain, untilReady } from '../harness/process.ts'
import { type Client, makeClient, missingOf, startLoad } from './load.ts'
import { failOver, startPatroni } from './patroni.ts'
import { needPrograms } from './programs.ts'
import { ALL_STEPS, step } from './step.ts'

const KILLS = 2
const PEOPLE = 4
const VISITORS = 3

/** Visitors who read a list, again and again. Replicas may answer them. */
function startReading(origin: string, { publishableKey }: Client, visitors: number) {
  const statuses = new Map<number, number>()
  let isOver = false
  async function read(): Promise<void> {
    while (!isOver) {
      const status = await fetch(`${origin}/v1/posts?limit=5`, { headers: { 'x-project-key': publishableKey } }).then(
        async (answer) => {
          await answer.text()
          return answer.status
        },
        () => 0,
      )
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      await new Promise((wake) => setTimeout(wake, 20))
    }
  }
  onTestFinished(() => {
    isOver = true // also if the test failed before it stopped them
  })
  const all = Array.from({ length: visitors }, read)
  return {
    statuses,
    stop: async () => {
      isOver = true
      await Promise.all(all)
    },
  }
}

/** What the service says about its replicas. */
async function figuresOf(origin: string) {
  const text = await (await fetch(`${origin}/metrics`)).text()
  const numberOf = (line: RegExp) => Number(line.exec(text)?.[1])
  return {
    readThere: numberOf(/^svc_replica_reads_total\{where="replica"\} (\d+)/m),
    isLeftOut: (port: number) =>
      numberOf(new RegExp(`^svc_replica_left_out\\{replica="127.0.0.1:${port}"\\} (\\d)`, 'm')) === 1,
  }
}

// Guarantees that replicas make a failover no worse: the one that is promoted is no replica any more, and the one that comes back is used again.
test(
  'when the primary dies under load, its replica takes its place and is left out as one; the service goes on, and uses the other when it is back',
  ALL_STEPS,
  async (context) => {
    needPrograms(['patroni', 'etcd', 'postgres'], context)
    const cluster = await startPatroni()
    const PORT = String(await freePort())
    const origin = `http://localhost:${PORT}`
    const service = runMain(['serve'], {
      DATABASE_URL: cluster.url,
      DATABASE_READ_URL: cluster.url.replace(/\?.*/, ''), // both servers; the primary is left out
      PORT,
      RATE_LIMIT_FACTOR: '0',
    })
    await untilReady(service)
    const client = await makeClient(cluster.url, origin)
    const load = startLoad(origin, client, PEOPLE)
    const reading = startReading(origin, client, VISITORS)

    /** The standby answers visitors, and the primary is left out. A server saves its timeline with a checkpoint, some minutes later if nobody asks. */
    const untilUsed = async () => {
      const { readThere } = await figuresOf(origin)
      const isUsed = async () => {
        const primary = await cluster.primary()
        const standby = cluster.nodes.find((node) => node !== primary)
        if (!primary || !standby) return false
        await cluster.queryOn(primary, 'checkpoint')
        await cluster.queryOn(standby, 'checkpoint')
        const figures = await figuresOf(origin)
        return figures.isLeftOut(primary.port) && !figures.isLeftOut(standby.port) && figures.readThere > readThere + 20
      }
      await step('visitors are answered by the standby', isUsed, cluster.said)
    }

    await untilUsed()
    const rounds = []
    for (let round = 0; round < KILLS; round += 1) {
      const before = load.succeeded()
      await step('50 requests have succeeded', () => load.succeeded() > before + 50, load.lastRefusal)
      rounds.push(await failOver(cluster, origin, round))
      const promoted = await cluster.primary()
      await step('the new primary is left out', async () => (await figuresOf(origin)).isLeftOut(promoted?.port ?? 0))
      await untilUsed()
    }
    await load.stop()
    await reading.stop()
    process.stderr.write(
      `replicas: ${JSON.stringify({ rounds, people: Object.fromEntries(load.statuses), visitors: Object.fromEntries(reading.statuses) })}\n`,
    )
    expect(load.faults).toEqual([])
    expect([...reading.statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([])
    expect(reading.statuses.get(200)).toBeGreaterThan(0)
    expect(await missingOf(load.acknowledged, client, cluster.query)).toEqual([])
  },
)
