import type { Id } from '../../foundation/ids/index.ts'
import type { ProjectCall } from '../call/index.ts'
import { viewerOf } from '../call/index.ts'
import { authorColumns } from '../users/fragments.ts'
import type { AuthorRow } from '../users/index.ts'

const MOST_PEOPLE = 50
/** People who said nothing in the latest comments are not offered. */
const LATEST_COMMENTS = 1_000
const BEGINNING = 200

export interface PersonRow extends AuthorRow {
  is_author: boolean
  said: string | null
}

/** People who wrote the post or a public comment on it, and who are neither banned nor the caller; the latest first. */
export async function selectPeople(
  call: ProjectCall,
  postId: Id<'post'>,
  authorId: Id<'user'> | undefined,
): Promise<PersonRow[]> {
  const { sql, project } = call
  return sql<PersonRow[]>`
    with said as (
      select c.author_id, c.created_at, c.id, left(c.body, ${BEGINNING}) as body from comments c
      where c.project_id = ${project.id} and c.post_id = ${postId} and c.moderation_state = 'approved' and not c.is_internal
        and c.deleted_at is null
      order by c.created_at desc, c.id desc limit ${LATEST_COMMENTS}),
    latest as (
      select distinct on (author_id) author_id, created_at, body from said
      where author_id is not null order by author_id, created_at desc, id desc),
    people as (
      select author_id, created_at, body from latest
      union all
      select ${authorId}::text, null, null
      where ${authorId}::text is not null and ${authorId}::text not in (select author_id from latest))
    select u.id as author_id, ${authorColumns(call)}, u.id is not distinct from ${authorId}::text as is_author, p.body as said
    from people p join users u on u.project_id = ${project.id} and u.id = p.author_id
    where u.state = 'active' and u.id is distinct from ${viewerOf(call)?.id}::text
    order by p.created_at desc nulls last, u.id limit ${MOST_PEOPLE}`
}

/** The given users who take part in the discussion of the post and are not banned. */
export async function selectMentionable(
  call: ProjectCall,
  postId: Id<'post'>,
  ids: readonly Id<'user'>[],
): Promise<AuthorRow[]> {
  const { sql, project } = call
  return sql<AuthorRow[]>`
    select u.id as author_id, ${authorColumns(call)} from users u
    where u.project_id = ${project.id} and u.id = any (${ids}) and u.state = 'active' and (
      exists (select 1 from posts p where p.project_id = ${project.id} and p.id = ${postId} and p.author_id = u.id)
      or exists (
        select 1 from comments c
        where c.project_id = ${project.id} and c.post_id = ${postId} and c.author_id = u.id
          and c.moderation_state = 'approved' and not c.is_internal and c.deleted_at is null))`
}
