import { type Id, isId } from '../../foundation/ids/index.ts'
import type { ActorName, ProjectCall } from '../call/index.ts'
import type { LoggedEvent } from '../events/index.ts'
import type { NotificationType } from '../notification-types.ts'
import {
  type CommentFacts,
  selectAuthor,
  selectCommentFacts,
  selectCommentPast,
  selectPostsOfEntry,
} from './facts-store.ts'

/** One person, or everybody who follows a post or voted for it. */
export type People =
  | { readonly kind: 'person'; readonly userId: Id<'user'> }
  | { readonly kind: 'followers' | 'voters'; readonly postId: Id<'post'> }

/** Why somebody is told of an event, and of what. */
export interface Reason {
  readonly type: NotificationType
  readonly people: People
  readonly postId: Id<'post'>
  readonly commentId?: Id<'comment'>
  readonly entryId?: Id<'changelogEntry'>
  readonly statusId?: string
  /** Who did it. They are not told. */
  readonly actor: ActorName
}

/** Something that is older than this when it is stored was imported from another tool. */
const NEWS_LAST_MS = 24 * 60 * 60 * 1000

/**
 * Who is told of an event. A person with several reasons is told once, by the first one. Nobody is told of what was imported, or where the
 * team asked not to notify.
 */
export async function reasonsFor(call: ProjectCall, event: LoggedEvent): Promise<readonly Reason[]> {
  const { type, data, postId, actor } = event
  if (data.notify === false) return []
  if (type === 'changelog.published') return aboutEntry(call, event)
  if (!postId) return []
  switch (type) {
    case 'post.status_changed': {
      const told = { type: 'status_changed', postId, actor, statusId: String(data.to_status_id) } as const
      const commentId = String(data.comment_id)
      const comment = isId('comment', commentId) ? { commentId } : {}
      return (['followers', 'voters'] as const).map((kind) => ({ ...told, ...comment, people: { kind, postId } }))
    }
    case 'post.merged':
      return [{ type: 'merged', postId, actor, people: { kind: 'followers', postId } }]
    case 'post.approved':
    case 'post.rejected':
      return aboutVerdict(event, await selectAuthor(call, postId))
    case 'comment.created':
      return data.moderation_state === 'approved' && data.is_internal === false ? aboutComment(call, event) : []
    case 'comment.approved':
    case 'comment.rejected':
      return aboutCommentVerdict(call, event)
    case 'comment.updated':
      return data.moderation_state === 'approved' && isAbout(event, 'is_internal') ? aboutFirstSight(call, event) : []
    default:
      return []
  }
}

/** Only where the verdict changed something: a report that led to nothing is no news for the author. */
function aboutVerdict(
  { type, data, postId, subjectId, actor }: LoggedEvent,
  userId: Id<'user'> | undefined,
): readonly Reason[] {
  const verdict = type.endsWith('.approved') ? 'approved' : 'rejected'
  if (!postId || !userId || data.from_state === verdict) return []
  const comment = isId('comment', subjectId) ? { commentId: subjectId } : {}
  return [{ type: verdict, postId, actor, ...comment, people: { kind: 'person', userId } }]
}

async function aboutCommentVerdict(call: ProjectCall, event: LoggedEvent): Promise<readonly Reason[]> {
  const facts = await selectCommentFacts(call, event)
  if (!facts) return []
  const toAuthor = aboutVerdict(event, facts.authorId)
  const isShown = event.type === 'comment.approved' && event.data.from_state !== 'approved'
  return isShown ? [...toAuthor, ...(await aboutFirstSight(call, event, facts))] : toAuthor
}
async function aboutComment(call: ProjectCall, event: LoggedEvent): Promise<readonly Reason[]> {
  const facts = await selectCommentFacts(call, event)
  return facts ? toReaders(event, facts, event.at) : []
}

/** Others hear of a comment when it appears for the first time: it was approved, or is no longer for the team alone. */
async function aboutFirstSight(
  call: ProjectCall,
  event: LoggedEvent,
  known?: CommentFacts,
): Promise<readonly Reason[]> {
  const facts = known ?? (await selectCommentFacts(call, event))
  if (!facts) return []
  const { wasPublic, writtenAt = event.at } = await selectCommentPast(call, event, facts)
  return wasPublic ? [] : toReaders(event, facts, writtenAt)
}

/** The comment's author is the actor, also where a server wrote it for them or somebody else approved it. */
function toReaders({ actor: by }: LoggedEvent, facts: CommentFacts, writtenAt: Date): readonly Reason[] {
  const { id, postId, authorId, parentAuthorId, isOfficial, isInternal, createdAt } = facts
  if (isInternal || !isNews(createdAt, writtenAt)) return []
  const actor: ActorName = authorId ? { kind: 'user', id: authorId } : by
  const told = { postId, commentId: id, actor }
  const toFollowers = { ...told, people: { kind: 'followers', postId } } as const
  return [
    ...(parentAuthorId
      ? [{ ...told, type: 'replied', people: { kind: 'person', userId: parentAuthorId } } as const]
      : []),
    { ...toFollowers, type: isOfficial ? 'answered' : 'commented' },
  ]
}

/** Voters of each post that it is about; a voter of several is told of the first one. */
async function aboutEntry(call: ProjectCall, { subjectId, data, at, actor }: LoggedEvent): Promise<readonly Reason[]> {
  const isScheduled = actor.kind === 'system' // its time may have come while no service ran
  if (!isId('changelogEntry', subjectId) || !(isScheduled || isNews(new Date(String(data.publish_at)), at))) return []
  const posts = await selectPostsOfEntry(call, subjectId)
  const told = { type: 'changelog_published', entryId: subjectId, actor } as const
  return posts.map((postId) => ({ ...told, postId, people: { kind: 'voters', postId } }))
}

function isAbout({ data }: LoggedEvent, member: string): boolean {
  return Array.isArray(data.members) && data.members.includes(member)
}

/** An import brings things that happened long ago. */
function isNews(made: Date, at: Date): boolean {
  return at.getTime() - made.getTime() <= NEWS_LAST_MS
}
