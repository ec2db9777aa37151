import { sizeFor } from '../../generator/generate.ts'
import { answerOf, assertSame } from '../answers.ts'
import { get, getApart, type Load } from '../load.ts'
import { type Site, withSite } from '../site.ts'
import { compareThroughput } from '../throughput.ts'
import type { Workload } from '../workload.ts'

const LIST = '/v1/posts?sort=top&limit=20'

/** Twenty of a thousand posts by votes, as a board shows them, against one statement and its rows as JSON. */
export const listPosts: Workload = {
  name: 'list_posts',
  unit: 'requests/s',
  floor: 0.85,
  measure: () =>
    withSite(sizeFor(1_000), async (site, bare) => {
      await assertSameList(site, bare)
      return compareThroughput(listLoad(site), getApart(bare.origin, LIST, site.headers))
    }),
}

/** One post after the other. */
export const getPost: Workload = {
  name: 'get_post',
  unit: 'requests/s',
  floor: 0.85,
  measure: () =>
    withSite(sizeFor(1_000), async (site, bare) => {
      await assertSamePosts(site, bare)
      return compareThroughput(getLoad(site), getLoad(site, bare.origin))
    }),
}

/** Visitors who all ask for the same list, against visitors of whom no two ask for the same at once. */
export const listPostsTogether: Workload = {
  name: 'list_posts_together',
  unit: 'requests/s',
  floor: 2,
  measure: () =>
    withSite(sizeFor(1_000), (site) => compareThroughput(get(site.origin, LIST, site.headers), listLoad(site))),
}

export function listLoad(site: Site): Load {
  return getApart(site.origin, LIST, site.headers)
}

export function getLoad({ origin: ours, openPosts, headers }: Site, origin = ours): Load {
  const texts = openPosts.map((id) => get(origin, `/v1/posts/${id}`, headers).next())
  let asked = 0
  return { origin, next: () => texts[asked++ % texts.length] ?? '' }
}

/** The cursors differ, and only ours has a tag, with which a list can be asked for again. */
export function assertSameList(site: Site, bare: { readonly origin: string }): Promise<void> {
  return assertSame(
    [site, bare],
    (origin) => answerOf(origin + LIST, { headers: site.headers }),
    ({ etag, body, ...answer }) => {
      const { next_cursor, ...list } = body as { next_cursor: unknown } // as the API says
      return { ...answer, list, hasNext: typeof next_cursor }
    },
  )
}

export async function assertSamePosts(site: Site, bare: { readonly origin: string }): Promise<void> {
  for (const id of site.openPosts.slice(0, 20))
    await assertSame([site, bare], (origin) => answerOf(`${origin}/v1/posts/${id}`, { headers: site.headers }))
}
