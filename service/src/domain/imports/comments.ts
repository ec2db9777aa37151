import { type Id, newId } from '../../foundation/ids/index.ts'
import { renderMarkdown } from '../../foundation/markdown/index.ts'
import type { ProjectCall } from '../call/index.ts'
import { insertComments, selectAnswered } from '../comments/inside.ts'
import { recordEvents } from '../events/inside.ts'
import { insertFollows } from '../follows/inside.ts'
import type { Import } from './import.ts'
import type { CommentRecord } from './record.ts'
import { insertRecords, selectTargets } from './records-store.ts'
import { type Content, selectComments } from './rows-store.ts'

const COMMENTS_AT_ONCE = 500

/** What the comments of an import add to a post. */
export interface Discussion {
  /** Public ones. */
  readonly comments: number
  readonly all: number
  /** When the last public one was written. */
  readonly touchedAt: Date | undefined
}

type Staged = Pick<CommentRecord, 'body' | 'isOfficial' | 'isInternal'>
/** A post, and the posts that it was merged into, one after the other: its comments stand at the last of them. */
export interface Home {
  readonly id: Id<'post'>
  readonly chain: readonly Id<'post'>[]
}

type Lines = { readonly after: number; readonly until: number }

/**
 * Adds the comments of some posts: those that answer none first, then the answers to them, and so on. The board shows one level, so an answer to an
 * answer becomes an answer to the first comment. A comment whose parent is missing answers none.
 */
export async function addComments(
  call: ProjectCall,
  running: Import,
  posts: ReadonlyMap<string, Home>,
  lines: Lines,
): Promise<Map<Id<'post'>, Discussion>> {
  const discussions = new Map<Id<'post'>, Discussion>()
  let isLast = false
  for (;;) {
    const page = { ...lines, most: COMMENTS_AT_ONCE, isLast }
    const rows = await selectComments(call, running, [...posts.keys()], page)
    if (rows.length === 0 && isLast) return discussions
    if (rows.length === 0) isLast = true
    else await addSome(call, running, posts, rows, discussions)
  }
}

async function addSome(
  call: ProjectCall,
  running: Import,
  posts: ReadonlyMap<string, Home>,
  rows: readonly Content[],
  discussions: Map<Id<'post'>, Discussion>,
): Promise<void> {
  const keys = rows.flatMap(({ personKey, parentKey }) => [personKey, parentKey]).filter((key) => key !== undefined)
  const targets = await selectTargets<Id<'user'> | Id<'comment'>>(call, [...new Set(keys)])
  const parents = [...targets.values()].filter((id): id is Id<'comment'> => id.startsWith('cmt_'))
  const answered = await selectAnswered(call, parents)
  const comments = [...new Map(rows.map((row) => [row.key, row])).values()].map((row) => {
    const { body, isOfficial, isInternal } = row.content as unknown as Staged // as the intake wrote it
    const parent = answered.get(targets.get(row.parentKey ?? '') as Id<'comment'>) // a parent's key names a comment
    const home = posts.get(row.postKey ?? '')
    if (!home) throw new Error('Only comments of these posts were selected')
    return {
      key: row.key,
      id: newId('comment'),
      postId: home.chain.at(-1) ?? home.id,
      mergedPath: home.chain.length === 0 ? [] : [...home.chain.slice(0, -1).reverse(), home.id],
      parentId: parent?.rootId,
      authorId: targets.get(row.personKey ?? '') as Id<'user'> | undefined, // a person's key names a user
      body,
      bodyHtml: renderMarkdown(body),
      isOfficial,
      isInternal: isInternal || (parent?.isInternal ?? false), // what answers an internal comment is internal
      moderationState: 'approved',
      createdAt: row.at ?? call.now,
    } as const
  })
  await insertComments(call, comments)
  await insertRecords(
    call,
    running,
    comments.map(({ key, id }) => ({ key, targetId: id, isMade: true })),
  )
  const followers = comments.filter(({ authorId, isInternal }) => authorId !== undefined && !isInternal)
  await insertFollows(
    call,
    followers.flatMap(({ postId, authorId }) => (authorId ? [{ postId, userId: authorId }] : [])),
    running.number,
  )
  const happenings = comments.map(({ id, postId, parentId, isOfficial, isInternal }) => {
    const decided = { is_official: isOfficial, is_internal: isInternal, moderation_state: 'approved' } as const
    return {
      type: 'comment.created',
      subject: id,
      post: postId,
      data: { parent_id: parentId ?? null, ...decided },
    } as const
  })
  await recordEvents(call, happenings, { actor: running.actor, isTold: running.notifies })
  for (const { postId, isInternal, createdAt } of comments) {
    const before = discussions.get(postId) ?? { comments: 0, all: 0, touchedAt: undefined }
    const touchedAt = isInternal || (before.touchedAt && before.touchedAt > createdAt) ? before.touchedAt : createdAt
    discussions.set(postId, { comments: before.comments + (isInternal ? 0 : 1), all: before.all + 1, touchedAt })
  }
}
