import type { ReadLine } from '../read-record.ts'
import { type Json, objectIn, objectsIn, readDocument, textIn } from './document.ts'
import { fitted, present } from './fitting.ts'
import { unreadable } from './lines.ts'

const TEAM = new Set(['OWNER', 'MEMBER', 'COLLABORATOR'])

/**
 * Issues as `gh issue list --json url,number,title,body,author,labels,state,stateReason,createdAt,comments,reactionGroups` writes them, or discussions as
 * nodes of a GraphQL answer. The place in the list is the line.
 */
export async function* readGithub(bytes: AsyncIterable<Uint8Array>, now: Date): AsyncGenerator<ReadLine> {
  const items = objectsIn(itemsIn(await readDocument(bytes)))
  if (items.length === 0 || items[0]?.title === undefined)
    throw unreadable('The document is not a list of issues or discussions as gh writes it.')
  yield {
    line: 1,
    note: 'not carried over: assignees, milestones, projects, and who reacted; reactions become a count of votes',
  }
  if (items.some((item) => uniqueId(item) === undefined))
    yield {
      line: 1,
      note: 'issues without url and id are known by their numbers, which another repository has too; name another source for each repository, or ask gh for the url',
    }
  let line = 0
  for (const item of items) {
    line += 1
    const id = uniqueId(item) ?? textIn(item.number)
    yield* fitted(line, { type: 'post', ...postOf(item, id) }, now)
    for (const comment of nodesIn(item.comments)) {
      yield* fitted(line, { type: 'comment', ...commentOf(comment, id, undefined) }, now)
      for (const reply of nodesIn(comment.replies))
        yield* fitted(line, { type: 'comment', ...commentOf(reply, id, textIn(comment.id)) }, now)
    }
  }
}

/** Two repositories have the same numbers. */
function uniqueId(item: Json): string | undefined {
  return textIn(item.url) ?? textIn(item.id)
}

function itemsIn(document: unknown): unknown {
  if (Array.isArray(document)) return document
  const repository = objectIn(objectIn(objectIn(document).data).repository)
  return nodesIn(repository.discussions ?? repository.issues)
}

function nodesIn(value: unknown): Json[] {
  return objectsIn(Array.isArray(value) ? value : objectIn(value).nodes)
}

function postOf(item: Json, id: string | undefined): Json {
  const labels = nodesIn(item.labels).flatMap(({ name }) => textIn(name) ?? [])
  const category = textIn(objectIn(item.category).name)
  return present({
    external_id: id,
    title: textIn(item.title),
    body: textIn(item.body),
    author: personOf(item.author),
    status_category: categoryFor(item),
    tags: category === undefined ? labels : [...labels, category],
    imported_vote_count: votesFor(item),
    created_at: textIn(item.createdAt),
  })
}

function categoryFor({ state, stateReason, closed }: Json): string {
  if (state !== 'CLOSED' && closed !== true) return 'open'
  return stateReason === 'NOT_PLANNED' || stateReason === 'DUPLICATE' ? 'closed' : 'done'
}

/** Upvotes of a discussion, or thumbs up. */
function votesFor({ upvoteCount, reactionGroups }: Json): number | undefined {
  if (typeof upvoteCount === 'number') return upvoteCount
  const thumbs = objectsIn(reactionGroups).find(({ content }) => content === 'THUMBS_UP')
  const { totalCount } = objectIn(thumbs?.users)
  return typeof totalCount === 'number' ? totalCount : undefined
}

function commentOf(comment: Json, post: string | undefined, parent: string | undefined): Json {
  return present({
    external_id: textIn(comment.id),
    post,
    parent,
    body: textIn(comment.body),
    author: personOf(comment.author),
    is_official: TEAM.has(textIn(comment.authorAssociation) ?? ''),
    created_at: textIn(comment.createdAt),
  })
}

function personOf(value: unknown): Json | undefined {
  const { login, name } = objectIn(value)
  return textIn(login) === undefined
    ? undefined
    : present({ external_id: textIn(login), name: textIn(name) ?? textIn(login) })
}
