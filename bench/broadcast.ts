import { sizeFor } from '../generator/generate.ts'
import { newId } from '../service/src/foundation/ids/index.ts'
import { hashSecret, newSecret } from '../service/src/foundation/secrets/index.ts'
import { openSite, type Site } from './site.ts'
import type { Measured } from './workload.ts'

const FEW = 10

/** A post with very many followers, and one with few. */
export interface Broadcast {
  readonly site: Site
  readonly many: string
  readonly few: string
  /** Moves the post to its other status; returns how long the request took. */
  changeStatus(post: string): Promise<number>
  /** Waits until the last of its followers was told of its status. */
  told(post: string): Promise<void>
}

export async function withBroadcast(
  followers: number,
  measure: (broadcast: Broadcast) => Promise<Measured>,
  environment: Record<string, string> = {},
): Promise<Measured> {
  const site = await openSite(sizeFor(1_000), { environment })
  try {
    return await measure(await prepare(site, followers))
  } finally {
    await site.stop()
  }
}

async function prepare(site: Site, followers: number): Promise<Broadcast> {
  const { projectId, origin, query, openPosts } = site
  const [many = '', few = ''] = openPosts
  await site.signIn(followers)
  for (const [post, people] of [
    [many, followers],
    [few, FEW],
  ] as const) {
    await query('delete from follows where project_id = $1 and post_id = $2', [projectId, post])
    await query('delete from votes where project_id = $1 and post_id = $2', [projectId, post])
    await query(
      `insert into follows (project_id, post_id, user_id, created_at)
       select project_id, $2, id, now() from users where project_id = $1 order by id desc limit $3`,
      [projectId, post, people],
    )
  }
  await query('analyze follows, users')
  const secret = newSecret('secretKey')
  await query(
    `insert into secret_keys (project_id, id, name, secret_hash, scopes, created_at) values ($1, $2, 'Bench', $3, '{posts:write}', now())`,
    [projectId, newId('secretKey'), hashSecret(secret)],
  )
  const statuses = await query<{ id: string }>(
    `select id from statuses where project_id = $1 and category in ('open', 'planned') order by position limit 2`,
    [projectId],
  )
  const changes = new Map<string, number>()
  return {
    site,
    many,
    few,
    changeStatus: async (post) => {
      const change = (changes.get(post) ?? 0) + 1 // posts are open before the first one
      changes.set(post, change)
      const began = performance.now()
      const answer = await fetch(`${origin}/v1/posts/${post}/status`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify({ status_id: statuses[change % 2]?.id }),
      })
      if (!answer.ok) throw new Error(await answer.text())
      return performance.now() - began
    },
    told: async (post) => {
      const [last] = await query<{ user_id: string; event_id: string }>(
        `select max(f.user_id) as user_id, max(e.id) as event_id from follows f, events e
         where f.project_id = $1 and f.post_id = $2 and e.project_id = $1 and e.post_id = $2 and e.type = 'post.status_changed'`,
        [projectId, post],
      )
      const isTold = () =>
        query('select 1 from notifications where project_id = $1 and user_id = $2 and event_id = $3', [
          projectId,
          last?.user_id,
          last?.event_id,
        ])
      while ((await isTold()).length === 0) await new Promise((wake) => setTimeout(wake, 20))
    },
  }
}
