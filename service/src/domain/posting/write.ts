import { type Id, newId } from '../../foundation/ids/index.ts'
import { Problem } from '../../foundation/problems/index.ts'
import { inTransaction, type Permitted, type ProjectCall, type UserCall } from '../call/index.ts'
import { holdCategoryForPost, storedId } from '../categories/inside.ts'
import { recordEvent } from '../events/inside.ts'
import { type StoredValues, valuesOfNew } from '../fields/inside.ts'
import { renderText } from '../files/inside.ts'
import { insertFollow } from '../follows/inside.ts'
import { noteImport } from '../numbers/inside.ts'
import {
  getPost,
  NO_FLAGS,
  type Post,
  PostBody,
  type PostDecisions,
  type PostFlags,
  type PostTexts,
  type PostValues,
} from '../posts/index.ts'
import { insertPost, insertStanding, takeNumber } from '../posts/inside.ts'
import { refuseFuture } from '../refuse-future.ts'
import { queueForApproval } from '../review-queue/inside.ts'
import { learnWords } from '../search/inside.ts'
import { sessionEnded } from '../sessions/index.ts'
import { holdStatus } from '../statuses/inside.ts'
import { requireTags } from '../tags/inside.ts'
import { readBody, readEach, readTitle } from '../texts/index.ts'
import type { UserName } from '../users/index.ts'
import { holdWriter, lockName, requireNamed } from '../users/inside.ts'
import { insertFirstVote } from '../votes/inside.ts'

/** The members that a server and the team may set. */
export interface TeamDraft extends PostTexts, Partial<PostDecisions & PostValues> {
  /** On whose behalf; absent, the project's team writes. */
  readonly author?: UserName
  readonly createdAt?: Date
}

/** What a user writes and chooses. */
export type UserDraft = PostTexts & Partial<Pick<PostDecisions, 'categoryId'> & PostValues>

/** A post of a signed-in user: they vote for it and follow it, and can no longer change their name. */
export function writePost(call: UserCall, draft: UserDraft): Promise<Post> {
  const isPublic = !call.project.requiresApproval
  return inTransaction(call, async (call) => {
    if (!(await holdWriter(call, call.actor.user.id, isPublic))) throw new Problem(sessionEnded)
    const texts = readTexts(draft)
    const category = await holdCategoryForPost(call, draft.categoryId)
    const fieldValues = await valuesOfNew(call, category.id, draft.fields)
    const about = { authorId: call.actor.user.id, categoryId: storedId(category), fieldValues, isPublic }
    return addPost(call, texts, { ...about, createdAt: call.now })
  })
}

/** A post by a client's server or by the team in the console, for the team or for one of the users. It needs no approval. */
export function writePostForTeam(call: Permitted<'posts:write'>, draft: TeamDraft): Promise<Post> {
  const createdAt = draft.createdAt ?? call.now
  const texts = readTexts(draft, () => refuseFuture(call, createdAt))
  return inTransaction(call, async (call) => {
    const { author, statusId, categoryId, tagIds, fields, createdAt: _, ...members } = draft
    const authorId = author && (await writerNamed(call, author))
    const status = statusId === undefined ? undefined : await holdStatus(call, statusId)
    const tags = await requireTags(call, tagIds ?? [])
    const category = await holdCategoryForPost(call, categoryId)
    const fieldValues = await valuesOfNew(call, category.id, fields)
    const about = { authorId, statusId: status?.id, categoryId: storedId(category), tagIds: tags, fieldValues }
    return addPost(call, { ...members, ...texts }, { ...about, isPublic: true, createdAt })
  })
}

/** The user for whom a server writes. If the text is public, their name is locked too. */
export async function writerNamed(call: ProjectCall, name: UserName, isPublic = true): Promise<Id<'user'>> {
  const { id } = await requireNamed(call, name)
  // A banned user cannot write, but a server may still write in their name.
  if (!(await holdWriter(call, id, isPublic)) && isPublic) await lockName(call, id)
  return id
}

interface Circumstances {
  readonly authorId: Id<'user'> | undefined
  readonly statusId?: Id<'status'> | undefined
  /** Null: the default one. */
  readonly categoryId: Id<'category'> | null
  readonly tagIds?: readonly Id<'tag'>[]
  readonly fieldValues: StoredValues
  readonly isPublic: boolean
  readonly createdAt: Date
}

/** Reports the faults of `readRest` together with those of the texts. */
function readTexts(draft: PostTexts, readRest = () => {}): PostTexts {
  const { title, body } = readEach({
    title: () => readTitle(draft.title),
    body: () => readBody(draft.body, PostBody),
    rest: readRest,
  })
  return { title, body }
}

/** The texts have been checked. */
async function addPost(
  call: Permitted,
  members: PostTexts & Partial<PostFlags>,
  { authorId, statusId, categoryId, tagIds = [], fieldValues, isPublic, createdAt }: Circumstances,
): Promise<Post> {
  const { title, body } = members
  const id = newId('post')
  const number = await takeNumber(call)
  const post = {
    ...NO_FLAGS,
    ...members,
    id,
    number,
    bodyHtml: await renderText(call, id, body),
    authorId,
    tagIds,
    fieldValues,
    moderationState: isPublic ? 'approved' : 'pending',
    createdAt,
  } as const
  // The statements are sent together and run in this order.
  await Promise.all([
    insertPost(call, post),
    insertStanding(call, id, { statusId, categoryId, isListed: isPublic, votes: authorId ? 1 : 0, createdAt }),
    authorId && insertFirstVote(call, id, authorId, createdAt),
    authorId && insertFollow(call, id, authorId),
    isPublic ? undefined : queueForApproval(call, id),
    isPublic ? learnWords(call, `${title} ${body}`) : undefined,
    recordEvent(call, { type: 'post.created', subject: id, post: id, data: { number } }),
  ])
  await noteImport(call, createdAt)
  return getPost(call, id)
}
