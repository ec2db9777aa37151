import { type Part, requestedRows } from '../../foundation/storage/index.ts'
import type { Call, ProjectCall } from '../call/index.ts'
import { isWordInSight } from './fragments.ts'
import { endsOf, LONGEST, transpositionsOf } from './words.ts'

const MOST_NEAR = 4
const MOST_BEGUN = 10
/** If more than `CHOSEN_FROM` words begin alike, ten of them say little more than five do, and PostgreSQL compares each match with all of them. */
const MOST_JUST_BEGUN = 5
/** More words than a large ordinary project has. Further words are still found, but only with their exact spelling. */
export const MOST_WORDS = 50_000
/** At most this many similar words are compared, however large the dictionary is. */
const LOOKED_AT = 3_000
/** Of so many words that fit, those that the caller sees are chosen. */
const CHOSEN_FROM = 40

/** Until the transaction ends, no other transaction adds or removes words. */
export async function holdDictionary({ sql }: Call, projectId: string): Promise<void> {
  await sql`
    insert into search_dictionaries as d (project_id, word_count) values (${projectId}, 0)
    on conflict (project_id) do update set word_count = d.word_count`
}

/** As many as there is room for. The caller has locked the dictionary. */
export async function insertWords({ sql, project }: ProjectCall, words: readonly string[]): Promise<void> {
  await sql`
    with learned as (
      insert into search_words (project_id, word)
      select w.project_id, w.id from ${requestedRows(sql, project.id, words)} as w
      where (select true from search_words k where k.project_id = w.project_id and k.word = w.id) is null
      order by w.place
      limit (select greatest(${MOST_WORDS} - d.word_count, 0) from search_dictionaries d where d.project_id = ${project.id})
      on conflict do nothing returning 1)
    update search_dictionaries set word_count = word_count + (select count(*) from learned) where project_id = ${project.id}`
}

export async function selectKnownWords(call: ProjectCall, words: readonly string[]): Promise<Set<string>> {
  const { sql, project } = call
  const rows = await sql<{ word: string }[]>`
    select k.word from ${requestedRows(sql, project.id, words)} as w
    join search_words k on k.project_id = w.project_id and k.word = w.id
    where ${isWordInSight(call, sql`k.word`)}`
  return new Set(rows.map(({ word }) => word))
}

/**
 * Words of posts that the caller sees and that the user may have meant, only the nearest: with two letters swapped; if there is none, with one letter wrong,
 * missing or too many; if there is none either, with a few more mistakes, or words that contain the word. After one mistake, half of the
 * word is still correct; after more, its beginning or its end. Words are looked up by that part, and a limited number of them is compared.
 */
export async function selectNearWords(call: ProjectCall, word: string): Promise<string[]> {
  const { sql, project } = call
  const slips = word.length < 5 ? 1 : word.length < 8 ? 2 : 3
  const none = (found: Part) => sql`not exists (select 1 from ${found})`
  const seen = (found: Part) => sql`
    select f.word, f.distance from (
      select * from (${found}) as f order by distance, abs(length(word) - length(${word})), word limit ${CHOSEN_FROM}) as f
    where ${isWordInSight(call, sql`f.word`)}`
  const rows = await sql<{ word: string }[]>`
    with swapped as materialized (${seen(sql`
      select k.word, 0.5 as distance from ${requestedRows(sql, project.id, transpositionsOf(word))} as w
      join search_words k on k.project_id = w.project_id and k.word = w.id where k.word <> ${word}`)}),
    slipped as materialized (${seen(sql`
      select word, 1 as distance from ${sharingEnds(call, endsOf(word, 2), none(sql`swapped`))} as s
      where levenshtein_less_equal(word, ${word}, 1) = 1`)}),
    alike as materialized (${seen(sql`
      select word, levenshtein_less_equal(word, ${word}, ${slips}) as distance
      from ${sharingEnds(call, endsOf(word, slips + 1), sql`${none(sql`swapped`)} and ${none(sql`slipped`)}`)} as s
      where word <> ${word} and levenshtein_less_equal(word, ${word}, ${slips}) <= ${slips} and word % ${word}`)}),
    holding as materialized (${seen(sql`
      select word, 1.5 as distance from search_words
      where array[project_id] @> array[${project.id}::text] and word like '%' || ${word} || '%' and word <> ${word}
        and ${none(sql`swapped`)} and ${none(sql`slipped`)} limit ${LOOKED_AT}`)}),
    near as (
      select * from swapped union all select * from slipped union all select * from holding
      union all select * from alike where word not in (select word from holding))
    select word from near where distance < 0.5 + (select min(distance) from near)
    order by distance, abs(length(word) - length(${word})), word limit ${MOST_NEAR}`
  return rows.map(({ word }) => word)
}

/** A limited number of words that begin or end like this. Each side is a query of its own, so that its words are compared before duplicates are removed: removing takes longer. */
function sharingEnds({ sql, project }: ProjectCall, [head, tail]: [string, string], condition: Part): Part {
  return sql`(
    select word from (
      select word from search_words
      where project_id = ${project.id} and word >= ${head} and word < ${after(head)} and ${condition}
      order by word limit ${LOOKED_AT}) as begun
    union
    select word from (
      select word from search_words
      where project_id = ${project.id} and reverse(word) >= ${tail} and reverse(word) < ${after(tail)} and ${condition}
      order by reverse(word) limit ${LOOKED_AT}) as ended)`
}

/** Sorts after every word with this beginning. */
function after(beginning: string): string {
  return `${beginning}\u{10ffff}`
}

/**
 * The shortest of the longer words that begin like this one, because the user may still be typing it. A stop word of the language is not continued, unless it is the
 * whole query. The words are listed one by one, because a prefix search would first have to collect all posts of all of them. If there are many, they are looked up
 * by their length, one length after the other until there are enough: otherwise thousands would be read. `shortest` needs no order: each length is looked up by itself, so
 * its rows come with the shortest first.
 */
export async function selectBeginnings(
  call: ProjectCall,
  word: string,
  { isAlone }: { isAlone: boolean },
): Promise<string[]> {
  const { sql, project } = call
  const begun = sql`w.project_id = ${project.id} and w.word > ${word} and w.word < ${after(word)}`
  const isCommon = sql`(select count(*) > ${CHOSEN_FROM} from first)`
  const rows = await sql<{ word: string }[]>`
    with first as materialized (
      select w.word from search_words w
      where ${begun} and (${isAlone}::boolean or numnode(plainto_tsquery(${project.language}::regconfig, ${word})) > 0)
      order by w.word limit ${CHOSEN_FROM} + 1),
    shortest as materialized (
      select s.word from generate_series(length(${word}) + 1, ${LONGEST}::integer) as l (letters)
      cross join lateral (
        select w.word from search_words w where ${begun} and length(w.word) = l.letters order by w.word limit ${CHOSEN_FROM}) as s
      where ${isCommon} limit ${CHOSEN_FROM})
    select f.word from (
      select word from shortest
      union all
      select word from first where not ${isCommon}) as f
    where ${isWordInSight(call, sql`f.word`)}
    order by length(f.word), f.word
    limit (select case when ${isCommon} then ${MOST_JUST_BEGUN}::integer else ${MOST_BEGUN}::integer end)`
  return rows.map(({ word }) => word)
}

/** The lexemes of the project's language for each word and its alternatives. A word without lexemes is left out. */
export async function selectLexemes(
  { sql, project }: ProjectCall,
  words: readonly { place: number; word: string }[],
): Promise<{ place: number; query: string }[]> {
  return sql<{ place: number; query: string }[]>`
    select place, '(' || string_agg(distinct query, ' | ') || ')' as query from (
      select place, plainto_tsquery(${project.language}::regconfig, word)::text as query
      from unnest(${words.map(({ place }) => place)}::int[], ${words.map(({ word }) => word)}::text[]) as w (place, word)
    ) as parts where query <> '' group by place order by place`
}
