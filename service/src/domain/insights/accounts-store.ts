import type { Id } from '../../foundation/ids/index.ts'
import { type Page, type PageRequest, pageOf, rowsFor } from '../../foundation/paging/index.ts'
import type { Part } from '../../foundation/storage/index.ts'
import type { ProjectCall } from '../call/index.ts'
import { inSight } from '../categories/fragments.ts'
import { accountOf, belongsTo } from './fragments.ts'
import {
  type Account,
  type AccountPost,
  type AccountPosts,
  type AccountQuery,
  type AccountSort,
  MOST_COUNTED,
  OUTCOMES,
  type Outcome,
} from './insight.ts'

/** Of the posts of an account, those that it voted for last are looked at, and of each outcome so many are shown. */
const LOOKED_AT = 1_000
const MOST_SHOWN = 50
/** The highest code point: every text sorts before it. */
const LAST = '\u{10ffff}'

/** The account after which the next page continues. */
export interface AccountPlace {
  readonly value: string
  readonly name: string
}

interface AccountRow {
  name: string
  people: number
  value: number
  posts: number
  voted_at: Date | null
  place: string
}

/** The columns of account a, with what its people voted for. */
function accountColumns({ sql, project }: ProjectCall): Part {
  const its = sql`post_accounts k where k.project_id = ${project.id} and k.account = a.name`
  return sql`a.name, a.people, a.value::float8 as value,
    (select count(*)::integer from (select 1 from ${its} limit ${MOST_COUNTED}) as counted) as posts,
    (select k.voted_at from ${its} order by k.voted_at desc nulls last limit 1) as voted_at`
}

/** How a list is ordered: the text of its place, the order, and the condition for what comes after a place. */
function orderOf({ sql }: ProjectCall, sort: AccountSort, after: AccountPlace | undefined) {
  const name = sql`lower(a.name) collate "C"`
  if (sort === 'name') {
    return {
      place: name,
      order: sql`${name}, a.name collate "C"`,
      rest: after
        ? sql`and (${name}, a.name collate "C") > (${after.value} collate "C", ${after.name} collate "C")`
        : sql``,
    }
  }
  const column = sort === 'people' ? sql`a.people` : sql`a.value`
  const type = sort === 'people' ? sql`integer` : sql`numeric`
  return {
    place: column,
    order: sql`${column} desc, a.name desc`,
    rest: after ? sql`and (${column}, a.name) < (${after.value}::${type}, ${after.name})` : sql``,
  }
}

/** A page of accounts is found by its order before anything is read of each. */
export async function selectAccounts(
  call: ProjectCall,
  { sort, prefix }: AccountQuery,
  { limit, after }: PageRequest<AccountPlace>,
): Promise<Page<Account, AccountPlace>> {
  const { sql, project } = call
  const { place, order, rest } = orderOf(call, prefix === undefined ? sort : 'name', after)
  const begins =
    prefix === undefined
      ? sql``
      : sql`and lower(a.name) collate "C" >= lower(${prefix}::text) collate "C"
          and lower(a.name) collate "C" < (lower(${prefix}::text) || ${LAST}::text) collate "C"`
  const rows = await sql<AccountRow[]>`
    with page as materialized (
      select a.name, a.people, a.value, (${place})::text as place from accounts a where a.project_id = ${project.id} ${begins} ${rest} order by ${order} ${rowsFor(sql, limit)})
    select ${accountColumns(call)}, a.place from page a order by ${order}`
  return pageOf(rows, limit, toAccount, ({ place, name }) => ({ value: place, name }))
}

export async function selectAccount(call: ProjectCall, name: string): Promise<Account | undefined> {
  const { sql, project } = call
  const [row] = await sql<AccountRow[]>`
    select ${accountColumns(call)} from accounts a where a.project_id = ${project.id} and a.name = ${name}`
  return row && toAccount(row)
}

function toAccount({ name, people, value, posts, voted_at }: AccountRow): Account {
  return { name, people, value, posts, votedAt: voted_at ?? undefined }
}

/** The person after whom the next page continues. */
export interface PersonPlace {
  readonly id: string
}

/**
 * The people of an account, the newest first. Those of a small account are found by the index of traits, which finds all of them. Those of a large one are
 * met soon among all people.
 */
export async function selectPeopleOf(
  call: ProjectCall,
  account: Account,
  everybody: number,
  { limit, after }: PageRequest<PersonPlace>,
): Promise<Page<Id<'user'>, PersonPlace>> {
  const { sql, project } = call
  const isLarge = account.people ** 2 > limit * everybody
  const from = isLarge
    ? sql`users u`
    : sql`(select u.id, u.project_id, u.state, u.traits from users u where ${belongsTo(call, sql`${account.name}::text`)} offset 0) as u`
  const rows = await sql<{ id: Id<'user'> }[]>`
    select u.id from ${from}
    where u.project_id = ${project.id} and u.state = 'active' and ${accountOf(call)} = ${account.name} ${after ? sql`and u.id < ${after.id}` : sql``}
    order by u.id desc ${rowsFor(sql, limit)}`
  return pageOf(
    rows,
    limit,
    ({ id }) => id,
    ({ id }) => ({ id }),
  )
}

interface WantedRow {
  id: Id<'post'>
  number: number
  title: string
  status_id: Id<'status'>
  outcome: Outcome
  voters: number
  votes: number
  voted_at: Date | null
  of_outcome: number
  looked_at: number
}

/**
 * What an account wants, what was promised to it, what it got and what was declined. Posts are looked up by the project of the row: by that of the call, in a
 * project that the planner does not know, any index of the project looks as good as the key.
 */
export async function selectWantedBy(call: ProjectCall, account: string): Promise<AccountPosts> {
  const { sql, project } = call
  const rows = await sql<WantedRow[]>`
    with wanted as materialized (
      select k.project_id, k.post_id, k.voters, k.voted_at from post_accounts k where k.project_id = ${project.id} and k.account = ${account}
      order by k.voted_at desc nulls last, k.post_id desc limit ${LOOKED_AT + 1}),
    judged as (
      select w.*, s.status_id, s.vote_count, case t.category when 'open' then 'wanted' when 'planned' then 'promised'
        when 'in_progress' then 'promised' when 'done' then 'done' else 'declined' end as outcome
      from wanted w cross join lateral (
        select s.status_id, s.vote_count, s.category_id from post_standings s
        where s.project_id = w.project_id and s.post_id = w.post_id and s.is_listed offset 0) as s
      join statuses t on t.project_id = ${project.id} and t.id = s.status_id where ${inSight(call)}),
    placed as (
      select j.*, count(*) over (partition by j.outcome)::integer as of_outcome,
        row_number() over (partition by j.outcome order by j.voters desc, j.post_id desc) as place from judged j)
    select p.id, p.number, p.title, x.status_id, x.outcome, x.voters, x.vote_count as votes, x.voted_at, x.of_outcome,
      (select count(*)::integer from wanted) as looked_at
    from placed x cross join lateral (
      select p.id, p.number, p.title from posts p where p.project_id = x.project_id and p.id = x.post_id offset 0) as p
    where x.place <= ${MOST_SHOWN} order by array_position(${[...OUTCOMES]}::text[], x.outcome), x.place`
  const countOf = (outcome: Outcome) => rows.find((row) => row.outcome === outcome)?.of_outcome ?? 0
  return {
    posts: rows.map(toAccountPost),
    counts: {
      wanted: countOf('wanted'),
      promised: countOf('promised'),
      done: countOf('done'),
      declined: countOf('declined'),
    },
    hasMore: (rows[0]?.looked_at ?? 0) > LOOKED_AT,
  }
}

function toAccountPost(row: WantedRow): AccountPost {
  const { id, number, title, outcome, voters, votes } = row
  return { id, number, title, statusId: row.status_id, outcome, voters, votes, votedAt: row.voted_at ?? undefined }
}
