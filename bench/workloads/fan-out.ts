import { readFileSync } from 'node:fs'
import { sizeFor } from '../../generator/generate.ts'
import { newId } from '../../service/src/foundation/ids/index.ts'
import { hashSecret, newSecret } from '../../service/src/foundation/secrets/index.ts'
import { openSite, type Site } from '../site.ts'
import { type Measured, median, smallerIsBetter, type Workload } from '../workload.ts'

const FOLLOWERS = 100_000
const FEW = 10
const TURNS = 5
const MOST_GROWTH_MB = 60

/** A post with very many followers, and one with few. */
interface Broadcast {
  readonly site: Site
  readonly many: string
  readonly few: string
  /** Moves the post to its other status; returns how long the request took. */
  changeStatus(post: string): Promise<number>
  /** Waits until the last of its followers was told of its status. */
  told(post: string): Promise<void>
}

async function withBroadcast(measure: (broadcast: Broadcast) => Promise<Measured>): Promise<Measured> {
  const site = await openSite(sizeFor(1_000))
  try {
    return await measure(await prepare(site))
  } finally {
    await site.stop()
  }
}

async function prepare(site: Site): Promise<Broadcast> {
  const { projectId, origin, query, openPosts } = site
  const [many = '', few = ''] = openPosts
  await site.signIn(FOLLOWERS)
  for (const [post, people] of [
    [many, FOLLOWERS],
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

/** From the change of a status until 100,000 people were told, against one statement that inserts the same rows. */
export const fanOut: Workload = {
  name: 'fan_out',
  unit: 'people/s',
  floor: 0.2,
  measure: () =>
    withBroadcast(async ({ site: { query }, many, changeStatus, told }) => {
      await query('create table bare_notifications (like notifications including all)')
      const turns: Measured[] = []
      for (let turn = 0; turn < TURNS; turn += 1) {
        const ours = await secondsFor(async () => {
          await changeStatus(many)
          await told(many)
        })
        await query('truncate bare_notifications')
        const bare = await secondsFor(() =>
          query(
            `insert into bare_notifications select * from notifications
             where event_id = (select max(event_id) from notifications) order by user_id`,
          ),
        )
        turns.push({ ours: FOLLOWERS / ours, limit: FOLLOWERS / bare, ratio: bare / ours })
      }
      const middle = (member: keyof Measured) => median(turns.map((turn) => turn[member]))
      return { ours: middle('ours'), limit: middle('limit'), ratio: middle('ratio') }
    }),
}

/** The request that changes the status of a post with 100,000 followers, against one with ten. */
export const fanOutRequest: Workload = {
  name: 'fan_out_request',
  unit: 'ms',
  floor: 1 / 1.3,
  measure: () =>
    withBroadcast(async ({ many, few, changeStatus, told }) => {
      const times = { many: [] as number[], few: [] as number[] }
      for (let turn = 0; turn < 3 * TURNS; turn += 1) {
        times.few.push(await changeStatus(few))
        await told(few)
        times.many.push(await changeStatus(many))
        await told(many)
      }
      return smallerIsBetter(median(times.many), median(times.few))
    }),
}

/** How much the process grows while it tells 100,000 people. */
export const fanOutMemory: Workload = {
  name: 'fan_out_memory',
  unit: 'MB',
  floor: 1,
  measure: () =>
    withBroadcast(async ({ site: { pid }, many, few, changeStatus, told }) => {
      await changeStatus(few)
      await told(few)
      const idle = residentMb(pid)
      let most = idle
      const watch = setInterval(() => {
        most = Math.max(most, residentMb(pid))
      }, 20)
      await changeStatus(many)
      await told(many)
      clearInterval(watch)
      return smallerIsBetter(Math.max(1, most - idle), MOST_GROWTH_MB)
    }),
}

function residentMb(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/^VmRSS:\s+(\d+) kB/m)?.[1] ?? 0) / 1024
}

async function secondsFor(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}
