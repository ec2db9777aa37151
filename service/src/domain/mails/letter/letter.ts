import type { Id } from '../../../foundation/ids/index.ts'
import type { Permitted, Project, ProjectCall, User } from '../../call/index.ts'
import type { Entry } from '../../changelog/index.ts'
import { entriesByIds } from '../../changelog/inside.ts'
import { type Comment, commentsByIds } from '../../comments/index.ts'
import type { NewsKind } from '../../notification-types.ts'
import type { Post } from '../../posts/index.ts'
import { postsByIds } from '../../posts/inside.ts'
import { notificationsOf } from '../../users/index.ts'
import { usersByIds } from '../../users/inside.ts'
import { DIGEST, type SkipReason, type UserMail } from '../mail.ts'
import { addressOf } from './address.ts'
import { awaitsReview, kindOf, type News, newsOf } from './news.ts'
import { selectSuppressed, selectTold, type Told } from './store.ts'

/** What a mail says, to whom. */
export interface Letter {
  readonly mail: UserMail
  readonly project: Project
  readonly user: User
  readonly email: string
  /** About one post, or everything since the last digest. */
  readonly isDigest: boolean
  readonly stories: readonly Story[]
  /** The kind that all its news have in common, if there is one. */
  readonly kind: NewsKind | undefined
}

/** What is new about one post. */
export interface Story {
  readonly post: Post
  readonly isAuthor: boolean
  readonly news: readonly News[]
}

/** The letter as it reads now, or why there is none. */
export async function letterOf(call: Permitted<'mails:manage'>, mail: UserMail): Promise<Letter | SkipReason> {
  return writeLetter(await readFacts(call, [mail]), mail)
}

/** What letters are made of: everything that these mails of one project can tell, as it is now. */
export interface LetterFacts {
  readonly project: Project
  readonly users: ReadonlyMap<string, User>
  /** Addresses in lower case. */
  readonly suppressed: ReadonlySet<string>
  readonly told: ReadonlyMap<Id<'user'>, readonly Told[]>
  readonly posts: ReadonlyMap<string, Post>
  readonly comments: ReadonlyMap<string, Comment>
  readonly entries: ReadonlyMap<string, Entry>
}

/** The same few statements for one mail and for many. */
export async function readFacts(call: Permitted<'mails:manage'>, mails: readonly UserMail[]): Promise<LetterFacts> {
  const users = await usersByIds(call, unique(mails.map(({ userId }) => userId)))
  const suppressed = await selectSuppressed(
    call,
    users.flatMap(({ email }) => email ?? []),
  )
  const told = await selectTold(call, mails)
  const heard = told.filter(({ isMuted }) => !isMuted)
  const posts = await postsWithTargets(call, unique(heard.map(({ postId }) => postId)))
  const comments = await commentsByIds(call, unique(heard.flatMap(({ commentId }) => commentId ?? [])), 'beginning')
  const entries = await entriesByIds(call, unique(heard.flatMap(({ entryId }) => entryId ?? [])))
  return {
    project: call.project,
    users: byId(users),
    suppressed,
    told: Map.groupBy(told, ({ userId }) => userId),
    posts: byId(posts),
    comments: byId(comments),
    entries: byId(entries),
  }
}

export function writeLetter(facts: LetterFacts, mail: UserMail): Letter | SkipReason {
  const { project } = facts
  const user = facts.users.get(mail.userId)
  if (user?.state !== 'active') return 'not_active'
  const choices = notificationsOf(project, user)
  if (!choices.email) return 'unsubscribed'
  const address = addressOf(user, facts.suppressed)
  if (typeof address === 'string') return address
  const events = new Set(mail.eventIds)
  const told = (facts.told.get(user.id) ?? []).filter(({ eventId }) => events.has(eventId))
  const heard = told.filter(({ isMuted }) => !isMuted)
  if (told.length > 0 && heard.length === 0) return 'unsubscribed'
  const known = { ...facts, user }
  const stories = [...Map.groupBy(heard, ({ postId }) => postId)].flatMap(([postId, told]) => {
    const post = facts.posts.get(postId)
    const news = newsOf(told, choices, known)
    return post && news.length > 0 ? [{ post, isAuthor: post.author.id === user.id, news }] : []
  })
  if (stories.length === 0) return awaitsReview(heard, choices, known) ? 'in_review' : 'nothing_left'
  const kinds = new Set(heard.map(({ type }) => kindOf(type)))
  const [kind] = kinds
  return {
    mail,
    project,
    user,
    email: address.email,
    isDigest: mail.about === DIGEST,
    stories,
    kind: kinds.size === 1 ? kind : undefined,
  }
}

/** These posts, and those that they were merged into. */
async function postsWithTargets(call: ProjectCall, ids: readonly Id<'post'>[]): Promise<Post[]> {
  const posts = await postsByIds(call, ids, 'beginning')
  const targets = posts.flatMap(({ mergedIntoId }) =>
    mergedIntoId && !ids.includes(mergedIntoId) ? [mergedIntoId] : [],
  )
  return [...posts, ...(await postsByIds(call, unique(targets), 'beginning'))]
}

function unique<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)]
}

function byId<Item extends { readonly id: string }>(items: readonly Item[]): ReadonlyMap<string, Item> {
  return new Map(items.map((item) => [item.id, item]))
}
