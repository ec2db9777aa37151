import { type Id, isId } from '../../foundation/ids/index.ts'
import type { Permitted } from '../call/index.ts'
import type { Entry } from '../changelog/index.ts'
import { entriesByIds } from '../changelog/inside.ts'
import { type Comment, commentsByIds } from '../comments/index.ts'
import type { LoggedEvent, ShownKind } from '../events/index.ts'
import type { Post } from '../posts/index.ts'
import { postsByIds } from '../posts/inside.ts'
import { type Project, projectById } from '../projects/index.ts'
import type { FiledReport } from '../review-queue/index.ts'
import { reportsOf } from '../review-queue/inside.ts'
import { type SigningKey, signingKeysOf } from '../signing-keys/index.ts'
import type { User } from '../users/index.ts'
import { usersByIds } from '../users/inside.ts'

/** The object of an event, in its current state. */
export type Subject =
  | { readonly kind: 'post'; readonly post: Post }
  | { readonly kind: 'comment'; readonly comment: Comment }
  /** A vote or a follow. */
  | { readonly kind: 'mark'; readonly postId: Id<'post'>; readonly user: User }
  | { readonly kind: 'report'; readonly report: FiledReport; readonly user: User }
  | { readonly kind: 'changelog_entry'; readonly entry: Entry }
  | { readonly kind: 'user'; readonly user: User }
  | { readonly kind: 'signing_key'; readonly key: SigningKey }
  | { readonly kind: 'project'; readonly project: Project }
  /** Deleted since. */
  | { readonly kind: 'gone' }

const GONE: Subject = { kind: 'gone' }

/** An event, and what kind of thing it is about. */
export interface ShownEvent {
  readonly event: LoggedEvent
  readonly kind: ShownKind
}

/** Runs one statement for each kind. A key that may read events gets every kind, whatever other scopes it has. */
export async function objectsOf(
  call: Permitted<'events:read'>,
  shown: readonly ShownEvent[],
): Promise<readonly Subject[]> {
  const idsOf = (...kinds: ShownKind[]) =>
    shown.filter(({ kind }) => kinds.includes(kind)).map(({ event }) => event.subjectId)
  const reported = shown.filter(({ kind }) => kind === 'report').map(({ event }) => event)
  const people = shown.map((one) => personOf(one)).filter((id) => id !== undefined)
  const [posts, comments, users, entries, reports, keys, project] = await Promise.all([
    postsByIds(call, only('post', idsOf('post'))),
    commentsByIds(call, only('comment', idsOf('comment'))),
    usersByIds(call, only('user', people)),
    entriesByIds(call, only('changelogEntry', idsOf('changelog_entry'))),
    reportsOf(
      call,
      reported.map(({ subjectId, actor }) => ({ subjectId, userId: actor.id ?? '' })),
    ),
    signingKeysOf(call, idsOf('signing_key')),
    idsOf('project').length > 0 ? projectById(call, call.project.id) : undefined,
  ])
  const post = byId(posts)
  const comment = byId(comments)
  const entry = byId(entries)
  const userById = byId(users)
  const subjectOf = (one: ShownEvent): Subject | undefined => {
    const { event, kind } = one
    const user = userById.get(personOf(one) ?? '')
    switch (kind) {
      case 'post':
        return found(post.get(event.subjectId), (post) => ({ kind, post }))
      case 'comment':
        return found(comment.get(event.subjectId), (comment) => ({ kind, comment }))
      case 'changelog_entry':
        return found(entry.get(event.subjectId), (entry) => ({ kind, entry }))
      case 'user':
        return found(user, (user) => ({ kind, user }))
      case 'mark':
        return found(user, (user) => event.postId && { kind, postId: event.postId, user })
      case 'report': {
        const report = reports.find(({ subjectId, userId }) => subjectId === event.subjectId && userId === user?.id)
        return user && found(report, (report) => ({ kind, report, user }))
      }
      case 'signing_key':
        return found(
          keys.find(({ kid }) => kid === event.subjectId),
          (key) => ({ kind, key }),
        )
      case 'project':
        return found(project, (project) => ({ kind, project }))
    }
  }
  return shown.map((one) => subjectOf(one) ?? GONE)
}

/** The size of its texts. */
export function weightOf(subject: Subject): number {
  const text =
    subject.kind === 'post'
      ? subject.post
      : subject.kind === 'comment'
        ? subject.comment
        : subject.kind === 'changelog_entry'
          ? subject.entry
          : undefined
  return text ? text.body.length + text.bodyHtml.length : 0
}

/** The user who voted, followed or reported, or the user whom it happened to. */
function personOf({ event, kind }: ShownEvent): string | undefined {
  if (kind === 'mark') return String(event.data.user_id)
  if (kind === 'report') return event.actor.id
  return kind === 'user' ? event.subjectId : undefined
}

function only<Kind extends 'post' | 'comment' | 'user' | 'changelogEntry'>(kind: Kind, ids: readonly string[]) {
  return [...new Set(ids)].filter((id): id is Id<Kind> => isId(kind, id))
}

function byId<Item extends { readonly id: string }>(items: readonly Item[]): ReadonlyMap<string, Item> {
  return new Map(items.map((item) => [item.id, item]))
}

function found<Value>(value: Value | undefined, toSubject: (value: Value) => Subject | undefined): Subject | undefined {
  return value === undefined ? undefined : toSubject(value)
}
