import { isDeepStrictEqual } from 'node:util'
import { recordedTypes } from '../../../src/domain/event-feed/index.ts'
import { pause } from '../processes.ts'
import type { Site } from '../site.ts'
import { type PostCopy, rebuild } from './copy.ts'
import { eventsIn, textIn, WAYS } from './files.ts'

const TOLD_WITHIN_MS = 600_000
const LOOK_EVERY_MS = 1_000
const MOST_SHOWN = 5
/** What failed before. Rows that are being written are left alone. */
const DUE_NOW = `update webhook_deliveries set due_at = now() where ctid = any (array(
  select ctid from webhook_deliveries where state = 'waiting' and due_at > now() + interval '4 seconds' for update skip locked))`

/** Of the events that servers can read, in the order of the log. */
export async function loggedIds({ query, client }: Site): Promise<readonly string[]> {
  const rows = await query<{ id: string }>(
    'select id from events where project_id = $1 and type = any ($2) order by tx, seq',
    [client.projectId, recordedTypes({})],
  )
  return rows.map(({ id }) => id)
}

/** As if hours had passed: what waits to be sent again is due. */
export async function endPauses({ query }: Site): Promise<void> {
  await query(DUE_NOW)
}

/** Waits until both ways brought everything but `known`. Returns the ids of all that happened. */
async function untilTold(site: Site, directory: string, known: readonly string[]): Promise<readonly string[]> {
  const all = await loggedIds(site)
  const expected = all.filter((id) => !known.includes(id))
  const missingBy = (way: (typeof WAYS)[number]) => {
    const told = new Set(eventsIn(directory, way).map(({ id }) => id))
    return expected.filter((id) => !told.has(id)).length
  }
  for (const limit = performance.now() + TOLD_WITHIN_MS; ; await pause(LOOK_EVERY_MS)) {
    const missing = WAYS.map(missingBy)
    if (missing.every((count) => count === 0)) return all
    if (performance.now() > limit) throw new Error(`Of ${expected.length} events ${missing} did not arrive.`)
    await endPauses(site)
  }
}

/** As if a minute had passed since everything fell: nobody has a webhook but those who took it, or took it again, afterwards. */
export async function endLeases({ query }: Site, fallenAt: Date): Promise<void> {
  await query(`update webhooks set taken_until = null where taken_until <= $1::timestamptz + interval '1 minute'`, [
    fallenAt,
  ])
}

/** Where the two copies differ from the database, in words. The stream must also have brought each event once, in order. */
export async function differences(
  site: Site,
  directory: string,
  known: readonly string[],
  print: (line: string) => void,
): Promise<string[]> {
  const { ids, truth } = await readTold(site, directory, known)
  const streamed = eventsIn(directory, 'stream').map(({ id }) => id)
  const found = isDeepStrictEqual(streamed, ids) ? [] : ['The stream did not bring each event once, in order.']
  for (const way of WAYS) {
    const events = eventsIn(directory, way)
    const copy = new Map([...rebuild(events)].map(([id, one]) => [id, shapeOf(one)]))
    print(
      `${way}: ${events.length} messages of ${ids.length} events make ${copy.size} posts; the database has ${truth.size}`,
    )
    const wrong = [...new Set([...truth.keys(), ...copy.keys()])].filter(
      (id) => !isDeepStrictEqual(copy.get(id), truth.get(id)),
    )
    const words = (id: string) =>
      `${JSON.stringify(copy.get(id))}, but the database has ${JSON.stringify(truth.get(id))}`
    found.push(...wrong.slice(0, MOST_SHOWN).map((id) => `By ${way} a post is ${words(id)}.`))
  }
  return found
}

/** The posts, and the events that made them, when both ways have brought all. A request that its caller gave up may still write something meanwhile. */
async function readTold(site: Site, directory: string, known: readonly string[]) {
  for (;;) {
    const ids = await untilTold(site, directory, known)
    const truth = await postsOf(site)
    if (isDeepStrictEqual(await loggedIds(site), ids)) return { ids, truth }
  }
}

/** Names of erased people that a copy holds which began after their erasure. */
export function tracesOf(erasedNames: readonly string[], directory: string): string[] {
  return WAYS.flatMap((way) => {
    const text = textIn(directory, way)
    return erasedNames.filter((name) => text.includes(name)).map((name) => `${name} is erased, but came by ${way}.`)
  })
}

function shapeOf({ post, voters }: PostCopy) {
  return {
    id: post.id,
    number: post.number,
    title: post.title,
    author_id: (post.author as { readonly id: string | null }).id, // the schema of posts says so
    status_id: (post.status as { readonly id: string }).id,
    is_pinned: post.is_pinned,
    moderation_state: post.moderation_state,
    merged_into_id: post.merged_into_id,
    version: post.version,
    vote_count: voters.length,
    voters,
  }
}

/** The posts that are there, in the same shape. */
async function postsOf({ query, client }: Site): Promise<ReadonlyMap<string, ReturnType<typeof shapeOf>>> {
  const rows = await query<ReturnType<typeof shapeOf>>(
    `select p.id, p.number::int, p.title, p.author_id, s.status_id, p.is_pinned, p.moderation_state, p.merged_into_id, p.version::int,
      s.vote_count::int, array(
        select v.user_id from votes v where v.project_id = p.project_id and v.post_id = p.id order by v.user_id collate "C") as voters
    from posts p join post_standings s on s.project_id = p.project_id and s.post_id = p.id
    where p.project_id = $1 and p.deleted_at is null`,
    [client.projectId],
  )
  return new Map(rows.map((row) => [row.id, row]))
}
