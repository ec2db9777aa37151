import { type Id, newId } from '../../foundation/ids/index.ts'
import { renderMarkdown } from '../../foundation/markdown/index.ts'
import type { Permitted } from '../call/index.ts'
import { recordEvents } from '../events/inside.ts'
import { insertFollows } from '../follows/inside.ts'
import { holdPlaces, spreadVotes } from '../posting/inside.ts'
import { type Addition, addToStandings, holdPosts, insertPosts, insertStandings, placesOf } from '../posts/inside.ts'
import { learnWords } from '../search/inside.ts'
import { textOf } from '../texts/index.ts'
import { addComments, type Discussion, type Home } from './comments.ts'
import type { Import, Made } from './import.ts'
import { readLabels, statusFor } from './labels.ts'
import type { PostRecord } from './record.ts'
import { insertRecords, selectTargets } from './records-store.ts'
import {
  type CastLines,
  type CastVotes,
  type Content,
  castStagedVotes,
  countMarks,
  insertRows,
  selectPageEnd,
  selectRows,
} from './rows-store.ts'

const POSTS_AT_ONCE = 500
/** A post with more votes and comments gets them in further portions. */
const MARKS_AT_ONCE = 2_000
/** Posts with more votes and comments together are left for the next portion. */
const MARKS_A_PORTION = 10_000
const ALL_LINES = { after: 0, until: Number.MAX_SAFE_INTEGER } as const

export interface PostPortion {
  readonly position: number
  readonly made: Partial<Made>
  readonly handled: number
}

type Staged = Omit<PostRecord, 'type' | 'externalId' | 'author' | 'mergedInto' | 'createdAt'>

/** The next posts of the file, each with its votes and comments, so that nobody sees a post without them. */
export async function addPosts(call: Permitted, running: Import): Promise<PostPortion | undefined> {
  const coming = await selectRows(call, running, 'post', running.position, POSTS_AT_ONCE)
  const marks = await countMarks(
    call,
    running,
    coming.map(({ key }) => key),
  )
  const rows = portionOf(coming, (key) => sizeOf(marks.get(key)))
  const last = rows.at(-1)
  if (!last) return undefined
  const [known, authors, labels] = await Promise.all([
    selectTargets<Id<'post'>>(
      call,
      rows.map(({ key }) => key),
    ),
    selectTargets<Id<'user'>>(call, personKeysOf(rows)),
    readLabels(call, running),
  ])
  const fresh = [...new Map(rows.filter(({ key }) => !known.has(key)).map((row) => [row.key, row])).values()].map(
    (row) => {
      const { tags, status, statusCategory, ...texts } = row.content as unknown as Staged // as the intake wrote it
      return {
        ...texts,
        key: row.key,
        id: newId('post'),
        bodyHtml: renderMarkdown(texts.body),
        authorId: row.personKey === undefined ? undefined : authors.get(row.personKey),
        tagIds: tags.flatMap((name) => labels.tags.get(name.toLowerCase()) ?? []),
        statusId: statusFor(labels, { status, statusCategory }),
        createdAt: row.at ?? call.now,
        votes: marks.get(row.key)?.votes ?? 0,
      }
    },
  )
  const numbers = await insertPosts(call, fresh)
  await insertRecords(
    call,
    running,
    fresh.map(({ key, id }) => ({ key, targetId: id, isMade: true })),
  )
  const follows = fresh.flatMap(({ id, authorId }) => (authorId ? [{ postId: id, userId: authorId }] : []))
  await insertFollows(call, follows, running.number)
  const happenings = fresh.map(
    ({ id }, place) =>
      ({ type: 'post.created', subject: id, post: id, data: { number: numbers[place] ?? 0 } }) as const,
  )
  await recordEvents(call, happenings, { actor: running.actor, isTold: running.notifies })

  const earlier = [...known.values()]
  if (earlier.length > 0) await holdPosts(call, earlier)
  const places = await placesOf(call, earlier)
  const isMerged = (key: string) => {
    const id = known.get(key)
    return id !== undefined && (places.get(id)?.chain.length ?? 0) > 0
  }
  const waits = (key: string) => sizeOf(marks.get(key)) > MARKS_AT_ONCE || isMerged(key)
  const large = rows.filter(({ key }) => waits(key))
  await insertRows(
    call,
    running,
    large.map(({ line, key }) => ({ line: line + LARGE, kind: 'more', key })),
  )
  const ids = new Map([...known, ...fresh.map(({ key, id }) => [key, id] as const)])
  const now = [...ids].filter(([key]) => !waits(key) && sizeOf(marks.get(key)) > 0)
  const open = now.filter(([, id]) => !places.get(id)?.isDeleted).map(([key, id]) => [key, { id, chain: [] }] as const)
  const lines = { ...ALL_LINES, areNew: earlier.length === 0 }
  const { additions, made } = await addMarks(call, running, new Map(open), lines)
  await insertStandings(
    call,
    fresh.map(({ id, statusId, createdAt }) => ({ ...NOTHING, ...additions.get(id), postId: id, statusId, createdAt })),
  )
  await addToStandings(
    call,
    earlier.flatMap((id) => additions.get(id) ?? []),
  )
  await learnWords(call, ...fresh.map(textOf))
  const handled = rows.length + now.reduce((sum, [key]) => sum + sizeOf(marks.get(key)), 0)
  return { position: last.line, made: { ...made, posts: fresh.length }, handled }
}

/** Rows of large posts come after those that the check wrote. */
const LARGE = 1_000_000_000_000
const NOTHING = { votes: 0, trend: undefined, comments: 0, touchedAt: undefined }

/** Votes and comments of the next post that has many of them, or that is from an earlier import. A post that was deleted gets none. */
export async function addMore(call: Permitted, running: Import): Promise<PostPortion | undefined> {
  const [row] = await selectRows(call, running, 'more', running.position, 1)
  if (!row) return undefined
  const id = (await selectTargets<Id<'post'>>(call, [row.key])).get(row.key)
  const place = id && (await holdPlaces(call, [id])).get(id)
  let [made, handled]: [Partial<Made>, number] = [{}, 0]
  for (let after = 0; id !== undefined && place && !place.isDeleted; ) {
    const end = await selectPageEnd(call, running, row.key, after, MARKS_AT_ONCE)
    if (!end) break
    const lines = { after, until: end.line, areNew: false }
    const added = await addMarks(call, running, new Map([[row.key, { id, chain: place.chain }]]), lines)
    await addToStandings(call, [...added.additions.values()])
    made = sum(made, added.made)
    handled += end.count
    after = end.line
  }
  return { position: row.line, made, handled }
}

async function addMarks(
  call: Permitted,
  running: Import,
  posts: ReadonlyMap<string, Home>,
  lines: Omit<CastLines, 'namesVoters'>,
): Promise<{ additions: Map<Id<'post'>, Addition>; made: Partial<Made> }> {
  if (posts.size === 0) return { additions: new Map(), made: {} }
  const ids = new Map([...posts].map(([key, { id }]) => [key, id]))
  const merged = new Map(
    [...posts.values()].flatMap(({ id, chain }) => (chain.length > 0 ? [[id, chain] as const] : [])),
  )
  const namesVoters = running.notifies || merged.size > 0
  const cast = await castStagedVotes(call, running, ids, { ...lines, namesVoters })
  for (const { postId, userIds } of cast) await spreadVotes(call, postId, merged.get(postId) ?? [], userIds)
  const discussions = await addComments(call, running, posts, lines)
  const happenings = cast.flatMap(({ postId, userIds }) =>
    userIds.map((id) => ({ type: 'vote.cast', subject: postId, post: postId, data: { user_id: id } }) as const),
  )
  if (running.notifies) await recordEvents(call, happenings, { actor: running.actor, isTold: true })
  const made = {
    votes: cast.reduce((sum, { count }) => sum + count, 0),
    comments: [...discussions.values()].reduce((sum, { all }) => sum + all, 0),
  }
  return { additions: additionsOf(cast, discussions), made }
}

function additionsOf(
  cast: readonly CastVotes[],
  discussions: ReadonlyMap<Id<'post'>, Discussion>,
): Map<Id<'post'>, Addition> {
  const additions = new Map<Id<'post'>, Addition>()
  for (const { postId, count, trend } of cast) additions.set(postId, { ...NOTHING, postId, votes: count, trend })
  for (const [postId, { comments, touchedAt }] of discussions) {
    additions.set(postId, { ...NOTHING, ...additions.get(postId), postId, comments, touchedAt })
  }
  return additions
}

/** The first rows, at least one, whose votes and comments fit into a portion. Those of large posts come later and do not count. */
function portionOf(rows: readonly Content[], sizeFor: (key: string) => number): Content[] {
  let marks = 0
  const end = rows.findIndex(({ key }, place) => {
    const size = sizeFor(key)
    marks += size > MARKS_AT_ONCE ? 0 : size
    return place > 0 && marks > MARKS_A_PORTION
  })
  return rows.slice(0, end === -1 ? rows.length : end)
}

function personKeysOf(rows: readonly Content[]): string[] {
  return [...new Set(rows.flatMap(({ personKey }) => personKey ?? []))]
}

function sizeOf(marks: { readonly votes: number; readonly comments: number } | undefined): number {
  return marks ? marks.votes + marks.comments : 0
}

function sum(one: Partial<Made>, other: Partial<Made>): Partial<Made> {
  return { votes: (one.votes ?? 0) + (other.votes ?? 0), comments: (one.comments ?? 0) + (other.comments ?? 0) }
}
