import type { Id } from '../../foundation/ids/index.ts'
import type { ProjectCall } from '../call/index.ts'
import { authorJoin, commentColumns, isSeen } from '../comments/fragments.ts'
import { type CommentRow, toComment } from '../comments/inside.ts'
import type { Outcome } from './outcome.ts'

type OutcomeRow = (CommentRow | { id: null }) & {
  status_since: Date | null
  entry_id: Id<'changelogEntry'> | null
  entry_published_at: Date | null
}

/** Each of the three is the last row of an index. */
export async function selectOutcome(call: ProjectCall, postId: Id<'post'>): Promise<Outcome> {
  const { sql, now, project } = call
  const [row] = await sql<OutcomeRow[]>`
    select ${commentColumns(call)}, change.at as status_since,
      entry.id as entry_id, entry.publish_at as entry_published_at
    from (values (true)) as post
    left join lateral (
      select * from comments c
      where c.project_id = ${project.id} and c.post_id = ${postId} and c.is_official and ${isSeen(call, 'comment')}
      order by c.created_at desc, c.id desc limit 1) c on true
    ${authorJoin(call)}
    left join lateral (
      select e.at from events_kept e
      where e.project_id = ${project.id} and e.post_id = ${postId} and e.type = 'post.status_changed'
      order by e.id desc limit 1) change on true
    left join lateral (
      select e.id, e.publish_at from changelog_posts l
      join changelog_entries e on e.project_id = l.project_id and e.id = l.entry_id and e.publish_at <= ${now}
      where l.project_id = ${project.id} and l.post_id = ${postId}
      order by e.publish_at desc, e.id desc limit 1) entry on true`
  if (!row) throw new Error('A statement without a condition has a row')
  return {
    answer: row.id === null ? undefined : toComment(project, row),
    statusSince: row.status_since ?? undefined,
    entry:
      row.entry_id && row.entry_published_at ? { id: row.entry_id, publishedAt: row.entry_published_at } : undefined,
  }
}
