import { randomBytes } from 'node:crypto'
import { sizeFor } from '../../generator/generate.ts'
import { newId } from '../../service/src/foundation/ids/index.ts'
import { postAll } from '../bare/deliveries.ts'
import { startBare } from '../servers.ts'
import { openSite, type Site } from '../site.ts'
import { type Measured, median, type Workload } from '../workload.ts'

const POSTS = 10_000
const TURNS = 5

/** Waiting deliveries that are sent to one receiver, against a loop that signs and posts the same body. */
export const deliveries: Workload = {
  name: 'deliveries',
  unit: 'deliveries/s',
  floor: 0.5,
  measure: async () => {
    const site = await openSite(sizeFor(POSTS), { environment: { EGRESS_ALLOW: '127.0.0.1,localhost' } })
    const receiver = await startBare('receiver')
    try {
      await recordPosts(site)
      const turns: Measured[] = []
      for (let turn = 0; turn < TURNS; turn += 1) turns.push(await measureTurn(site, receiver.origin))
      const middle = (member: keyof Measured) => median(turns.map((turn) => turn[member]))
      return { ours: middle('ours'), limit: middle('limit'), ratio: middle('ratio') }
    } finally {
      await receiver.stop()
      await site.stop()
    }
  },
}

async function measureTurn(site: Site, origin: string): Promise<Measured> {
  const webhook = await addWebhook(site, origin)
  const before = await counted(origin)
  const { length: count } = await queueAll(site, webhook)
  const began = performance.now()
  await fetch(`${origin}/until/${before + count}`)
  const ours = count / ((performance.now() - began) / 1000)
  while ((await waiting(site, webhook)) > 0) await new Promise((wake) => setTimeout(wake, 10))
  const body = Buffer.from(await (await fetch(`${origin}/last`)).text())
  const bareBegan = performance.now()
  await postAll(`${origin}/hook`, body, count)
  const limit = count / ((performance.now() - bareBegan) / 1000)
  return { ours, limit, ratio: ours / limit }
}

/** An event for each post, as if all had just been written. Waits until the service has read them: that is not part of sending. */
async function recordPosts({ projectId, query }: Site): Promise<void> {
  await query(
    `insert into events (project_id, id, type, at, actor_kind, subject_id, post_id, data, month, tx, seq)
     select project_id, 'evt_' || substr(id, 5), 'post.created', now(), 'system', id, id, '{"number": 1}', 'infinity',
       pg_current_xact_id()::text::bigint + (select base from event_base), nextval('event_seq')
     from posts where project_id = $1`,
    [projectId],
  )
  const unread = () =>
    query('select 1 from event_readers r where exists (select 1 from events e where (e.tx, e.seq) > (r.tx, r.seq))')
  while ((await unread()).length > 0) await new Promise((wake) => setTimeout(wake, 100))
}

async function addWebhook({ projectId, query }: Site, origin: string): Promise<string> {
  const id = newId('webhook')
  await query(
    `insert into webhooks (project_id, id, url, events, format, description, state, enabled_at, created_at, updated_at)
     values ($1, $2, $3, '{user.banned}', 'standard', '', 'enabled', now(), now(), now())`,
    [projectId, id, `${origin}/hook`],
  )
  const secret = randomBytes(32)
  await query('insert into webhook_secrets (project_id, webhook_id, secret) values ($1, $2, $3)', [
    projectId,
    id,
    secret,
  ])
  return id
}

function queueAll({ projectId, query }: Site, webhook: string): Promise<object[]> {
  return query(
    `insert into webhook_deliveries (project_id, id, webhook_id, event_id, event_type, state, due_at, created_at)
     select project_id, 'dlv_' || substr($2, 5, 13) || substr(id, 18), $2, 'evt_' || substr(id, 5), 'post.created', 'waiting', now(), now()
     from posts where project_id = $1 returning 1`,
    [projectId, webhook],
  )
}

async function waiting({ projectId, query }: Site, webhook: string): Promise<number> {
  const [row] = await query<{ count: string }>(
    `select count(*) from webhook_deliveries where project_id = $1 and webhook_id = $2 and state = 'waiting'`,
    [projectId, webhook],
  )
  return Number(row?.count)
}

async function counted(origin: string): Promise<number> {
  return Number(await (await fetch(`${origin}/count`)).text())
}
