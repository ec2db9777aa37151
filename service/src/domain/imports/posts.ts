import { type Id, newId } from '../../foundation/ids/index.ts'
import { renderMarkdown } from '../../foundation/markdown/index.ts'
import type { Permitted, ProjectCall } from '../call/index.ts'
import { recordEvents } from '../events/inside.ts'
import { insertFollows } from '../follows/inside.ts'
import { holdPlaces } from '../posting/inside.ts'
import { addToStandings, type ImportedPost, insertPosts, insertStandings } from '../posts/inside.ts'
import { learnWords } from '../search/inside.ts'
import { textOf } from '../texts/index.ts'
import { firstByKey, type Import, type Portion, portionSize } from './import.ts'
import { readLabels, statusFor } from './labels.ts'
import { authorIn } from './people.ts'
import type { PostRecord } from './record.ts'
import { insertRecords, selectTargets } from './records-store.ts'
import { addResponses, isLarge, NO_RESPONSES } from './responses.ts'
import { countResponses, type Responses } from './responses-store.ts'
import { type Content, selectRows } from './rows-store.ts'

const POSTS_AT_ONCE = 500
/** Of all posts of a portion together. */
const MOST_RESPONSES = 10_000
const MOST_CHARACTERS = 1_000_000
const ALL_PLACES = { after: 0, until: Number.MAX_SAFE_INTEGER } as const

type Staged = Omit<PostRecord, 'type' | 'externalId' | 'author' | 'mergedInto' | 'createdAt'>
type NewPost = ImportedPost & { readonly key: string; readonly statusId: Id<'status'> }

/** The next posts of the file, each with its votes and comments, so that nobody sees a post without them. Large posts get them later. */
export async function addPosts(call: Permitted, running: Import): Promise<Portion | undefined> {
  const coming = await selectRows(call, running, 'post', running.position, portionSize(POSTS_AT_ONCE, running))
  const [responses, known] = await Promise.all([
    countResponses(call, running, coming.map(keyIn)),
    selectTargets<Id<'post'>>(call, coming.map(keyIn)),
  ])
  const responsesTo = (key: string) => {
    const waiting = responses.get(key)
    return waiting && !isLarge(waiting) ? waiting : undefined
  }
  const rows = portionOf(coming, responsesTo)
  const last = rows.at(-1)
  if (!last) return undefined
  const fresh = await newPosts(call, running, firstByKey(rows.filter(({ key }) => !known.has(key))), responses)
  await insertNewPosts(call, running, fresh)
  const earlier = [...new Set(rows.flatMap(({ key }) => known.get(key) ?? []))]
  const homes = await holdPlaces(call, earlier)
  const ids = new Map([...known, ...fresh.map(({ key, id }) => [key, id] as const)])
  const now = new Map(
    rows.flatMap(({ key }) => {
      const id = ids.get(key)
      return id !== undefined && countOf(responsesTo(key)) > 0 ? [[key, id] as const] : []
    }),
  )
  const open = [...now]
    .filter(([, id]) => !homes.get(id)?.isDeleted)
    .map(([key, id]) => [key, { id, chain: homes.get(id)?.chain ?? [] }] as const)
  const places = { ...ALL_PLACES, areNew: earlier.length === 0 }
  const { additions, made, spread } = await addResponses(call, running, new Map(open), places)
  const standings = fresh.map(({ id, statusId, createdAt }) => {
    return { ...NO_RESPONSES, ...additions.get(id), postId: id, statusId, createdAt }
  })
  const madeNow = new Set(fresh.map(({ id }) => id))
  const additionsToEarlier = [...additions.values()].filter(({ postId }) => !madeNow.has(postId))
  // They are sent together and run in this order; the dictionary is the last lock.
  await Promise.all([
    insertStandings(call, standings),
    addToStandings(call, additionsToEarlier),
    learnWords(call, ...fresh.map(textOf)),
  ])
  await spread()
  const handled = rows.length + [...now.keys()].reduce((sum, key) => sum + countOf(responsesTo(key)), 0)
  return { position: last.place, made: { ...made, posts: fresh.length }, handled }
}

async function newPosts(
  call: Permitted,
  running: Import,
  rows: readonly Content[],
  responses: ReadonlyMap<string, Responses>,
): Promise<NewPost[]> {
  const keys = [...new Set(rows.flatMap(({ personKey }) => personKey ?? []))]
  const [authors, labels] = await Promise.all([selectTargets<Id<'user'>>(call, keys), readLabels(call, running)])
  return rows.map((row) => {
    const { tags, status, statusCategory, ...texts } = row.content as unknown as Staged // as the stage wrote it
    return {
      ...texts,
      key: row.key,
      id: newId('post'),
      bodyHtml: renderMarkdown(texts.body),
      authorId: authorIn(authors, row),
      tagIds: tags.flatMap((name) => labels.tags.get(name.toLowerCase()) ?? []),
      statusId: statusFor(labels, { status, statusCategory }),
      createdAt: row.at ?? call.now,
      votes: responses.get(row.key)?.votes ?? 0,
    }
  })
}

/** They are seen once they have standings. */
async function insertNewPosts(call: ProjectCall, running: Import, fresh: readonly NewPost[]): Promise<void> {
  const numbers = await insertPosts(call, fresh)
  const records = fresh.map(({ key, id }) => ({ key, targetId: id, isMade: true }))
  const follows = fresh.flatMap(({ id, authorId }) => (authorId ? [{ postId: id, userId: authorId }] : []))
  const happenings = fresh.map(
    ({ id }, place) =>
      ({ type: 'post.created', subject: id, post: id, data: { number: numbers[place] ?? 0 } }) as const,
  )
  await Promise.all([
    insertRecords(call, running, records),
    insertFollows(call, follows, running.number),
    recordEvents(call, happenings, { actor: running.actor, isTold: running.notifies }),
  ])
}

/** The first rows, at least one, whose texts and responses fit into a portion. */
function portionOf(rows: readonly Content[], responsesTo: (key: string) => Responses | undefined): Content[] {
  let [responses, characters] = [0, 0]
  const end = rows.findIndex(({ key, size }, place) => {
    responses += countOf(responsesTo(key))
    characters += size + (responsesTo(key)?.characters ?? 0)
    return place > 0 && (responses > MOST_RESPONSES || characters > MOST_CHARACTERS)
  })
  return rows.slice(0, end === -1 ? rows.length : end)
}

function keyIn({ key }: Content): string {
  return key
}

function countOf(responses: Responses | undefined): number {
  return responses ? responses.votes + responses.comments : 0
}
