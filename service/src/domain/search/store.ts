import type { ProjectCall } from '../call.ts'
import { transpositionsOf } from './words.ts'

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

/** Words of the project that somebody may have meant: nearly the same, or with this one inside. Only the nearest. */
export async function selectNearWords({ sql, project }: ProjectCall, word: string): Promise<string[]> {
  const swapped = transpositionsOf(word)
  const slips = word.length < 5 ? 1 : word.length < 8 ? 2 : 3
  const rows = await sql<{ word: string }[]>`
    with near as (
      select word, case when word = any (${swapped}) then 0.5
        when word like '%' || ${word} || '%' then 1.5
        else levenshtein_less_equal(word, ${word}, ${slips}) end as distance
      from search_words
      where project_id = ${project.id} and word <> ${word}
        and (word % ${word} or word like '%' || ${word} || '%' or word = any (${swapped})))
    select word from near where (distance <= ${slips} or distance = 1.5) and distance < 0.5 + (select min(distance) from near)
    order by distance, abs(length(word) - length(${word})), word limit ${MOST_NEAR}`
  return rows.map(({ word }) => word)
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
    where project_id = ${project.id} and word > ${word} and word < ${`${word}\u{10ffff}`}
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
