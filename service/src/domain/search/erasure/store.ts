import type { Part } from '../../../foundation/storage/index.ts'
import type { Call, ProjectCall } from '../../call/index.ts'
import { hasWords } from '../fragments.ts'

/** Some of the words of a text that is gone. */
export interface GoneWords {
  readonly projectId: string
  readonly id: string
  readonly words: readonly string[]
}

export async function insertGoneWords({ sql, project }: ProjectCall, words: readonly string[]): Promise<void> {
  if (words.length === 0) return
  await sql`insert into words_to_forget (project_id, words) values (${project.id}, ${words})`
}

/** The oldest entry, with its first few words. */
export async function selectGoneWords({ sql }: Call, most: number): Promise<GoneWords | undefined> {
  const [row] = await sql<{ project_id: string; id: string; words: string[] }[]>`
    select project_id, id, words[1:${most}] as words from words_to_forget order by id limit 1`
  return row && { projectId: row.project_id, id: row.id, words: row.words }
}

/** Removes the words that were handled. Two jobs at once both do this, so the words are removed only if they are still at the front. */
export async function deleteGoneWords({ sql }: Call, { projectId, id, words }: GoneWords): Promise<void> {
  await sql`
    update words_to_forget set words = words[${words.length + 1}:]
    where project_id = ${projectId} and id = ${id} and words[1:${words.length}] = ${words}::text[]`
  await sql`delete from words_to_forget where project_id = ${projectId} and id = ${id} and words = '{}'`
}

export async function selectUnusedWords(call: Call, projectId: string, words: readonly string[]): Promise<string[]> {
  const rows = await call.sql<{ word: string }[]>`select word from (${unusedWords(call, projectId, words)}) as u`
  return rows.map(({ word }) => word)
}

/** Call it while the dictionary is locked: a transaction that learns a word waits, and then finds that the word is gone. */
export async function deleteUnusedWords(call: Call, projectId: string, words: readonly string[]): Promise<void> {
  await call.sql`
    with gone as (
      delete from search_words w
      where w.project_id = ${projectId} and w.word = any (array(${unusedWords(call, projectId, words)})) returning 1)
    update search_dictionaries set word_count = word_count - (select count(*) from gone) where project_id = ${projectId}`
}

/** Stop words of the language are left out: no text is found by them. */
function unusedWords({ sql }: Call, projectId: string, words: readonly string[]): Part {
  return sql`
    select a.word from (
      select w.word, plainto_tsquery(j.language::regconfig, w.word) as query
      from unnest(${words}::text[]) as w (word) join projects j on j.id = ${projectId} offset 0) as a
    where numnode(a.query) > 0 and (
      select true from (
        select p.deleted_at, p.moderation_state from posts p
        where ${hasWords(sql, sql`${projectId}::text`, sql`a.query`)} offset 0) as p
      where p.deleted_at is null and p.moderation_state = 'approved' limit 1) is null`
}
