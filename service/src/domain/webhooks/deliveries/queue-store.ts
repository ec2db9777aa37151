import { type Id, newId } from '../../../foundation/ids/index.ts'
import type { Call, ProjectCall, ServiceCall } from '../../call/index.ts'
import { defaultIdOf } from '../../categories/fragments.ts'
import { type ShownType, shownTypeOf } from '../../event-feed/index.ts'
import type { LoggedEvent, Position } from '../../events/index.ts'
import { ALL_EVENTS } from '../webhook.ts'

/** While so many deliveries of a webhook wait, its replay waits, too. */
const MOST_WAITING = 1_000

/** An event that a webhook is told of. */
interface Match {
  readonly webhookId: Id<'webhook'>
  readonly event: LoggedEvent & { readonly shown: ShownType }
}

/**
 * Which webhooks are told of which of these events. Whether a webhook was enabled is judged by the time of the event, however late it is read: it is
 * left out only if it happened before the webhook was added or while it was last disabled. A change of status is judged by the status that it changed
 * to; everything else by what is true of the post now. A post is looked up only for a webhook that asks for something of it (`offset 0`).
 */
export async function selectMatches(
  { sql }: Call,
  events: readonly LoggedEvent[],
  replayed?: Id<'webhook'>,
): Promise<readonly Match[]> {
  const shown = events.flatMap((event) => {
    const type = shownTypeOf(event.type)
    return type ? [{ ...event, shown: type }] : []
  })
  if (shown.length === 0) return []
  const statusOf = ({ data }: LoggedEvent) => (typeof data.to_status_id === 'string' ? data.to_status_id : null)
  const rows = await sql<{ place: number; webhook_id: Id<'webhook'> }[]>`
    select e.place::int as place, w.id as webhook_id
    from unnest(${shown.map((event) => event.projectId)}::text[], ${shown.map((event) => event.shown)}::text[],
      ${shown.map((event) => event.at)}::timestamptz[], ${shown.map((event) => event.postId ?? null)}::text[],
      ${shown.map(statusOf)}::text[]) with ordinality as e (project_id, type, at, post_id, status_id, place)
    join webhooks w on w.project_id = e.project_id and w.events && array[e.type, ${ALL_EVENTS}]
    left join lateral (
      select p.tag_ids from posts p where w.tag_ids <> '{}' and p.project_id = e.project_id and p.id = e.post_id offset 0) as p on true
    left join lateral (
      select s.status_id, s.vote_count, s.category_id from post_standings s
      where (w.status_categories <> '{}' or w.category_ids <> '{}' or w.reached_votes is not null) and s.project_id = e.project_id and s.post_id = e.post_id
      offset 0) as s on true
    left join lateral (
      select st.category from statuses st
      where w.status_categories <> '{}' and st.project_id = e.project_id and st.id = coalesce(e.status_id, s.status_id) offset 0) as st on true
    left join lateral (
      select coalesce(s.category_id, ${defaultIdOf(sql, sql`e.project_id`)}) as id
      where w.category_ids <> '{}' and e.post_id is not null offset 0) as cat on true
    where (w.status_categories = '{}' or st.category = any (w.status_categories))
      and (w.category_ids = '{}' or cat.id = any (w.category_ids))
      and (w.tag_ids = '{}' or exists (
        select 1 from tags t where t.project_id = w.project_id and t.id = any (w.tag_ids) and t.id = any (p.tag_ids)))
      and ${
        replayed === undefined
          ? sql`w.created_at <= e.at and (e.at < coalesce(w.disabled_at, w.created_at) or (w.state = 'enabled' and w.enabled_at <= e.at))
              and (w.reached_votes is null or e.type <> 'vote.cast' or s.vote_count >= w.reached_votes)`
          : sql`w.id = ${replayed} and w.state = 'enabled' and (w.reached_votes is null or e.type <> 'vote.cast')`
      }
    order by e.place`
  return rows.flatMap(({ place, webhook_id }) => {
    const event = shown[place - 1]
    return event ? [{ webhookId: webhook_id, event }] : []
  })
}

/** If a webhook waits for a number of votes: only the first vote with which a post reached it, once for each post. All other matches stay. */
export async function firstToReach({ sql }: Call, matches: readonly Match[]): Promise<readonly Match[]> {
  const votes = matches.filter(({ event }) => event.shown === 'vote.cast')
  if (votes.length === 0) return matches
  const rows = await sql<{ webhook_id: string; post_id: string | null }[]>`
    with asked as (
      select distinct v.project_id, v.webhook_id, v.post_id, w.reached_votes
      from unnest(${votes.map(({ event }) => event.projectId)}::text[], ${votes.map(({ webhookId }) => webhookId)}::text[],
        ${votes.map(({ event }) => event.postId ?? '')}::text[]) as v (project_id, webhook_id, post_id)
      join webhooks w on w.project_id = v.project_id and w.id = v.webhook_id and w.reached_votes is not null),
    reached as (
      insert into webhook_reached (project_id, webhook_id, post_id, votes) select * from asked order by 1, 2, 3
      on conflict (project_id, webhook_id, post_id) do update set votes = excluded.votes where webhook_reached.votes < excluded.votes
      returning webhook_id, post_id)
    select webhook_id, null as post_id from asked union select webhook_id, post_id from reached`
  const waiting = new Set(rows.filter(({ post_id }) => post_id === null).map(({ webhook_id }) => webhook_id))
  const left = new Set(rows.map(({ webhook_id, post_id }) => `${webhook_id} ${post_id}`))
  return matches.filter(
    ({ webhookId, event }) =>
      event.shown !== 'vote.cast' || !waiting.has(webhookId) || left.delete(`${webhookId} ${event.postId}`),
  )
}

/** An event that is sent again begins anew; one that waits goes on waiting. */
export async function insertDeliveries(
  { sql, now }: Call,
  matches: readonly Match[],
  { isAgain }: { readonly isAgain: boolean },
): Promise<void> {
  if (matches.length === 0) return
  await sql`
    insert into webhook_deliveries (project_id, id, webhook_id, event_id, event_type, state, due_at, created_at)
    select m.project_id, m.id, m.webhook_id, m.event_id, m.event_type, 'waiting', ${now}::timestamptz, ${now}::timestamptz
    from unnest(${matches.map(({ event }) => event.projectId)}::text[], ${matches.map(() => newId('delivery'))}::text[],
      ${matches.map(({ webhookId }) => webhookId)}::text[], ${matches.map(({ event }) => event.id)}::text[],
      ${matches.map(({ event }) => event.shown)}::text[]) as m (project_id, id, webhook_id, event_id, event_type)
    on conflict (project_id, webhook_id, event_id) ${
      isAgain
        ? sql`do update set state = 'waiting', tries = 0, due_at = excluded.due_at, settled_at = null
            where webhook_deliveries.state <> 'waiting'`
        : sql`do nothing`
    }`
}

/** A replay, and how far it has come. */
export interface Replay {
  readonly projectId: Id<'project'>
  readonly webhookId: Id<'webhook'>
  readonly after: Position
  readonly lastTx: number
}

/** A webhook whose replay can go on. It is held, so that no other process goes on with it. */
export async function holdReplay({ sql }: ServiceCall): Promise<Replay | undefined> {
  const [row] = await sql<
    { project_id: Id<'project'>; id: Id<'webhook'>; replay_tx: number; replay_seq: number; replay_last_tx: number }[]
  >`
    select project_id, id, replay_tx, replay_seq, replay_last_tx from webhooks w
    where replay_tx is not null and state = 'enabled' and (
      select count(*) from (
        select 1 from webhook_deliveries d
        where d.project_id = w.project_id and d.webhook_id = w.id and d.state = 'waiting' limit ${MOST_WAITING}) as counted) < ${MOST_WAITING}
    order by random() limit 1 for update skip locked`
  return (
    row && {
      projectId: row.project_id,
      webhookId: row.id,
      after: { tx: row.replay_tx, seq: row.replay_seq },
      lastTx: row.replay_last_tx,
    }
  )
}

/** Undefined: it is at its end. */
export async function moveReplay(
  { sql, project }: ProjectCall,
  id: Id<'webhook'>,
  to: (Position & { readonly lastTx: number }) | undefined,
): Promise<void> {
  await sql`
    update webhooks set replay_tx = ${to?.tx}, replay_seq = ${to?.seq}, replay_last_tx = ${to?.lastTx}
    where project_id = ${project.id} and id = ${id}`
}
