import { type Id, newId } from '../../foundation/ids/index.ts'
import { breather, isAsked } from '../../foundation/jobs/index.ts'
import { renderMarkdown } from '../../foundation/markdown/index.ts'
import type { Permitted, ProjectCall } from '../call/index.ts'
import { recordEvents } from '../events/inside.ts'
import type { StoredValues } from '../fields/inside.ts'
import { insertFollows } from '../follows/inside.ts'
import { foldName } from '../labels/index.ts'
import { holdWithTargets } from '../posting/inside.ts'
import { type Addition, addToStandings, type ImportedPost, insertPosts, insertStandings } from '../posts/inside.ts'
import { learnWords } from '../search/inside.ts'
import { textOf } from '../texts/index.ts'
import type { Home } from './comments.ts'
import { firstByKey, type Import, type Portion, portionSize } from './import.ts'
import { readLabels, statusFor } from './labels.ts'
import { authorIn } from './people.ts'
import type { PostRecord } from './record.ts'
import { insertRecords, selectTargets } from './records-store.ts'
import { addResponses, isLarge, NO_RESPONSES } from './responses.ts'
import { countResponses, type Responses } from './responses-store.ts'
import { analyzeGrown, type Content, selectRows } from './rows-store.ts'

/** Of a portion. Responses and characters are those of all its posts together. */
const AT_ONCE = { posts: 500, responses: 10_000, characters: 1_000_000 } as const
/** Large portions are cheaper, but hold up requests. */
const AT_ONCE_BESIDE_REQUESTS = { posts: 100, responses: 2_000, characters: 200_000 } as const
const ALL_ROWS = { after: 0, until: Number.MAX_SAFE_INTEGER } as const

type Staged = Omit<PostRecord, 'type' | 'externalId' | 'author' | 'mergedInto' | 'createdAt' | 'fields'> &
  Partial<Pick<PostRecord, 'fields'>>
type NewPost = ImportedPost & { readonly key: string; readonly statusId: Id<'status'> }

/** The next posts of the file, each with its votes and comments, so that nobody sees a post without them. Large posts get them later. */
export async function addPosts(call: Permitted, running: Import): Promise<Portion | undefined> {
  const portion = await nextPortion(call, running)
  if (!portion) return undefined
  const fresh = await newPosts(call, running, portion)
  await insertNewPosts(call, running, fresh)
  const homes = await homesOf(call, portion, fresh)
  const range = { ...ALL_ROWS, areNew: portion.earlier.length === 0 }
  const { additions, made, spread } = await addResponses(call, running, homes, range)
  await countResponsesIn(call, fresh, additions)
  await spread()
  if (isTenfold(running.made.posts, running.made.posts + fresh.length)) await analyzeGrown(call)
  return { position: portion.last, made: { ...made, posts: fresh.length }, handled: portion.handled }
}

/** After a hundred, a thousand, ten thousand … The planner would go on as if the tables were as small as before the import. */
function isTenfold(before: number, after: number): boolean {
  return after >= 100 && Math.floor(Math.log10(Math.max(1, before))) < Math.floor(Math.log10(after))
}

interface PostPortion {
  readonly rows: readonly Content[]
  /** The place of the last row. */
  readonly last: number
  /** Posts of these rows that are here already. */
  readonly known: ReadonlyMap<string, Id<'post'>>
  readonly earlier: readonly Id<'post'>[]
  /** Of all posts, also large ones. */
  readonly responses: ReadonlyMap<string, Responses>
  /** The keys of posts that get their responses now. */
  readonly answered: readonly string[]
  /** How many records these are. */
  readonly handled: number
}

async function nextPortion(call: Permitted, running: Import): Promise<PostPortion | undefined> {
  const most = isAsked() ? AT_ONCE_BESIDE_REQUESTS : AT_ONCE
  const coming = await selectRows(call, running, 'post', running.position, portionSize(most.posts, running))
  const [responses, known] = await Promise.all([
    countResponses(call, running, coming.map(keyIn)),
    selectTargets<Id<'post'>>(call, coming.map(keyIn)),
  ])
  const responsesTo = (key: string) => {
    const waiting = responses.get(key)
    return waiting && !isLarge(waiting) ? waiting : undefined
  }
  const rows = portionOf(coming, responsesTo, most)
  const last = rows.at(-1)?.place
  if (last === undefined) return undefined
  const keys = [...new Set(rows.map(keyIn))]
  const answered = keys.filter((key) => countOf(responsesTo(key)) > 0)
  const handled = answered.reduce((sum, key) => sum + countOf(responsesTo(key)), rows.length)
  return { rows, last, known, earlier: keys.flatMap((key) => known.get(key) ?? []), responses, answered, handled }
}

/** Where the responses of a portion belong. Posts that were deleted get none. */
async function homesOf(
  call: Permitted,
  { known, earlier, answered }: PostPortion,
  fresh: readonly NewPost[],
): Promise<Map<string, Home>> {
  const states = await holdWithTargets(call, earlier)
  const ids = new Map([...known, ...fresh.map(({ key, id }) => [key, id] as const)])
  const homes = answered.flatMap((key) => {
    const id = ids.get(key)
    const state = id && states.get(id)
    return id === undefined || state?.isDeleted ? [] : [[key, { id, chain: state?.chain ?? [] }] as const]
  })
  return new Map(homes)
}

/** From now on lists show the new posts, and count what was added to others. */
async function countResponsesIn(
  call: Permitted,
  fresh: readonly NewPost[],
  additions: ReadonlyMap<Id<'post'>, Addition>,
): Promise<void> {
  const standings = fresh.map(({ id, statusId, createdAt }) => {
    return { ...NO_RESPONSES, ...additions.get(id), postId: id, statusId, createdAt }
  })
  const made = new Set(fresh.map(({ id }) => id))
  // They are sent together and run in this order; the dictionary is the last lock.
  await Promise.all([
    insertStandings(call, standings),
    addToStandings(
      call,
      [...additions.values()].filter(({ postId }) => !made.has(postId)),
    ),
    learnWords(call, ...fresh.map(textOf)),
  ])
}

async function newPosts(call: Permitted, running: Import, { rows, known, responses }: PostPortion): Promise<NewPost[]> {
  const coming = firstByKey(rows.filter(({ key }) => !known.has(key)))
  const keys = [...new Set(coming.flatMap(({ personKey }) => personKey ?? []))]
  const [authors, labels] = await Promise.all([selectTargets<Id<'user'>>(call, keys), readLabels(call, running)])
  const breathe = breather()
  const posts: NewPost[] = []
  for (const row of coming) {
    await breathe()
    const { tags, status, statusCategory, fields = {}, ...texts } = row.content as unknown as Staged // as the stage wrote it
    posts.push({
      ...texts,
      key: row.key,
      id: newId('post'),
      bodyHtml: renderMarkdown(texts.body),
      authorId: authorIn(authors, row),
      fieldValues: fields as StoredValues, // checked before it was staged
      tagIds: tags.flatMap((name) => labels.tags.get(foldName(name)) ?? []),
      statusId: statusFor(labels, { status, statusCategory }),
      createdAt: row.at ?? call.now,
      votes: responses.get(row.key)?.votes ?? 0,
    })
  }
  return posts
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
function portionOf(
  rows: readonly Content[],
  responsesTo: (key: string) => Responses | undefined,
  most: typeof AT_ONCE | typeof AT_ONCE_BESIDE_REQUESTS,
): Content[] {
  let [responses, characters] = [0, 0]
  const end = rows.findIndex(({ key, size }, place) => {
    responses += countOf(responsesTo(key))
    characters += size + (responsesTo(key)?.characters ?? 0)
    return place > 0 && (responses > most.responses || characters > most.characters)
  })
  return rows.slice(0, end === -1 ? rows.length : end)
}

function keyIn({ key }: Content): string {
  return key
}

function countOf(responses: Responses | undefined): number {
  return responses ? responses.votes + responses.comments : 0
}
