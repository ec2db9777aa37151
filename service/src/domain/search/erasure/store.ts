import type { ProjectCall } from '../../call.ts'

/** Words of the language itself, which no text is found by, are nobody's. */
export async function deleteUnusedWords({ sql, project }: ProjectCall, words: readonly string[]): Promise<void> {
  if (words.length === 0) return
  const asked = sql`plainto_tsquery(${project.language}::regconfig, w.word)`
  await sql`
    delete from search_words w
    where w.project_id = ${project.id} and w.word = any (${words}) and numnode(${asked}) > 0 and not exists (
      select 1 from posts p where p.project_id = ${project.id} and p.deleted_at is null and p.moderation_state = 'approved'
        and words_in(p.project_id, p.search) @@
          regexp_replace(${asked}::text, '''([^'']+)''', '''' || ${project.id} || '/\\1''', 'g')::tsquery)`
}
