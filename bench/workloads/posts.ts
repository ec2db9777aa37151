import assert from 'node:assert/strict'
import { sizeFor } from '../../generator/generate.ts'
import { get, type Load } from '../load.ts'
import { type Site, withSite } from '../site.ts'
import { compareThroughput } from '../throughput.ts'
import type { Workload } from '../workload.ts'

const LIST = '/v1/posts?sort=top'

/** Twenty of a thousand posts by votes, as a board shows them, against one statement and its rows as JSON. */
export const listPosts: Workload = {
  name: 'list_posts',
  unit: 'requests/s',
  floor: 0.6,
  measure: () =>
    withSite(sizeFor(1_000), async (site, bare) => {
      await sameAnswer(site, bare.origin, LIST)
      return compareThroughput(listLoad(site), get(bare.origin, LIST, site.headers))
    }),
}

/** One post after the other. */
export const getPost: Workload = {
  name: 'get_post',
  unit: 'requests/s',
  floor: 0.6,
  measure: () =>
    withSite(sizeFor(1_000), async (site, bare) => {
      for (const id of site.openPosts.slice(0, 20)) await sameAnswer(site, bare.origin, `/v1/posts/${id}`)
      return compareThroughput(getLoad(site), getLoad(site, bare.origin))
    }),
}

export function listLoad(site: Site): Load {
  return get(site.origin, LIST, site.headers)
}

export function getLoad({ origin: ours, openPosts, headers }: Site, origin = ours): Load {
  const texts = openPosts.map((id) => get(origin, `/v1/posts/${id}`, headers).next())
  let asked = 0
  return { origin, next: () => texts[asked++ % texts.length] ?? '' }
}

/** A comparison is worth nothing if the two answers differ; only the cursor may. */
async function sameAnswer({ origin, headers }: Site, bare: string, path: string): Promise<void> {
  const [ours, theirs] = await Promise.all(
    [origin, bare].map(async (side) => {
      const { next_cursor, ...answer } = (await (await fetch(side + path, { headers })).json()) as Record<
        string,
        unknown
      >
      return { ...answer, hasNext: typeof next_cursor }
    }),
  )
  assert.deepEqual(ours, theirs)
}
