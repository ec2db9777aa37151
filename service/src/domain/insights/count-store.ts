import type { Id } from '../../foundation/ids/index.ts'
import { type Part, requestedRows } from '../../foundation/storage/index.ts'
import type { ProjectCall } from '../call/index.ts'
import { fitsRules } from '../segments/fragments.ts'
import type { Rules } from '../segments/index.ts'
import { accountOf, belongsTo, sureVotes } from './fragments.ts'
import type { BaseKind } from './insight.ts'

/** Of a view that is not about everybody, so many posts are kept by each order. */
const MOST_KEPT = 500

function worthOf({ sql, project }: ProjectCall): Part {
  return sql`value_in(u.traits, ${project.valueTrait}::text)`
}

/**
 * Parts of a `with`: the numbers of each post from `voted`, which has the columns post_id, user_id, created_at, account, account_then and value_then; and
 * from `sizes`, the number of people of each account and its value. The value of an account counts once, however many of its people vote. So does the value at the time
 * of the vote, by the first vote that it is known of.
 */
function sumsOfVoted({ sql }: ProjectCall): Part {
  return sql`
    clusters as (select post_id, account, count(*)::bigint as voters, max(created_at) as voted_at from voted group by post_id, account),
    sized as (
      select c.post_id, c.account, c.voters, greatest(z.people, c.voters) as people, coalesce(z.value, 0) as value
      from clusters c left join sizes z on z.account = c.account),
    then_worth as (
      select post_id, sum(value_then) as value from (
        select distinct on (post_id, account_then) post_id, value_then from voted
        where account_then is not null and value_then is not null order by post_id, account_then, created_at, user_id) as first
      group by post_id),
    sums as (
      select post_id, sum(voters)::integer as voters, count(account)::integer as accounts,
        coalesce(sum(value) filter (where account is not null), 0) as value,
        sum(case when account is null then voters else voters * voters end)::bigint as squares,
        sum(case when account is null then voters else voters * people end)::bigint as products
      from sized group by post_id)`
}

/** The rows of post_insights, from `sums` and `then_worth`. */
function numbersFor({ sql, project }: ProjectCall, view: string): Part {
  return sql`
    select ${project.id}::text as project_id, ${view}::text as view, s.post_id, s.voters, s.accounts, s.value, coalesce(w.value, 0) as value_at_vote,
      s.squares, s.products, ${sureVotes(sql, sql`s.voters`, sql`s.squares`)} as sure
    from sums s left join then_worth w on w.post_id = s.post_id`
}

/**
 * Counts these posts again, for the view of everybody. Posts that are not listed, and posts that nobody wants, have no row. Everything is looked up by keys
 * (`offset 0`): of a new project PostgreSQL expects no rows, and would compare all of its votes with all of its people.
 */
export async function countPosts(call: ProjectCall, posts: readonly Id<'post'>[]): Promise<void> {
  const { sql, project } = call
  await sql`
    with voted as materialized (
      select v.post_id, v.user_id, v.created_at, ${accountOf(call)} as account, v.account as account_then, v.account_value as value_then
      from ${requestedRows(sql, project.id, posts)} as n
      cross join lateral (
        select 1 from post_standings s where s.project_id = n.project_id and s.post_id = n.id and s.is_listed offset 0) as s
      cross join lateral (select * from votes v where v.project_id = n.project_id and v.post_id = n.id offset 0) as v
      cross join lateral (
        select u.traits from users u where u.project_id = n.project_id and u.id = v.user_id and u.state = 'active' offset 0) as u),
    sizes as materialized (
      select n.account, a.people, a.value
      from (select distinct ${project.id}::text as project_id, account from voted where account is not null) as n
      cross join lateral (select * from accounts a where a.project_id = n.project_id and a.name = n.account offset 0) as a),
    ${sumsOfVoted(call)},
    wanted as (
      insert into post_accounts (project_id, post_id, account, voters, voted_at)
      select ${project.id}, post_id, account, voters, voted_at from clusters where account is not null
      on conflict (project_id, post_id, account) do update set voters = excluded.voters, voted_at = excluded.voted_at
      where (post_accounts.voters, post_accounts.voted_at) is distinct from (excluded.voters, excluded.voted_at)),
    unwanted as (
      delete from post_accounts k using (
        select o.project_id, o.post_id, o.account from ${requestedRows(sql, project.id, posts)} as n
        cross join lateral (select * from post_accounts o where o.project_id = n.project_id and o.post_id = n.id offset 0) as o
        where (o.post_id, o.account) not in (select c.post_id, c.account from clusters c where c.account is not null)) as d
      where k.project_id = d.project_id and k.post_id = d.post_id and k.account = d.account),
    gone as (
      delete from post_insights k where k.project_id = ${project.id} and k.view = '' and k.post_id = any (${posts}::text[])
        and not exists (select 1 from sums s where s.post_id = k.post_id))
    insert into post_insights (project_id, view, post_id, voters, accounts, value, value_at_vote, squares, products, sure)
    ${numbersFor(call, '')}
    on conflict (project_id, view, post_id) do update set voters = excluded.voters, accounts = excluded.accounts, value = excluded.value,
      value_at_vote = excluded.value_at_vote, squares = excluded.squares, products = excluded.products, sure = excluded.sure
    where (post_insights.voters, post_insights.accounts, post_insights.value, post_insights.value_at_vote, post_insights.squares, post_insights.products)
      is distinct from (excluded.voters, excluded.accounts, excluded.value, excluded.value_at_vote, excluded.squares, excluded.products)`
}

/** How many people each of these accounts has, and its value: the largest that one of them has. Returns the accounts for which that changed. */
export async function countAccounts(call: ProjectCall, names: readonly string[]): Promise<string[]> {
  const { sql, project } = call
  if (names.length === 0 || project.accountTrait === undefined) return []
  const rows = await sql<{ name: string }[]>`
    with found as (
      select a.name, count(*)::integer as people, coalesce(max(${worthOf(call)}), 0) as value
      from unnest(${[...new Set(names)]}::text[]) as a (name) cross join lateral (
        select u.project_id, u.traits, u.state from users u where ${belongsTo(call, sql`a.name`)} offset 0) as u
      where u.project_id = ${project.id} and u.state = 'active' and ${accountOf(call)} = a.name group by a.name),
    kept as (
      insert into accounts (project_id, name, people, value) select ${project.id}, name, people, value from found
      on conflict (project_id, name) do update set people = excluded.people, value = excluded.value
      where accounts.people <> excluded.people or accounts.value <> excluded.value returning name),
    gone as (
      delete from accounts k where k.project_id = ${project.id} and k.name = any (${names}::text[])
        and not exists (select 1 from found f where f.name = k.name) returning k.name)
    select name from kept union all select name from gone`
  return rows.map(({ name }) => name)
}

/** All accounts anew. */
export async function countAllAccounts(call: ProjectCall): Promise<void> {
  const { sql, project } = call
  await sql`delete from accounts where project_id = ${project.id}`
  if (project.accountTrait === undefined) return
  await sql`
    insert into accounts (project_id, name, people, value)
    select ${project.id}, p.name, count(*), coalesce(max(p.value), 0) from (
      select ${accountOf(call)} as name, ${worthOf(call)} as value from users u
      where u.project_id = ${project.id} and u.state = 'active') as p
    where p.name is not null group by p.name`
}

/** How many people the project has, in how many accounts. */
export async function countEverybody(call: ProjectCall): Promise<void> {
  const { sql, now, project } = call
  await sql`
    with everybody as (select count(*)::integer as people from users u where u.project_id = ${project.id} and u.state = 'active'),
    of_accounts as (
      select count(*)::integer as accounts, coalesce(sum(people), 0)::integer as people, coalesce(sum(people::bigint * people), 0)::bigint as squares
      from accounts where project_id = ${project.id})
    update insight_views v set counted_at = ${now}, people = e.people, accounts = a.accounts,
      clusters = a.accounts + greatest(e.people - a.people, 0), squares = a.squares + greatest(e.people - a.people, 0)
    from everybody e, of_accounts a where v.project_id = ${project.id} and v.id = ''`
}

export interface Narrowed {
  readonly id: string
  readonly base: BaseKind
  readonly rules: Rules | undefined
  readonly since: Date | undefined
  readonly until: Date | undefined
}

/** Whether user u is one of those of whom the shares are. */
function isInBase({ sql, project }: ProjectCall, base: BaseKind, from: Date | string, to: Date | string): Part {
  if (base === 'seen') return sql`u.created_at < ${to}::timestamptz and u.last_seen_at >= ${from}::timestamptz`
  const then = (table: Part) =>
    sql`${table} where t.project_id = ${project.id} and t.created_at >= ${from}::timestamptz and t.created_at < ${to}::timestamptz`
  return sql`u.id in (
    select t.user_id from ${then(sql`votes t`)} union all
    select t.author_id from ${then(sql`posts t`)} and t.author_id is not null union all
    select t.author_id from ${then(sql`comments t`)} and t.author_id is not null)`
}

/** Counts a view from scratch: the people who fit, and what they voted for in its time. */
export async function countView(call: ProjectCall, { id, base, rules, since, until }: Narrowed): Promise<void> {
  const { sql, now, project } = call
  const from = since ?? '-infinity'
  const to = until ?? 'infinity'
  await sql`delete from post_insights where project_id = ${project.id} and view = ${id}`
  await sql`
    with base as materialized (
      select u.id, ${accountOf(call)} as account from users u
      where u.project_id = ${project.id} and u.state = 'active' and ${isInBase(call, base, from, to)}
        ${rules ? sql`and ${fitsRules(call, rules)}` : sql``}),
    sizes as materialized (
      select b.account, b.people, a.value
      from (select account, count(*)::bigint as people from base where account is not null group by account) as b
      left join accounts a on a.project_id = ${project.id} and a.name = b.account),
    voted as materialized (
      select v.post_id, v.user_id, v.created_at, b.account, v.account as account_then, v.account_value as value_then
      from base b join votes v on v.project_id = ${project.id} and v.user_id = b.id
      join post_standings s on s.project_id = v.project_id and s.post_id = v.post_id
      where v.created_at >= ${from}::timestamptz and v.created_at < ${to}::timestamptz and s.is_listed),
    ${sumsOfVoted(call)},
    numbers as (${numbersFor(call, id)}),
    ranked as (
      select n.*, least(row_number() over (order by voters desc, post_id desc), row_number() over (order by accounts desc, post_id desc),
        row_number() over (order by value desc, post_id desc), row_number() over (order by sure desc, post_id desc)) as place from numbers n),
    kept as (
      insert into post_insights (project_id, view, post_id, voters, accounts, value, value_at_vote, squares, products, sure)
      select project_id, view, post_id, voters, accounts, value, value_at_vote, squares, products, sure from ranked where place <= ${MOST_KEPT})
    update insight_views v set counted_at = ${now}, people = e.people, accounts = a.accounts,
      clusters = a.accounts + e.people - a.people, squares = a.squares + e.people - a.people
    from (select count(*)::integer as people from base) as e, (
      select count(*)::integer as accounts, coalesce(sum(people), 0)::integer as people, coalesce(sum(people * people), 0)::bigint as squares from sizes) as a
    where v.project_id = ${project.id} and v.id = ${id}`.plannedAnew()
}
