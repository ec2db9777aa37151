import { readFileSync } from 'node:fs'
import { sizeFor } from '../../generator/generate.ts'
import { openCrowd } from '../crowd.ts'
import { openStorm } from '../live-storm.ts'
import { openSite, type Site } from '../site.ts'
import { untilHappens, wait } from '../steady.ts'
import { spreadPairs } from '../votes.ts'
import { type Measured, percentile, smallerIsBetter, type Workload } from '../workload.ts'

const PEOPLE = Number(process.env.BENCH_LIVE_PEOPLE ?? 5_000)
const VOTES_A_SECOND = 50
const SECONDS = 20
const LONGEST_MS = 1_000
const MOST_KB = 30
const SETTLE_MS = 5_000
const AWAY_MS = 1_000
const AGAIN_AFTER_MS = 100
/** In so many, the pages of browsers would have come back: each waits 1 to 5 seconds. */
const LONGEST_STORM_MS = 5_000

/** From the moment a vote is sent until each of 5,000 open pages of the board has it, while 50 people a second vote. */
export const liveDelivery: Workload = {
  name: 'live_delivery',
  unit: 'ms',
  floor: 1,
  measure: () =>
    withSite(async (site) => {
      const crowd = await openCrowd(site, PEOPLE)
      try {
        const sent = await voteSteadily(site)
        await settle()
        return smallerIsBetter(percentile(latencies(crowd, sent), 0.99), LONGEST_MS)
      } finally {
        crowd.close()
      }
    }),
}

/**
 * How long it takes until 5,000 pages are told what they missed, if their connections break and all come back at once while people vote. It fails if a
 * page misses a vote.
 */
export const liveStorm: Workload = {
  name: 'live_storm',
  unit: 'ms',
  floor: 1,
  measure: () =>
    withSite(async (site) => {
      const storm = await openStorm(site, PEOPLE)
      try {
        const voting = voteSteadily(site)
        await wait((SECONDS * 1_000) / 3)
        storm.cut()
        await wait(AWAY_MS)
        const began = performance.now()
        await storm.comeBack()
        const took = performance.now() - began
        const votes = lastVotes(await voting)
        await settle()
        const missing = storm.missing(votes)
        if (missing > 0) throw new Error(`${missing} of ${PEOPLE * votes.size} numbers were missed`)
        return smallerIsBetter(took, LONGEST_STORM_MS)
      } finally {
        storm.cut()
      }
    }),
}

/** How many votes each post had in the end, by its number. */
function lastVotes(sent: Sent): ReadonlyMap<number, number> {
  const last = new Map<number, number>()
  for (const name of sent.keys()) {
    const [number = 0, votes = 0] = name.split(' ').map(Number)
    last.set(number, Math.max(votes, last.get(number) ?? 0))
  }
  return last
}

/** How much the process grows for each open page. */
export const liveMemory: Workload = {
  name: 'live_memory',
  unit: 'KB',
  floor: 1,
  measure: () =>
    withSite(async (site) => {
      await (await openCrowd(site, 100)).close()
      await settle()
      const before = residentKb(site.pid)
      const crowd = await openCrowd(site, PEOPLE)
      try {
        await settle()
        return smallerIsBetter(Math.max(0.1, (residentKb(site.pid) - before) / PEOPLE), MOST_KB)
      } finally {
        crowd.close()
      }
    }),
}

async function withSite(measure: (site: Site) => Promise<Measured>): Promise<Measured> {
  const site = await openSite(sizeFor(1_000), { environment: { LIVE_CONNECTIONS: String(2 * PEOPLE) } })
  return measure(site).finally(site.stop)
}

/** When each vote was sent, by the number of its post and how many votes that has with it. */
type Sent = ReadonlyMap<string, number>

/** Each post gets one vote at a time, so that its number of votes names the vote. */
async function voteSteadily({ origin, headers, projectId, query, openPosts, ...site }: Site): Promise<Sent> {
  const posts = openPosts.slice(0, 100)
  const rows = await query<{ id: string; number: number; votes: number }>(
    `select p.id, p.number, s.vote_count as votes from posts p join post_standings s on s.project_id = p.project_id and s.post_id = p.id
     where p.project_id = $1 and p.id = any ($2)`,
    [projectId, posts],
  )
  const standing = new Map(rows.map((row) => [row.id, { ...row }]))
  const pairs = spreadPairs(await site.signIn(VOTES_A_SECOND * SECONDS), posts)
  const sent = new Map<string, number>()
  const votes: Promise<unknown>[] = []
  for (let turn = 0; turn < VOTES_A_SECOND * SECONDS; turn += 1) {
    const { token, post } = pairs.next()
    const row = standing.get(post)
    if (!row) throw new Error('There is no such post')
    row.votes += 1
    sent.set(`${row.number} ${row.votes}`, performance.now())
    const asked = { method: 'PUT', headers: { ...headers, authorization: `Bearer ${token}` } }
    votes.push(accepted(`${origin}/v1/posts/${post}/vote`, asked).catch((error) => error)) // looked at in the end
    await new Promise((wake) => setTimeout(wake, 1_000 / VOTES_A_SECOND))
  }
  for (const failure of await Promise.all(votes)) if (failure) throw failure
  return sent
}

/** A request that is told to come back does so: its time goes on. */
async function accepted(url: string, asked: RequestInit): Promise<void> {
  const isTaken = async () => {
    const answer = await fetch(url, asked)
    const text = await answer.text()
    if (!answer.ok && answer.status !== 503) throw new Error(text)
    return answer.ok
  }
  await untilHappens('a vote is taken', isTaken, AGAIN_AFTER_MS)
}

/** Of each vote at each page. Fails if a page was not told of one. */
function latencies({ portions, arrivals }: Awaited<ReturnType<typeof openCrowd>>, sent: Sent): number[] {
  const told = new Set<string>()
  const found: number[] = []
  for (const [id, posts] of portions) {
    const times = posts.flatMap(({ number, votes }) => newlyTold(number, votes, sent, told))
    for (const page of arrivals) {
      const arrived = page.get(id)
      if (arrived === undefined && times.length > 0) throw new Error('A page missed a portion')
      for (const time of times) found.push((arrived ?? 0) - time)
    }
  }
  if (told.size < sent.size) throw new Error(`${sent.size - told.size} votes were not told`)
  return found
}

/** A number of votes tells of all votes up to it. */
function newlyTold(number: number, votes: number, sent: Sent, told: Set<string>): number[] {
  const times: number[] = []
  for (let count = votes; count > 0; count -= 1) {
    const name = `${number} ${count}`
    const time = sent.get(name)
    if (time === undefined || told.has(name)) break
    told.add(name)
    times.push(time)
  }
  return times
}

function settle(): Promise<void> {
  return wait(SETTLE_MS)
}

function residentKb(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/^VmRSS:\s+(\d+) kB/m)?.[1] ?? 0)
}
