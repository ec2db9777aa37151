import type { Part, Sql } from '../../foundation/storage/index.ts'
import type { ProjectCall } from '../call/index.ts'
import { hidesSome, inSight } from '../categories/fragments.ts'

/**
 * The condition that a post p has the words of a query. The words contain the project, so it needs no other condition; put an `offset 0` after it, so that
 * posts are looked up by the index of words even if PostgreSQL knows nothing about the table.
 */
export function hasWords(sql: Sql, projectId: Part, query: Part): Part {
  return sql`words_in(p.project_id, p.search) @@ regexp_replace(${query}::text, '''([^'']+)''', '''' || ${projectId} || '/\\1''', 'g')::tsquery`
}

/**
 * Whether the caller can find a post with this word. The dictionary also has words of posts in hidden categories, and a search must not tell of them. Stop
 * words of the language are always known: no post is found by them. If no category is hidden from the caller, no post is read. Otherwise at most 200 are,
 * also for a word that a large hidden category has. If none of these is in sight, the word counts as unknown.
 */
export function isWordInSight(call: ProjectCall, word: Part): Part {
  const { sql, project } = call
  const query = sql`plainto_tsquery(${project.language}::regconfig, ${word})`
  const category = sql`(select s.category_id from post_standings s where s.project_id = ${project.id} and s.post_id = p.id)`
  return sql`(not ${hidesSome(call)} or numnode(${query}) = 0 or (
    select true from (
      select p.project_id, p.id, p.deleted_at, p.moderation_state, p.merged_into_id from posts p
      where ${hasWords(sql, sql`${project.id}::text`, query)} limit 200) as p
    where p.deleted_at is null and p.moderation_state = 'approved' and p.merged_into_id is null
      and ${inSight(call, category)} limit 1))`
}
