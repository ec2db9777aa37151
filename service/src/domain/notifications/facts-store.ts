import { type Id, idAt } from '../../foundation/ids/index.ts'
import type { ProjectCall } from '../call/index.ts'
import type { LoggedEvent } from '../events/index.ts'

/** What decides who is told of a comment. */
export interface CommentFacts {
  readonly id: Id<'comment'>
  /** Where it stands now. */
  readonly postId: Id<'post'>
  readonly authorId: Id<'user'> | undefined
  readonly parentAuthorId: Id<'user'> | undefined
  readonly isOfficial: boolean
  readonly isInternal: boolean
  readonly createdAt: Date
  /** Whether everybody could read it before this event. */
  readonly wasPublic: boolean
}

interface FactsRow {
  id: Id<'comment'>
  post_id: Id<'post'>
  author_id: Id<'user'> | null
  parent_author_id: Id<'user'> | null
  is_official: boolean
  is_internal: boolean
  created_at: Date
  edited_at: Date | null
}

/** Undefined if it was deleted since. */
export async function selectCommentFacts(call: ProjectCall, event: LoggedEvent): Promise<CommentFacts | undefined> {
  const { sql, project } = call
  const [row] = await sql<FactsRow[]>`
    select c.id, c.post_id, c.author_id, r.author_id as parent_author_id, c.is_official, c.is_internal, c.created_at, c.edited_at
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
    wasPublic: row.edited_at !== null && (await wasPublicBefore(call, event, row.created_at)),
  }
}

/** A comment that is edited may have to be approved again. Reads what happened to its post since it was written. */
async function wasPublicBefore({ sql, project }: ProjectCall, event: LoggedEvent, writtenAt: Date): Promise<boolean> {
  const rows = await sql`
    select 1 from events
    where project_id = ${project.id} and post_id = ${event.postId} and id >= ${idAt('event', writtenAt)} and id < ${event.id}
      and subject_id = ${event.subjectId} and month = 'infinity'
      and (type = 'comment.approved' or (type = 'comment.created' and data ->> 'moderation_state' = 'approved'))
      and type not in ('vote.cast', 'vote.withdrawn', 'follow.started', 'follow.ended')
    limit 1`
  return rows.length > 0
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
