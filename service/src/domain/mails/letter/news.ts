import type { Id } from '../../../foundation/ids/index.ts'
import type { NotificationChoices, User } from '../../call/index.ts'
import { type Entry, stateOf } from '../../changelog/index.ts'
import { type Comment, isPublic } from '../../comments/index.ts'
import { CHOICE_OF, type NotificationType } from '../../notification-types.ts'
import type { Post } from '../../posts/index.ts'
import type { Told } from './store.ts'

/** Kinds of news that people can switch off. */
export type NewsKind = 'statusChanges' | 'comments' | 'changelog'

/** Something that happened to a post and is still true. */
export type News =
  | { readonly type: 'status'; readonly post: Post; readonly comment: Comment | undefined }
  | { readonly type: 'comment'; readonly comment: Comment; readonly isReply: boolean }
  | { readonly type: 'merged'; readonly into: Post }
  | { readonly type: 'approved' | 'rejected'; readonly isComment: boolean }
  | { readonly type: 'entry'; readonly entry: Entry }

/** Everything that news can be about, as it is now. */
export interface Facts {
  readonly user: User
  readonly now: Date
  readonly posts: ReadonlyMap<string, Post>
  readonly comments: ReadonlyMap<string, Comment>
  readonly entries: ReadonlyMap<string, Entry>
}

/** Undefined: it is about their own text, and cannot be switched off alone. */
export function kindOf(type: NotificationType): NewsKind | undefined {
  return CHOICE_OF[type]
}

/** Of all that somebody was told about a post: what they may still see, what was not undone, and what they want to hear. */
export function newsOf(told: readonly Told[], choices: NotificationChoices, facts: Facts): News[] {
  const wanted = told.filter(({ type }) => {
    const kind = kindOf(type)
    return kind === undefined || choices[kind]
  })
  const shown = new Set<string>()
  return wanted.flatMap((one, place) => {
    const news = newsAbout(one, wanted.slice(0, place), facts)
    const key = news && keyOf(news)
    if (!news || key === undefined || shown.has(key)) return []
    shown.add(key)
    return [news]
  })
}

/** Like `isTrue` of domain/notifications, but at the moment when the mail leaves: a status that came back, or a merge that was undone, is no news. */
function newsAbout(one: Told, before: readonly Told[], facts: Facts): News | undefined {
  const post = visiblePost(facts, one.postId)
  if (!post) return undefined
  const comment = one.commentId === undefined ? undefined : facts.comments.get(one.commentId)
  switch (one.type) {
    case 'status_changed': {
      // The status as it was before the first change of this mail: what came back to it did not change.
      const first = before.find(({ type }) => type === 'status_changed') ?? one
      if (first.fromStatusId === post.status.id) return undefined
      return { type: 'status', post, comment: readable(comment) }
    }
    case 'answered':
    case 'commented':
    case 'replied': {
      const seen = readable(comment)
      return seen && { type: 'comment', comment: seen, isReply: one.type === 'replied' }
    }
    case 'merged': {
      const into = post.mergedIntoId && visiblePost(facts, post.mergedIntoId)
      return into && { type: 'merged', into }
    }
    case 'approved':
    case 'rejected': {
      const judged = one.commentId === undefined ? post : comment
      return judged?.moderationState === one.type ? { type: one.type, isComment: judged !== post } : undefined
    }
    case 'changelog_published': {
      const entry = one.entryId === undefined ? undefined : facts.entries.get(one.entryId)
      return entry && stateOf(entry, facts.now) === 'published' ? { type: 'entry', entry } : undefined
    }
  }
}

/** One thing is told once, such as a status that changed twice and the comment that came with it. */
function keyOf(news: News): string {
  if (news.type === 'comment') return news.comment.id
  return news.type === 'entry' ? news.entry.id : news.type
}

function readable(comment: Comment | undefined): Comment | undefined {
  return comment && isPublic(comment) ? comment : undefined
}

function visiblePost({ posts, user }: Facts, id: Id<'post'>): Post | undefined {
  const post = posts.get(id)
  return post && (post.moderationState === 'approved' || post.author.id === user.id) ? post : undefined
}
