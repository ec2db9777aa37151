import type { Id } from '../../../foundation/ids/index.ts'
import type { Permitted, Project, ProjectCall, User } from '../../call/index.ts'
import { entriesByIds } from '../../changelog/inside.ts'
import { commentsByIds } from '../../comments/index.ts'
import type { Post } from '../../posts/index.ts'
import { postsByIds } from '../../posts/inside.ts'
import { notificationsOf } from '../../users/index.ts'
import { usersByIds } from '../../users/inside.ts'
import { DIGEST, type SkipReason, type UserMail } from '../mail.ts'
import { addressOf } from './address.ts'
import { kindOf, type News, type NewsKind, newsOf } from './news.ts'
import { selectMuted, selectTold, type Told } from './store.ts'

/** What a mail says, to whom. */
export interface Letter {
  readonly mail: UserMail
  readonly project: Project
  readonly user: User
  readonly email: string
  /** About one post, or everything since the last digest. */
  readonly isDigest: boolean
  readonly stories: readonly Story[]
  /** The kind of all its news, if they have one. */
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
  const { project } = call
  const [user] = await usersByIds(call, [mail.userId])
  if (user?.state !== 'active') return 'not_active'
  const choices = notificationsOf(project, user)
  if (!choices.email) return 'unsubscribed'
  const address = await addressOf(call, user)
  if (typeof address === 'string') return address
  const told = await selectTold(call, mail)
  const muted = await selectMuted(call, user.id, unique(told.map(({ postId }) => postId)))
  const heard = told.filter(({ postId }) => !muted.has(postId))
  if (told.length > 0 && heard.length === 0) return 'unsubscribed'
  const [posts, comments, entries] = await Promise.all([
    postsWithTargets(call, unique(heard.map(({ postId }) => postId))),
    commentsByIds(
      call,
      defined(heard, ({ commentId }) => commentId),
    ),
    entriesByIds(
      call,
      defined(heard, ({ entryId }) => entryId),
    ),
  ])
  const facts = { user, now: call.now, posts: byId(posts), comments: byId(comments), entries: byId(entries) }
  const stories = [...Map.groupBy(heard, ({ postId }) => postId)].flatMap(([postId, told]) => {
    const post = facts.posts.get(postId)
    const news = newsOf(told, choices, facts)
    return post && news.length > 0 ? [{ post, isAuthor: post.author.id === user.id, news }] : []
  })
  if (stories.length === 0) return 'nothing_left'
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

/** Also those that they were merged into. */
async function postsWithTargets(call: ProjectCall, ids: readonly Id<'post'>[]): Promise<Post[]> {
  const posts = await postsByIds(call, ids, 'beginning')
  const targets = posts.flatMap(({ mergedIntoId }) =>
    mergedIntoId && !ids.includes(mergedIntoId) ? [mergedIntoId] : [],
  )
  return [...posts, ...(await postsByIds(call, unique(targets), 'beginning'))]
}

function defined<Value>(told: readonly Told[], member: (one: Told) => Value | undefined): Value[] {
  return unique(told.map(member).filter((value) => value !== undefined))
}

function unique<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)]
}

function byId<Item extends { readonly id: string }>(items: readonly Item[]): ReadonlyMap<string, Item> {
  return new Map(items.map((item) => [item.id, item]))
}
