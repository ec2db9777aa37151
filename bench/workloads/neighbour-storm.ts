import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sizeFor } from '../../generator/generate.ts'
import { svc } from '../client.ts'
import { fire, getApart } from '../load.ts'
import { searchLoad } from '../searches.ts'
import { openSite, type Site } from '../site.ts'
import type { SteadyReads } from '../steady-reader.ts'
import { percentile, smallerIsBetter, type Workload } from '../workload.ts'

const CALM = 'calm'
const CALM_POSTS = 200
const READS_A_SECOND = 60
const STORMY_POSTS = Number(process.env.BENCH_STORM_POSTS ?? 100_000)
const IMPORTED_A_TURN = 5_000
const CALLERS_OF_EACH = 8
const TURNS = 3
const TURN_MS = 10_000

/**
 * The 99th percentile of one project's reads (60 a second) while another one, of a hundred thousand posts, is searched, read in the largest pages and
 * imported into as fast as it goes, against the same without.
 */
export const neighbourStorm: Workload = {
  name: 'neighbour_storm',
  unit: 'ms',
  floor: 0.5,
  measure: async () => {
    const site = await openSite(sizeFor(STORMY_POSTS))
    let reads: Awaited<ReturnType<typeof steadyReads>> | undefined
    try {
      reads = await steadyReads(site)
      const begin = await stormOver(site)
      await reads.during(wait(3_000)) // warm
      const quiet: number[] = []
      const busy: number[] = []
      for (let turn = 0; turn < TURNS; turn += 1) {
        quiet.push(...(await reads.during(wait(TURN_MS))))
        busy.push(...(await reads.during(begin(turn))))
      }
      process.stderr.write(`quiet ${shares(quiet)}, in the storm ${shares(busy)}\n`)
      return smallerIsBetter(percentile(busy, 0.99), percentile(quiet, 0.99))
    } finally {
      await reads?.close()
      await site.stop()
    }
  },
}

/** Searches, pages of a hundred posts, and an import, all in one project and all at once, for one turn. */
async function stormOver(site: Site): Promise<(turn: number) => Promise<void>> {
  const searches = { ...(await searchLoad(site)), connections: CALLERS_OF_EACH }
  const pages = { ...getApart(site.origin, '/v1/posts?limit=100&sort=new', site.headers), connections: CALLERS_OF_EACH }
  const secret = keyOf(site, 'bench')
  const file = fileOf(IMPORTED_A_TURN) // made before the turns: it takes a processor
  return async (turn) => {
    const imported = importInto(site, secret, `storm-${turn}`, file)
    const [searched = 0, read = 0] = await Promise.all([searches, pages].map((load) => fire(load, TURN_MS / 1_000)))
    await imported
    process.stderr.write(`The storm: ${Math.round(searched)} searches/s, ${Math.round(read)} pages/s\n`)
  }
}

/** Another project, whose list and posts are read at a fixed rate. */
async function steadyReads(site: Site) {
  const { publishable_key: key } = svc(site.directory, ['project', 'create', '--name', 'Calm', '--slug', CALM])
  await importInto(site, keyOf(site, CALM), 'calm', fileOf(CALM_POSTS))
  const headers = { 'x-project-key': key }
  const list = (await (await fetch(`${site.origin}/v1/posts?limit=100`, { headers })).json()) as {
    data: { id: string }[]
  }
  const paths = list.data.flatMap(({ id }) => ['/v1/posts?limit=20', `/v1/posts/${id}`])
  const asked: SteadyReads = { origin: site.origin, headers, paths, readsASecond: READS_A_SECOND }
  const program = fileURLToPath(new URL('../steady-reader.ts', import.meta.url))
  const reader = fork(program, [JSON.stringify(asked)], { detached: true })
  const ended = once(reader, 'exit').then(([code]) => {
    throw new Error(`The steady reader ended with ${code}`)
  })
  ended.catch(() => {}) // thrown to whoever waits for its times
  return {
    close: () => reader.kill(),
    during: async (work: Promise<void>): Promise<number[]> => {
      reader.send('begin')
      await work
      reader.send('end')
      const [times] = await Promise.race([once(reader, 'message'), ended])
      return times
    },
  }
}

function keyOf({ directory }: Site, slug: string): string {
  const words = ['secret-key', 'create', '--project', slug, '--name', 'Storm', '--scope', 'imports:write']
  return svc(directory, words).secret
}

/** So many posts with ten votes each. */
function fileOf(posts: number): Uint8Array<ArrayBuffer> {
  let text = ''
  for (let post = 0; post < posts; post += 1) {
    text += `{"type":"post","external_id":"p${post}","title":"Idea number ${post} about exports","body":"We need it every week.","created_at":"2024-03-01T09:00:00Z"}\n`
    for (let vote = 0; vote < 10; vote += 1)
      text += `{"type":"vote","post":"p${post}","user":{"external_id":"u${(post * 7 + vote * 13) % 997}"},"created_at":"2024-04-01T09:00:00Z"}\n`
  }
  return new TextEncoder().encode(text)
}

/** Imports a file, and waits for the end. */
async function importInto(
  { origin }: Site,
  secret: string,
  source: string,
  body: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/x-ndjson' }
  const sent = await fetch(`${origin}/v1/imports?source=${source}`, { method: 'POST', headers, body })
  const { id, state: first } = (await sent.json()) as { id: string; state: string }
  if (first !== 'running') throw new Error(`The import is ${first}`)
  for (let state = first; state === 'running'; ) {
    await wait(200)
    ;({ state } = (await (await fetch(`${origin}/v1/imports/${id}`, { headers })).json()) as { state: string })
  }
}

function shares(times: readonly number[]): string {
  const [half, most, all] = [0.5, 0.99, 1].map((share) => percentile(times, share).toFixed(1))
  return `p50 ${half} ms, p99 ${most} ms, longest ${all} ms of ${times.length}`
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
