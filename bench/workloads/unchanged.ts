import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { sizeFor } from '../../generator/generate.ts'
import { get, type Load, latencies } from '../load.ts'
import { openSite, type Site } from '../site.ts'
import { compareThroughput } from '../throughput.ts'
import type { Workload } from '../workload.ts'
import { pageLoad } from './board-page.ts'
import { listLoad } from './posts.ts'

/* Somebody who has a list or a page already and asks whether it has changed, against somebody who does not ask and gets it again. */

function unchanged(
  name: string,
  unit: string,
  floor: number,
  loadOf: (site: Site, headers: Headers) => Load,
  withoutTag: (site: Site) => Load = (site) => loadOf(site, {}),
): Workload {
  return {
    name,
    unit,
    floor,
    measure: async () => {
      const site = await openSite(sizeFor(1_000))
      try {
        const tag = await tagOf((headers) => loadOf(site, headers))
        return await compareThroughput({ ...loadOf(site, { 'if-none-match': tag }), status: 304 }, withoutTag(site))
      } finally {
        await site.stop()
      }
    },
  }
}

type Headers = Record<string, string>

export const listPostsUnchanged = unchanged(
  'list_posts_unchanged',
  'requests/s',
  1.5,
  (site, headers) => get(site.origin, '/v1/posts?sort=top', { ...site.headers, ...headers }),
  listLoad, // by one address, those without a tag would share their answers
)
export const boardPageUnchanged = unchanged('board_page_unchanged', 'pages/s', 2, pageLoad)

/** The tag that the answer has when somebody asks for it again and again. */
async function tagOf(loadOf: (headers: Headers) => Load): Promise<string> {
  let tag = '"none"'
  for (let time = 0; time < 3; time += 1) {
    await new Promise((wake) => setTimeout(wake, 1_100)) // parts of a page are remembered for a second
    tag = (await answerTo(loadOf({ 'if-none-match': tag }))).match(/^etag: (.+)$/im)?.[1]?.trim() ?? ''
    assert.ok(tag, 'The answer has a tag')
  }
  await latencies({ ...loadOf({ 'if-none-match': tag }), status: 304 }, 5)
  return tag
}

/** The head of the answer to one request. */
function answerTo(load: Load): Promise<string> {
  const { hostname, port } = new URL(load.origin)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(load.next()))
    let text = ''
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      if (!text.includes('\r\n\r\n')) return
      socket.destroy()
      resolve(text.slice(0, text.indexOf('\r\n\r\n')))
    })
  })
}
