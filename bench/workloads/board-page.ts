import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { type IncomingHttpHeaders, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sizeFor } from '../../generator/generate.ts'
import { connectionOf } from '../client.ts'
import { get, type Load, latencies } from '../load.ts'
import { type RunningServer, startBare } from '../servers.ts'
import { openSite, type Site } from '../site.ts'
import { compareThroughput } from '../throughput.ts'
import type { Workload } from '../workload.ts'

/** The front page of a board of a thousand posts, against the statements of its list and its cards by string templates. */
export const boardPage: Workload = {
  name: 'board_page',
  unit: 'pages/s',
  floor: 0.7,
  measure: async () => {
    const site = await openSite(sizeFor(1_000))
    try {
      const bare = await startBareBoard(site)
      return await compareThroughput(pageLoad(site), get(bare.origin, '/')).finally(bare.stop)
    } finally {
      await site.stop()
    }
  },
}

/** Pins two posts, starts the bare side with a page of the service, and checks that both sides answer the same. */
export async function startBareBoard(site: Site): Promise<RunningServer> {
  await site.query(
    'update posts set is_pinned = true where project_id = $1 and id in (select id from posts where project_id = $1 order by id desc limit 2)',
    [site.projectId],
  )
  const page = join(site.directory, 'page.html')
  const ours = await pageOf(site.origin, boardHost(site))
  await writeFile(page, ours.html)
  const bare = await startBare('board', {
    CONNECTION: JSON.stringify(connectionOf(site.directory)),
    PROJECT: site.projectId,
    PAGE: page,
  })
  try {
    assert.deepEqual(comparable(await pageOf(bare.origin, 'localhost')), comparable(ours))
    return bare
  } catch (error) {
    await bare.stop()
    throw error
  }
}

/** A board has its own host on the same port. */
function boardHost({ origin }: Site): string {
  return new URL(origin).host.replace('localhost', 'bench.localhost')
}

export function pageLoad(site: Site, headers: Record<string, string> = {}): Load {
  return get(site.origin, '/', { host: boardHost(site), ...headers })
}

interface Page {
  readonly headers: IncomingHttpHeaders
  readonly html: string
}

/** The elements of the page and the headers that a browser relies on, without what is different each time. */
function comparable({ headers, html }: Page) {
  const elements = html
    .replaceAll(/nonce="[^"]+"/g, '')
    .replaceAll(/cursor=[\w.~%-]+/g, '')
    .split(/(?<=>)/)
  const {
    date,
    etag,
    'content-length': length,
    'request-id': name,
    'content-security-policy': policy,
    ...others
  } = headers
  return {
    headers: others,
    isNamed: name !== undefined,
    hasTag: etag !== undefined,
    nonces: String(policy).match(/'nonce-/g)?.length,
    elements,
  }
}

/** Reads the page once and checks that it is one: a comparison with an error would be worth nothing. */
async function pageOf(origin: string, host: string): Promise<Page> {
  await latencies({ ...get(origin, '/', { host }), connections: 1 }, 5)
  const { port } = new URL(origin)
  const page = await new Promise<Page>((resolve, reject) => {
    const options = { port, host: '127.0.0.1', path: '/', headers: { host } }
    const asked = request(options, (answer) => {
      text(answer).then((html) => resolve({ headers: answer.headers, html }), reject)
    })
    asked.on('error', reject).end()
  })
  assert.ok((page.html.match(/action="\/posts\/[0-9]+\/vote"/g) ?? []).length >= 20, 'The page shows twenty posts')
  return page
}
