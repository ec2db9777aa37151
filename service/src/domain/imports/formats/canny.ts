import type { ReadLine } from '../read-record.ts'
import { type Json, objectIn, objectsIn, readDocument, textIn } from './document.ts'
import { fitted, momentIn, present } from './fitting.ts'
import { unreadable } from './lines.ts'
import { categoryOf, statusName } from './statuses.ts'

/**
 * Answers of Canny's API in one document: `{"posts": […], "comments": […], "votes": […], "entries": […]}`, each list as `posts/list`, `comments/list`,
 * `votes/list` and `entries/list` give it. The place in its list is the line.
 */
export async function* readCanny(bytes: AsyncIterable<Uint8Array>, now: Date): AsyncGenerator<ReadLine> {
  const document = objectIn(await readDocument(bytes))
  const { posts, comments, votes, entries } = document
  if (!Array.isArray(posts)) throw unreadable('The document has no list of posts, so it is not from Canny’s API.')
  yield {
    line: 1,
    note: 'not carried over: pictures, links to other tools, owners, custom fields, labels and reactions of changelog entries',
  }
  let line = 0
  for (const post of objectsIn(posts)) yield* fitted(++line, { type: 'post', ...postOf(post) }, now)
  for (const comment of objectsIn(comments)) yield* fitted(++line, { type: 'comment', ...commentOf(comment) }, now)
  for (const vote of objectsIn(votes)) {
    const members = {
      post: textIn(objectIn(vote.post).id),
      user: personOf(vote.voter),
      created_at: timeOf(vote.created),
    }
    yield* fitted(++line, { type: 'vote', ...present(members) }, now)
  }
  for (const entry of objectsIn(entries)) yield* fitted(++line, { type: 'changelog_entry', ...entryOf(entry) }, now)
}

/** One that waits to be published becomes a draft. */
function entryOf(entry: Json): Json {
  return present({
    external_id: textIn(entry.id),
    title: textIn(entry.title),
    body: textIn(entry.markdownDetails) ?? textIn(entry.plaintextDetails),
    posts: objectsIn(entry.posts).flatMap(({ id }) => textIn(id) ?? []),
    published_at: entry.status === 'published' ? timeOf(entry.publishedAt) : undefined,
    created_at: timeOf(entry.created),
  })
}

function postOf(post: Json): Json {
  const status = textIn(post.status)
  const tags = [...objectsIn(post.tags), objectIn(post.category)].flatMap(({ name }) => textIn(name) ?? [])
  return present({
    external_id: textIn(post.id),
    title: textIn(post.title),
    body: textIn(post.details),
    author: authorOf(post.author),
    status: status && statusName(status),
    status_category: categoryOf(status),
    tags,
    merged_into: textIn(objectIn(post.mergedInto).id),
    created_at: timeOf(post.created),
  })
}

function commentOf(comment: Json): Json {
  const { isAdmin } = objectIn(comment.author)
  return present({
    external_id: textIn(comment.id),
    post: textIn(objectIn(comment.post).id),
    parent: textIn(comment.parentID),
    body: textIn(comment.value),
    author: authorOf(comment.author),
    is_official: isAdmin === true,
    is_internal: comment.internal === true || comment.private === true,
    created_at: timeOf(comment.created),
  })
}

/** What an admin of the board writes is written by the team. */
function authorOf(value: unknown): Json | undefined {
  return objectIn(value).isAdmin === true ? undefined : personOf(value)
}

/** A vote of an admin is that person's. Canny's `userID` is the id that the client gave the person. */
function personOf(value: unknown): Json | undefined {
  const person = objectIn(value)
  if (person.id === undefined) return undefined
  return present({
    external_id: textIn(person.id),
    sub: textIn(person.userID),
    email: textIn(person.email),
    name: textIn(person.name),
  })
}

function timeOf(value: unknown): string | undefined {
  const text = textIn(value)
  return text && momentIn(text)
}
