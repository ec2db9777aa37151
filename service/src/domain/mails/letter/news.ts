import type { Id } from '../../../foundation/ids/index.ts'
import type { NotificationChoices, User } from '../../call/index.ts'
import type { Entry } from '../../changelog/index.ts'
import { type Comment, isPublic } from '../../comments/index.ts'
import { CHOICE_OF, type NewsKind, type NotificationType } from '../../notification-types.ts'
import type { Post } from '../../posts/index.ts'
import type { Told } from './store.ts'

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
  const wanted = wantedOf(told, choices)
  const shown = new Set<string>()
  return wanted.flatMap((one) => {
    const news = newsAbout(one, wanted, facts)
    const key = news && keyOf(news)
    if (!news || key === undefined || shown.has(key)) return []
    shown.add(key)
    return [news]
  })
}

/** Whether something is left out only because a text waits for approval again, such as after an edit. Its approval makes no new notification, so the mail waits. */
export function awaitsReview(told: readonly Told[], choices: NotificationChoices, facts: Facts): boolean {
  return wantedOf(told, choices).some((one) => {
    const post = facts.posts.get(one.postId)
    switch (one.type) {
      case 'approved':
      case 'rejected':
        return false // the next verdict has its own notification
      case 'answered':
      case 'commented':
      case 'replied': {
        const comment = commentOf(one, facts)
        return comment !== undefined && !comment.isInternal && isPending(post, comment)
      }
      default:
        return isPending(post)
    }
  })
}

/** Whether all of them would be visible if the pending ones were approved. */
function isPending(...texts: readonly (Post | Comment | undefined)[]): boolean {
  const states = new Set(texts.map((text) => text?.moderationState))
  return states.has('pending') && !states.has('rejected') && !states.has(undefined)
}

function wantedOf(told: readonly Told[], choices: NotificationChoices): readonly Told[] {
  return told.filter(({ type }) => {
    const kind = kindOf(type)
    return kind === undefined || choices[kind]
  })
}

/** What is still true when the mail leaves. Left out are a status that was changed back, and a merge into a post that they may not see. */
function newsAbout(one: Told, all: readonly Told[], facts: Facts): News | undefined {
  const post = facts.posts.get(one.postId)
  if (!one.isTrue || !post) return undefined
  switch (one.type) {
    case 'status_changed':
      return statusNews(one, all, post, facts)
    case 'answered':
    case 'commented':
    case 'replied': {
      const comment = commentOf(one, facts)
      return comment && { type: 'comment', comment, isReply: one.type === 'replied' }
    }
    case 'merged': {
      const into = post.mergedIntoId && visiblePost(facts, post.mergedIntoId)
      return into && { type: 'merged', into }
    }
    case 'approved':
    case 'rejected':
      return { type: one.type, isComment: one.commentId !== undefined }
    case 'changelog_published': {
      const entry = one.entryId === undefined ? undefined : facts.entries.get(one.entryId)
      return entry && { type: 'entry', entry }
    }
  }
}

/**
 * Several changes are one piece of news: the last change, with the last comment that came with any of them. None, if the post has again the status
 * from before the first change.
 */
function statusNews(one: Told, all: readonly Told[], post: Post, facts: Facts): News | undefined {
  const changes = all.filter(({ type }) => type === 'status_changed')
  if (one !== changes.at(-1) || changes[0]?.fromStatusId === post.status.id) return undefined
  const comments = changes.map((change) => readable(commentOf(change, facts)))
  return { type: 'status', post, comment: comments.findLast((comment) => comment !== undefined) }
}

/** Each thing is told once, such as a comment that is both an answer and a reply. */
function keyOf(news: News): string {
  if (news.type === 'comment') return news.comment.id
  return news.type === 'entry' ? news.entry.id : news.type
}

function commentOf({ commentId }: Told, { comments }: Facts): Comment | undefined {
  return commentId === undefined ? undefined : comments.get(commentId)
}

function readable(comment: Comment | undefined): Comment | undefined {
  return comment && isPublic(comment) ? comment : undefined
}

function visiblePost({ posts, user }: Facts, id: Id<'post'>): Post | undefined {
  const post = posts.get(id)
  return post && (post.moderationState === 'approved' || post.author.id === user.id) ? post : undefined
}
