import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { sizeFor } from '../../generator/generate.ts'
import { connectionOf } from '../client.ts'
import { get, type Load, latencies } from '../load.ts'
import { startBare } from '../servers.ts'
import { openSite, type Site } from '../site.ts'
import { compareThroughput } from '../throughput.ts'
import type { Workload } from '../workload.ts'

/** The front page of a board of a thousand posts, against the statements of its list and its cards by string templates. */
export const boardPage: Workload = {
  name: 'board_page',
  unit: 'pages/s',
  floor: 0.3,
  measure: async () => {
    const site = await openSite(sizeFor(1_000))
    try {
      await site.query(
        'update posts set is_pinned = true where project_id = $1 and id in (select id from posts where project_id = $1 order by id desc limit 2)',
        [site.projectId],
      )
      const page = join(site.directory, 'page.html')
      const html = await pageOf(site.origin, boardHost(site))
      await writeFile(page, html)
      const bare = await startBare('board', {
        CONNECTION: JSON.stringify(connectionOf(site.directory)),
        PROJECT: site.projectId,
        PAGE: page,
      })
      try {
        assert.deepEqual(comparable(await pageOf(bare.origin, 'localhost')), comparable(html))
        return await compareThroughput(pageLoad(site), get(bare.origin, '/'))
      } finally {
        await bare.stop()
      }
    } finally {
      await site.stop()
    }
  },
}

/** A board has its own host on the same port. */
function boardHost({ origin }: Site): string {
  return new URL(origin).host.replace('localhost', 'bench.localhost')
}

export function pageLoad(site: Site, headers: Record<string, string> = {}): Load {
  return get(site.origin, '/', { host: boardHost(site), ...headers })
}

/** The elements of the page, without what is different each time. */
function comparable(html: string): string[] {
  return html
    .replaceAll(/nonce="[^"]+"/g, '')
    .replaceAll(/cursor=[\w.~%-]+/g, '')
    .split(/(?<=>)/)
}

/** Reads the page once and checks that it is one: a comparison with an error would be worth nothing. */
async function pageOf(origin: string, host: string): Promise<string> {
  await latencies({ ...get(origin, '/', { host }), connections: 1 }, 5)
  const { port } = new URL(origin)
  const html = await new Promise<string>((resolve, reject) => {
    const options = { port, host: '127.0.0.1', path: '/', headers: { host } }
    const asked = request(options, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk) => {
        text += chunk
      })
      answer.on('end', () => resolve(text))
    })
    asked.on('error', reject).end()
  })
  assert.ok((html.match(/action="\/posts\/[0-9]+\/vote"/g) ?? []).length >= 20, 'The page shows twenty posts')
  return html
}
