import type { ProjectCall } from '../call/index.ts'
import type { Post } from '../posts/index.ts'

/** Of a post with more voters, only the newest are looked at. */
export const VOTERS_LOOKED_AT = 200
/** With fewer votes than this, common voters are not counted. */
const LEAST_VOTES = 3

/** The stem of each word in the language of the project. Stop words have none. */
export async function selectStems(
  { sql, project }: ProjectCall,
  words: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<{ word: string; stem: string }[]>`
    select word, array_to_string(tsvector_to_array(to_tsvector(${project.language}::regconfig, word)), ' ') as stem
    from unnest(${words}::text[]) as w (word)`
  return new Map(rows.filter(({ stem }) => stem !== '').map(({ word, stem }) => [word, stem]))
}

/** How many people voted for a post and for each of the others, by its place. The voters of the post with fewer votes are looked up in the other one. */
export async function selectSharedVoters(
  { sql, project }: ProjectCall,
  post: Post,
  others: readonly Post[],
): Promise<ReadonlyMap<number, number>> {
  const pairs = others.flatMap((other, place) => {
    const [few, many] = other.voteCount < post.voteCount ? [other, post] : [post, other]
    return few.voteCount < LEAST_VOTES ? [] : [{ place, few: few.id, many: many.id }]
  })
  if (pairs.length === 0) return new Map()
  const rows = await sql<{ place: number; shared: number }[]>`
    select p.place, count(*)::int as shared
    from (
      select ${project.id}::text as project_id, p.*
      from unnest(${pairs.map(({ place }) => place)}::int[], ${pairs.map(({ few }) => few)}::text[], ${pairs.map(({ many }) => many)}::text[])
        as p (place, few, many) offset 0) as p
    cross join lateral (
      select v.user_id from votes v where v.project_id = p.project_id and v.post_id = p.few
      order by v.created_at desc, v.user_id desc limit ${VOTERS_LOOKED_AT}) as f
    cross join lateral (
      select 1 from votes v where v.project_id = p.project_id and v.post_id = p.many and v.user_id = f.user_id offset 0) as m
    group by p.place`
  return new Map(rows.map(({ place, shared }) => [place, shared]))
}
