import type { ReadLine } from '../read-record.ts'
import { type Json, objectIn, objectsIn, readDocument, textIn } from './document.ts'
import { fitted, momentIn, present } from './fitting.ts'
import { unreadable } from './lines.ts'

const STATUSES = [
  ['Open', 'open'],
  ['Started', 'in_progress'],
  ['Completed', 'done'],
  ['Declined', 'closed'],
  ['Planned', 'planned'],
  ['Duplicate', 'closed'],
] as const
const [DUPLICATE, DELETED] = [5, 6]

/**
 * The tables of a backup of Fider in one document: `{"users": […], "posts": […], "comments": […], "post_votes": […], "tags": […], "post_tags": […]}`,
 * each as its file in the backup has it; the command line makes it of the directory with these files. The place in its list is the line.
 */
export async function* readFider(bytes: AsyncIterable<Uint8Array>, now: Date): AsyncGenerator<ReadLine> {
  const tables = objectIn(await readDocument(bytes))
  if (!Array.isArray(tables.posts))
    throw unreadable('The document has no list of posts, so it is not a backup of Fider.')
  yield { line: 1, note: 'not carried over: pictures, notifications, subscriptions, invitations, sign-in providers' }
  const people = new Map(objectsIn(tables.users).map((user) => [textIn(user.id), personOf(user)]))
  const tags = new Map(objectsIn(tables.tags).map((tag) => [textIn(tag.id), textIn(tag.name)]))
  const tagsOf = new Map<string | undefined, string[]>()
  for (const { post_id, tag_id } of objectsIn(tables.post_tags)) {
    const name = tags.get(textIn(tag_id))
    const names = tagsOf.get(textIn(post_id)) ?? []
    if (name !== undefined) tagsOf.set(textIn(post_id), [...names, name])
  }
  let line = 0
  const deleted = new Set<string | undefined>()
  for (const post of objectsIn(tables.posts)) {
    line += 1
    if (post.status === DELETED) {
      deleted.add(textIn(post.id))
      continue
    }
    yield* fitted(line, { type: 'post', ...postOf(post, people, tagsOf) }, now)
    const response = textIn(post.response)
    if (response !== undefined) {
      const about = {
        external_id: `response ${textIn(post.id)}`,
        post: textIn(post.id),
        body: response,
        is_official: true,
      }
      yield* fitted(line, { type: 'comment', ...present({ ...about, created_at: timeOf(post.response_date) }) }, now)
    }
  }
  for (const comment of objectsIn(tables.comments)) {
    line += 1
    if (comment.deleted_at || deleted.has(textIn(comment.post_id))) continue
    const members = {
      external_id: textIn(comment.id),
      post: textIn(comment.post_id),
      body: textIn(comment.content),
      author: people.get(textIn(comment.user_id)),
      created_at: timeOf(comment.created_at),
    }
    yield* fitted(line, { type: 'comment', ...present(members) }, now)
  }
  for (const vote of objectsIn(tables.post_votes)) {
    line += 1
    if (deleted.has(textIn(vote.post_id))) continue
    const user = people.get(textIn(vote.user_id)) ?? { external_id: textIn(vote.user_id) }
    const members = { post: textIn(vote.post_id), user, created_at: timeOf(vote.created_at) }
    yield* fitted(line, { type: 'vote', ...present(members) }, now)
  }
}

function postOf(
  post: Json,
  people: ReadonlyMap<string | undefined, Json>,
  tags: ReadonlyMap<string | undefined, string[]>,
): Json {
  const [status, category] = STATUSES[Number(post.status)] ?? STATUSES[0]
  const author = people.get(textIn(post.user_id))
  return present({
    external_id: textIn(post.id),
    title: textIn(post.title),
    body: textIn(post.description),
    author,
    status: post.status === DUPLICATE ? undefined : status,
    status_category: category,
    tags: tags.get(textIn(post.id)),
    merged_into: post.status === DUPLICATE ? textIn(post.original_id) : undefined,
    created_at: timeOf(post.created_at),
  })
}

/** Their votes are their own; what collaborators and administrators wrote stays theirs too, until they sign in. */
function personOf(user: Json): Json {
  return present({ external_id: textIn(user.id), email: textIn(user.email), name: textIn(user.name) })
}

function timeOf(value: unknown): string | undefined {
  const text = textIn(value)
  return text && momentIn(text)
}
