import type { ProjectCall } from '../call.ts'
import { halvesOf, transpositionsOf } from './words.ts'

const MOST_NEAR = 4
const MOST_BEGUN = 10

export async function insertWords({ sql, project }: ProjectCall, words: readonly string[]): Promise<void> {
  if (words.length === 0) return
  await sql`
    insert into search_words (project_id, word) select ${project.id}, word from unnest(${words}::text[]) as w (word)
    on conflict do nothing`
}

export async function selectKnownWords({ sql, project }: ProjectCall, words: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ word: string }[]>`
    select word from search_words where project_id = ${project.id} and word = any (${words})`
  return new Set(rows.map(({ word }) => word))
}

/**
 * Words of the project that somebody may have meant, the nearest ones alone: with two letters the other way round; where there is none,
 * with one letter wrong, missing or too many, which have the same beginning or the same end; where there is none either, those that look
 * like it or hold it.
 */
export async function selectNearWords({ sql, project }: ProjectCall, word: string): Promise<string[]> {
  const [head, tail] = halvesOf(word)
  const slips = word.length < 5 ? 1 : word.length < 8 ? 2 : 3
  const rows = await sql<{ word: string }[]>`
    with swapped as materialized (
      select word, 0.5 as distance from search_words
      where project_id = ${project.id} and word = any (${transpositionsOf(word)}) and word <> ${word}),
    slipped as materialized (
      select word, 1 as distance from search_words
      where project_id = ${project.id} and not exists (select 1 from swapped)
        and (word >= ${head} and word < ${after(head)} or reverse(word) >= ${tail} and reverse(word) < ${after(tail)})
        and levenshtein_less_equal(word, ${word}, 1) = 1),
    others as materialized (
      select word, case when word like '%' || ${word} || '%' then 1.5 else levenshtein_less_equal(word, ${word}, ${slips}) end as distance
      from search_words
      where project_id = ${project.id} and word <> ${word} and (word % ${word} or word like '%' || ${word} || '%')
        and not exists (select 1 from swapped) and not exists (select 1 from slipped)),
    near as (
      select * from swapped union all select * from slipped
      union all select * from others where distance <= ${slips} or distance = 1.5)
    select word from near where distance < 0.5 + (select min(distance) from near)
    order by distance, abs(length(word) - length(${word})), word limit ${MOST_NEAR}`
  return rows.map(({ word }) => word)
}

/** After every word that begins so. */
function after(beginning: string): string {
  return `${beginning}\u{10ffff}`
}

/**
 * Longer words that begin like this one, which may still be being typed; a word of the language itself is not, unless it is all that was
 * typed. Named one by one, because the search for a beginning would have to bring together all posts of all of them first.
 */
export async function selectBeginnings(
  { sql, project }: ProjectCall,
  word: string,
  { isAlone }: { isAlone: boolean },
): Promise<string[]> {
  const rows = await sql<{ word: string }[]>`
    select word from search_words
    where project_id = ${project.id} and word > ${word} and word < ${after(word)}
      and (${isAlone}::boolean or numnode(plainto_tsquery(${project.language}::regconfig, ${word})) > 0)
    order by length(word), word limit ${MOST_BEGUN}`
  return rows.map(({ word }) => word)
}

/** The lexemes of the project's language for each word and its alternatives. */
export async function selectLexemes(
  { sql, project }: ProjectCall,
  words: readonly { place: number; word: string }[],
): Promise<string[]> {
  const rows = await sql<{ query: string }[]>`
    select '(' || string_agg(distinct query, ' | ') || ')' as query from (
      select place, plainto_tsquery(${project.language}::regconfig, word)::text as query
      from unnest(${words.map(({ place }) => place)}::int[], ${words.map(({ word }) => word)}::text[]) as w (place, word)
    ) as parts where query <> '' group by place order by place`
  return rows.map(({ query }) => query)
}
