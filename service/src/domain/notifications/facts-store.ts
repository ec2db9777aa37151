import type { Id } from '../../foundation/ids/index.ts'
import type { ProjectCall } from '../call/index.ts'
import { isNoMarkType } from '../events/fragments.ts'
import type { LoggedEvent } from '../events/index.ts'

/** What decides who is told of a comment. */
export interface CommentFacts {
  readonly id: Id<'comment'>
  /** The post that it belongs to now. */
  readonly postId: Id<'post'>
  readonly authorId: Id<'user'> | undefined
  readonly parentAuthorId: Id<'user'> | undefined
  readonly isOfficial: boolean
  readonly isInternal: boolean
  readonly createdAt: Date
  /** The post that it belongs to, and those that it belonged to before merges. */
  readonly postIds: readonly string[]
}

interface FactsRow {
  id: Id<'comment'>
  post_id: Id<'post'>
  author_id: Id<'user'> | null
  parent_author_id: Id<'user'> | null
  is_official: boolean
  is_internal: boolean
  created_at: Date
  merged_path: string[]
}

/** Undefined if it was deleted since. */
export async function selectCommentFacts(
  { sql, project }: ProjectCall,
  event: LoggedEvent,
): Promise<CommentFacts | undefined> {
  const [row] = await sql<FactsRow[]>`
    select c.id, c.post_id, c.author_id, r.author_id as parent_author_id, c.is_official, c.is_internal, c.created_at,
      c.merged_path
    from comments c left join comments r on r.project_id = c.project_id and r.id = c.parent_id
    where c.project_id = ${project.id} and c.id = ${event.subjectId} and c.deleted_at is null`
  if (!row) return undefined
  return {
    id: row.id,
    postId: row.post_id,
    authorId: row.author_id ?? undefined,
    parentAuthorId: row.parent_author_id ?? undefined,
    isOfficial: row.is_official,
    isInternal: row.is_internal,
    createdAt: row.created_at,
    postIds: [row.post_id, ...row.merged_path],
  }
}

/** What happened to a comment before an event. */
export interface CommentPast {
  /** Whether everybody could read it: one that is edited may have to be approved again. */
  readonly wasPublic: boolean
  /** When it was written here; an imported one was made long before that. */
  readonly writtenAt: Date | undefined
}

/**
 * Reads the events of its posts since it was written: ids sort by time, and the id of a comment comes before those of its events. Whether a comment is
 * for the team alone changes only by an update that names this member; so a comment with such an update was public before or after it.
 */
export async function selectCommentPast(
  { sql, project }: ProjectCall,
  event: LoggedEvent,
  { id, postIds }: CommentFacts,
): Promise<CommentPast> {
  const [row] = await sql<{ was_public: boolean | null; written_at: Date | null }[]>`
    select min(at) filter (where type = 'comment.created') as written_at,
      bool_or(type = 'comment.approved' or (type = 'comment.updated' and data -> 'members' ? 'is_internal')
        or (type = 'comment.created' and data ->> 'moderation_state' = 'approved' and data ->> 'is_internal' = 'false')) as was_public
    from events
    where project_id = ${project.id} and post_id = any (${postIds}) and id > ${`evt_${id.slice('cmt_'.length)}`}
      and (tx, seq) < (${event.tx}::bigint, ${event.seq}::bigint) and subject_id = ${id} and month = 'infinity'
      and ${isNoMarkType(sql, sql`type`)}`
  return { wasPublic: row?.was_public ?? false, writtenAt: row?.written_at ?? undefined }
}

export async function selectAuthor({ sql, project }: ProjectCall, post: Id<'post'>): Promise<Id<'user'> | undefined> {
  const [row] = await sql<{ author_id: Id<'user'> | null }[]>`
    select author_id from posts where project_id = ${project.id} and id = ${post}`
  return row?.author_id ?? undefined
}

export async function selectPostsOfEntry(
  { sql, project }: ProjectCall,
  entry: Id<'changelogEntry'>,
): Promise<Id<'post'>[]> {
  const rows = await sql<{ post_id: Id<'post'> }[]>`
    select post_id from changelog_posts where project_id = ${project.id} and entry_id = ${entry} order by position`
  return rows.map(({ post_id }) => post_id)
}
