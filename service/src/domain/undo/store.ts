import type { Id } from '../../foundation/ids/index.ts'
import type { ConsoleUser, ProjectCall } from '../call/index.ts'
import { isNoMarkType } from '../events/fragments.ts'

/** Changes that can be undone. */
export type ChangeType =
  | 'post.status_changed'
  | 'post.merged'
  | 'post.duplicate_dismissed'
  | 'post.updated'
  | 'post.approved'
  | 'post.rejected'
  | 'comment.approved'
  | 'comment.rejected'

const TYPES: readonly ChangeType[] = [
  'post.status_changed',
  'post.merged',
  'post.duplicate_dismissed',
  'post.updated',
  'post.approved',
  'post.rejected',
  'comment.approved',
  'comment.rejected',
]
/** The events that one request writes are among the newest of a post. */
const NEWEST = 10

/** An event of the operator who asks. */
export interface Change {
  readonly id: Id<'event'>
  readonly type: ChangeType
  readonly at: Date
  readonly post_id: Id<'post'>
  readonly subject_id: string
  readonly data: Readonly<Record<string, unknown>>
}

export async function selectChanges(
  { sql, project, actor }: ProjectCall<ConsoleUser>,
  ids: readonly Id<'event'>[],
  since: Date,
): Promise<Change[]> {
  return sql<Change[]>`
    select id, type, at, post_id, subject_id, data from events
    where project_id = ${project.id} and id = any (${ids}) and month = 'infinity' and type = any (${TYPES})
      and actor_kind = 'operator' and actor_id = ${actor.operator.id} and at > ${since} and post_id is not null`
}

/** The changes that this request made to these posts. */
export async function selectMade(
  { sql, now, project, actor }: ProjectCall<ConsoleUser>,
  posts: readonly Id<'post'>[],
): Promise<{ id: Id<'event'>; type: ChangeType; data: Change['data'] }[]> {
  return sql<{ id: Id<'event'>; type: ChangeType; data: Change['data'] }[]>`
    select e.id, e.type, e.data from unnest(${posts}::text[]) as asked (id)
    cross join lateral (
      select e.id, e.type, e.at, e.data, e.actor_id from events e
      where e.project_id = ${project.id} and e.post_id = asked.id and e.month = 'infinity'
        and ${isNoMarkType(sql, sql`e.type`)}
      order by e.id desc limit ${NEWEST}) as e
    where e.at = ${now} and e.actor_id = ${actor.operator.id} and e.type = any (${TYPES})
    order by e.id`
}
