import { type Id, newId } from '../../foundation/ids/index.ts'
import { breather } from '../../foundation/jobs/index.ts'
import { renderMarkdown } from '../../foundation/markdown/index.ts'
import type { ProjectCall } from '../call/index.ts'
import { type Answered, insertComments, mergedPathOf, selectAnswered } from '../comments/inside.ts'
import { recordEvents } from '../events/inside.ts'
import { insertFollows } from '../follows/inside.ts'
import { spreadFollows } from '../posting/inside.ts'
import { firstByKey, type Import } from './import.ts'
import { authorIn } from './people.ts'
import type { CommentRecord } from './record.ts'
import { insertRecords, selectTargets } from './records-store.ts'
import { type RowRange, selectComments } from './responses-store.ts'
import type { Content } from './rows-store.ts'

const COMMENTS_AT_ONCE = 500

/** What the comments of an import add to a post. */
export interface Discussion {
  /** Public ones. */
  readonly comments: number
  readonly all: number
  /** When the last public one was written. */
  readonly touchedAt: Date | undefined
}

/** A post, and the posts that it was merged into, one after the other: its comments stand at the last of them. */
export interface Home {
  readonly id: Id<'post'>
  readonly chain: readonly Id<'post'>[]
}

type Staged = Pick<CommentRecord, 'body' | 'isOfficial' | 'isInternal'>

/**
 * Adds the comments of some posts, those that answer none first. The check gave threads one level. A comment whose parent is missing, or belongs to
 * another post, answers none.
 */
export async function addComments(
  call: ProjectCall,
  running: Import,
  posts: ReadonlyMap<string, Home>,
  range: RowRange,
): Promise<Map<Id<'post'>, Discussion>> {
  const discussions = new Map<Id<'post'>, Discussion>()
  const rows = firstByKey(await selectComments(call, running, [...posts.keys()], range))
  const firstAnswer = rows.findIndex(({ parentKey }) => parentKey !== undefined)
  const answers = firstAnswer === -1 ? [] : rows.splice(firstAnswer)
  for (const some of [rows, answers]) {
    for (let from = 0; from < some.length; from += COMMENTS_AT_ONCE)
      await addSome(call, running, posts, some.slice(from, from + COMMENTS_AT_ONCE), discussions)
  }
  return discussions
}

async function addSome(
  call: ProjectCall,
  running: Import,
  posts: ReadonlyMap<string, Home>,
  rows: readonly Content[],
  discussions: Map<Id<'post'>, Discussion>,
): Promise<void> {
  const comments = await newComments(call, posts, rows)
  const records = comments.map(({ key, id }) => ({ key, targetId: id, isMade: true }))
  await insertComments(call, comments)
  await insertRecords(call, running, records)
  await followWhatTheyWroteAbout(call, running, comments)
  await recordEvents(call, comments.map(happeningOf), { actor: running.actor, isTold: running.notifies })
  for (const comment of comments) addTo(discussions, comment)
}

/** The follow of a merged post goes where the comment goes: along the chain now, and back when the post is unmerged or deleted. */
async function followWhatTheyWroteAbout(
  call: ProjectCall,
  running: Import,
  comments: readonly ComingComment[],
): Promise<void> {
  const authors = new Map<Home, Id<'user'>[]>()
  for (const { home, authorId, isInternal } of comments) {
    if (authorId !== undefined && !isInternal) authors.set(home, [...(authors.get(home) ?? []), authorId])
  }
  const follows = [...authors].flatMap(([{ id }, users]) => users.map((userId) => ({ postId: id, userId })))
  await insertFollows(call, follows, running.number)
  for (const [{ id, chain }, users] of authors) await spreadFollows(call, id, chain, users)
}

type ComingComment = Awaited<ReturnType<typeof newComments>>[number]

async function newComments(call: ProjectCall, posts: ReadonlyMap<string, Home>, rows: readonly Content[]) {
  const keysOf = (name: 'personKey' | 'parentKey') => [...new Set(rows.flatMap((row) => row[name] ?? []))]
  const authors = await selectTargets<Id<'user'>>(call, keysOf('personKey'))
  const parents = await selectTargets<Id<'comment'>>(call, keysOf('parentKey'))
  const answered = await selectAnswered(call, [...parents.values()])
  const breathe = breather()
  const comments = []
  for (const row of rows) {
    await breathe()
    const { body, isOfficial, isInternal } = row.content as unknown as Staged // as the stage wrote it
    const home = posts.get(row.postKey ?? '')
    if (!home) throw new Error('Only comments of these posts were selected')
    const parentId = parents.get(row.parentKey ?? '')
    const parent = parentId && answered.get(parentId)
    const { parent: found, ...place } = placeOf(home, parent)
    comments.push({
      ...place,
      home,
      key: row.key,
      id: newId('comment'),
      parentId: found?.rootId,
      authorId: authorIn(authors, row),
      body,
      bodyHtml: renderMarkdown(body),
      isOfficial,
      isInternal: isInternal || (found?.isInternal ?? false), // what answers an internal comment is internal
      moderationState: 'approved',
      createdAt: row.at ?? call.now,
    } as const)
  }
  return comments
}

/** Where a comment stands, and what it answers there. */
function placeOf({ id, chain }: Home, parent: Answered | undefined) {
  const postId = chain.at(-1) ?? id
  const mergedPath = mergedPathOf(id, chain)
  const isThere = parent?.postId === postId && parent.mergedPath.join() === mergedPath.join()
  return { postId, mergedPath, parent: isThere ? parent : undefined }
}

function happeningOf({ id, postId, parentId, isOfficial, isInternal }: ComingComment) {
  const decided = { is_official: isOfficial, is_internal: isInternal, moderation_state: 'approved' } as const
  const data = { parent_id: parentId ?? null, ...decided }
  return { type: 'comment.created', subject: id, post: postId, data } as const
}

function addTo(discussions: Map<Id<'post'>, Discussion>, { postId, isInternal, createdAt }: ComingComment): void {
  const before = discussions.get(postId) ?? { comments: 0, all: 0, touchedAt: undefined }
  const touchedAt = isInternal || (before.touchedAt && before.touchedAt > createdAt) ? before.touchedAt : createdAt
  discussions.set(postId, { comments: before.comments + (isInternal ? 0 : 1), all: before.all + 1, touchedAt })
}
