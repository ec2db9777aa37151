import { sizeFor } from '../../generator/generate.ts'
import { svc } from '../client.ts'
import { enter } from '../operator.ts'
import { residentDuring, residentMb } from '../resident.ts'
import { openSite, type Site } from '../site.ts'
import { addTimes, emptyTimes, openLoad, wait, worseOf } from '../steady.ts'
import { type Measured, smallerIsBetter, type Workload } from '../workload.ts'

/* What an import inside the service costs the service, and the other projects that it serves. */

const SLUG = 'imported'
const MEGABYTES = [30, Number(process.env.BENCH_IMPORT_MB ?? 95)]
const MOST_GROWTH_MB = 150
const SETTLE_MS = 6_000

/** How much the process grows while it takes a table of the console, checks it and imports it: a small one, then a large one. */
export const importMemory: Workload = {
  name: 'import_memory',
  unit: 'MB',
  floor: 1,
  measure: () =>
    withImporter(async ({ site, upload, check, start }) => {
      await wait(SETTLE_MS)
      const idle = residentMb(site.pid)
      let most = 1
      const watched = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
        const seen = await residentDuring(site.pid, work)
        const grown = seen.most - idle
        process.stderr.write(`${name} grew the process by ${Math.round(grown)} MB\n`)
        most = Math.max(most, grown)
        return seen.result
      }
      const checked: { megabytes: number; path: string }[] = []
      for (const megabytes of MEGABYTES) {
        const bytes = tableOf(megabytes)
        const file = await watched(`The upload of ${megabytes} MB`, () => upload(`of-${megabytes}.csv`, bytes))
        const path = await watched(`The check of ${megabytes} MB`, () => check(file))
        checked.push({ megabytes, path })
      }
      for (const { megabytes, path } of checked) await watched(`The import of ${megabytes} MB`, () => start(path))
      return smallerIsBetter(most, MOST_GROWTH_MB)
    }),
}

const TURNS = 3
const QUIET_MS = 15_000
const RATES = { readsASecond: 60, votesASecond: 20 }
const NEIGHBOUR_POSTS = Number(process.env.BENCH_IMPORT_POSTS ?? 60_000) / TURNS
const VOTES_A_POST = 10

/** The 99th percentile of another project's reads and votes, without an import and during one, in turns. The worse of the two counts. */
export const importNeighbours: Workload = {
  name: 'import_neighbours',
  unit: 'ms',
  floor: 0.5,
  measure: () =>
    withImporter(async ({ site, send }) => {
      const load = await openLoad(site, RATES)
      await load.during(wait(3_000)) // warm
      const [quiet, busy] = [emptyTimes(), emptyTimes()]
      for (let turn = 0; turn < TURNS; turn += 1) {
        addTimes(quiet, await load.during(wait(QUIET_MS)))
        addTimes(busy, await load.during(send(turn)))
      }
      load.close()
      return worseOf(quiet, busy, 'an import')
    }),
}

interface Importer {
  readonly site: Site
  /** Uploads a table to the console; returns the path of its page. */
  upload(name: string, bytes: Buffer<ArrayBuffer>): Promise<string>
  /** Checks an upload; returns the path of its import. */
  check(file: string): Promise<string>
  /** Starts an import and waits for its end. */
  start(path: string): Promise<void>
  /** Sends posts with votes to the API, and waits until they are imported. */
  send(turn: number): Promise<void>
}

/** A service with a project that is used, and another one that imports. */
async function withImporter(measure: (importer: Importer) => Promise<Measured>): Promise<Measured> {
  const site = await openSite(sizeFor(1_000))
  try {
    svc(site.directory, ['project', 'create', '--name', 'Imported', '--slug', SLUG])
    const key = svc(site.directory, [
      'secret-key',
      'create',
      '--project',
      SLUG,
      '--name',
      'Bench',
      '--scope',
      'imports:write',
    ])
    return await measure(importerOf(site, await enter(site, SLUG), key.secret))
  } finally {
    await site.stop()
  }
}

function importerOf(site: Site, cookie: string, secret: string): Importer {
  const base = `/console/${SLUG}/import`
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { cookie, origin: site.origin, 'sec-fetch-site': 'same-origin', ...init.headers }
    const answer = await fetch(site.origin + path, { redirect: 'manual', ...init, headers })
    if (answer.status >= 400) throw new Error(`${path}: ${answer.status} ${(await answer.text()).slice(0, 500)}`)
    return answer
  }
  const stateOf = async (path: string) => (await ask(`${path}/state`)).json() as Promise<{ state: string; to: string }>
  return {
    site,
    upload: async (name, bytes) => {
      const opened = await ask(`${base}/files`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ from: 'csv', files: [{ name, bytes: bytes.length }] }),
      })
      const { id, to } = (await opened.json()) as { id: string; to: string }
      for (let at = 0; at < bytes.length; at += 2_097_152) {
        const body = new FormData()
        body.append('file', new Blob([bytes.subarray(at, at + 2_097_152)]))
        await ask(`${base}/files/${id}/pieces?file=0&at=${at}`, { method: 'POST', body })
      }
      return to
    },
    check: async (file) => {
      const form = { method: 'POST', body: new URLSearchParams({ go: 'check' }) }
      const { headers } = await ask(file, form)
      const to = headers.get('location') ?? ''
      if (!to.includes('/files/')) return to
      for (;;) {
        const { state, to } = await stateOf(file)
        if (state !== 'under_way') return to
        await wait(200)
      }
    },
    start: async (path) => {
      await ask(`${path}/start`, { method: 'POST', body: new URLSearchParams({ skip_faults: 'yes' }) })
      for (let state = 'running'; state === 'running'; { state } = await stateOf(path)) await wait(500)
    },
    send: async (turn) => {
      const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/x-ndjson' }
      const address = `${site.origin}/v1/imports`
      const sent = await fetch(`${address}?source=bench`, { method: 'POST', headers, body: recordsOf(turn) })
      const { id, state: first } = (await sent.json()) as { id: string; state: string }
      if (first !== 'running') throw new Error(`The import is ${first}`)
      for (let state = first; state === 'running'; ) {
        await wait(500)
        ;({ state } = (await (await fetch(`${address}/${id}`, { headers })).json()) as { state: string })
      }
    },
  }
}

/** Ideas with texts, statuses, tags, authors and times. */
function tableOf(megabytes: number): Buffer<ArrayBuffer> {
  const pieces = [Buffer.from('ID,Title,Details,Status,Tags,Votes,Author Email,Created\n')]
  for (let size = 0, row = 0; size < megabytes * 1_000_000; ) {
    let text = ''
    for (const end = row + 1_000; row < end; row += 1) {
      text += `${megabytes}-${row},Idea number ${row} about exports,"We need it for team ${row % 997}, every week. ${'It takes too long. '.repeat(8)}",`
      text += `${['Planned', 'Shipped', 'Open'][row % 3]},"design, web",${row % 50},user-${row % 20_000}@example.com,2024-03-01\n`
    }
    const piece = Buffer.from(text)
    pieces.push(piece)
    size += piece.length
  }
  return Buffer.concat(pieces)
}

function recordsOf(turn: number): string {
  let text = ''
  const first = turn * NEIGHBOUR_POSTS
  for (let post = first; post < first + NEIGHBOUR_POSTS; post += 1) {
    text += `{"type":"post","external_id":"p${post}","title":"Idea number ${post} about exports","body":"We need it for the team ${post % 997}, every week.","author":{"external_id":"u${post % 9_973}"},"created_at":"2024-03-01T09:00:00Z"}\n`
    for (let vote = 0; vote < VOTES_A_POST; vote += 1)
      text += `{"type":"vote","post":"p${post}","user":{"external_id":"u${(post * 7 + vote * 13) % 9_973}"},"created_at":"2024-04-01T09:00:00Z"}\n`
  }
  return text
}
