import type { Id } from '../../foundation/ids/index.ts'
import { type Page, type PageRequest, pageOf, rowsFor } from '../../foundation/paging/index.ts'
import { columns } from '../../foundation/storage/index.ts'
import type { ProjectCall } from '../call/index.ts'
import { isPostInSight } from '../posts/fragments.ts'
import type { InsightSort, PostInsight } from './insight.ts'
import type { Wanted } from './intervals.ts'

/** A post of a view, before its share is known. */
export type Counted = Omit<PostInsight, 'share' | 'tiesWith'> & Wanted

/** The post after which the next page continues. */
export interface InsightPlace {
  readonly value: string
  readonly id: string
}

interface CountedRow extends Wanted {
  id: Id<'post'>
  number: number
  title: string
  status_id: Id<'status'>
  accounts: number
  value: number
  value_at_vote: number
  place: string
}

const COLUMNS: Readonly<Record<InsightSort, string>> = {
  votes: 'voters',
  accounts: 'accounts',
  value: 'value',
  share: 'sure',
}

/** The most first. Each post is looked up by itself (`offset 0`): of a new project PostgreSQL expects no rows, and would compare all of its posts. */
export async function selectCounted(
  call: ProjectCall,
  view: string,
  sort: InsightSort,
  { limit, after }: PageRequest<InsightPlace>,
): Promise<Page<Counted, InsightPlace>> {
  const { sql, project } = call
  const column = columns(sql, [COLUMNS[sort]], 'i')
  const type = { votes: sql`integer`, accounts: sql`integer`, value: sql`numeric`, share: sql`float8` }[sort]
  const rest = after ? sql`and (${column}, i.post_id) < (${after.value}::${type}, ${after.id})` : sql``
  const rows = await sql<CountedRow[]>`
    select p.id, p.number, p.title, s.status_id, i.voters, i.accounts, i.value::float8 as value, i.value_at_vote::float8 as value_at_vote,
      i.squares, i.products, ${column}::text as place
    from post_insights i
    cross join lateral (select * from post_standings o where o.project_id = i.project_id and o.post_id = i.post_id offset 0) as s
    cross join lateral (select * from posts q where q.project_id = i.project_id and q.id = i.post_id offset 0) as p
    where i.project_id = ${project.id} and i.view = ${view} and s.is_listed and ${isPostInSight(call)} ${rest}
    order by ${column} desc, i.post_id desc ${rowsFor(sql, limit)}`
  return pageOf(rows, limit, toCounted, ({ place, id }) => ({ value: place, id }))
}

function toCounted({ status_id, value_at_vote, place: _, ...row }: CountedRow): Counted {
  return { ...row, statusId: status_id, valueAtVote: value_at_vote }
}

/** The sums of the posts that most people want. */
export async function selectMostWanted({ sql, project }: ProjectCall, view: string, most: number): Promise<Wanted[]> {
  return sql<Wanted[]>`
    select i.voters, i.squares, i.products from post_insights i where i.project_id = ${project.id} and i.view = ${view}
    order by i.voters desc, i.post_id desc limit ${most}`
}
