import type { Id } from '../../foundation/ids/index.ts'
import { requestedRows } from '../../foundation/storage/index.ts'
import type { ProjectCall } from '../call/index.ts'
import { fitsRules } from '../segments/fragments.ts'
import type { Rules } from '../segments/index.ts'
import { accountOf } from './fragments.ts'
import type { Gained } from './insight.ts'

/** So many of the newest votes of a post are looked at. */
const MOST_NEW = 1_000

/**
 * What these posts gained since then, by votes that still stand of people who fit the rules. An account is gained if nobody of it had voted before: as many of
 * its people voted since then as ever (post_accounts). Everything is looked up by keys (`offset 0`), for the same reason as in countPosts.
 */
export async function selectGains(
  call: ProjectCall,
  posts: readonly Id<'post'>[],
  since: Date,
  rules: Rules | undefined,
): Promise<Map<Id<'post'>, Gained>> {
  const { sql, project } = call
  const rows = await sql<{ post_id: Id<'post'>; voters: number; accounts: number; value: number; looked_at: number }[]>`
    select n.id as post_id, found.* from ${requestedRows(sql, project.id, posts)} as n
    cross join lateral (
      select coalesce(sum(c.fitting), 0)::integer as voters, count(*) filter (where c.is_gained)::integer as accounts,
        coalesce(sum(coalesce(c.value_then, c.value)) filter (where c.is_gained), 0)::float8 as value, coalesce(sum(c.looked_at), 0)::integer as looked_at
      from (
        select g.*, a.value, g.account is not null and g.fitting > 0 and g.people >= coalesce(k.voters, 0) as is_gained from (
          select u.account, count(*) as looked_at, count(u.account) as people, count(*) filter (where u.fits) as fitting,
            (array_agg(v.account_value order by v.created_at, v.user_id) filter (where v.account_value is not null))[1] as value_then
          from (
            select v.user_id, v.created_at, v.account_value from votes v
            where v.project_id = n.project_id and v.post_id = n.id and v.created_at >= ${since}
            order by v.created_at desc, v.user_id desc limit ${MOST_NEW + 1}) as v
          left join lateral (
            select ${accountOf(call)} as account, ${rules ? fitsRules(call, rules) : sql`true`} as fits
            from users u where u.project_id = n.project_id and u.id = v.user_id and u.state = 'active' offset 0) as u on true
          group by u.account) as g
        left join lateral (
          select k.voters from post_accounts k where k.project_id = n.project_id and k.post_id = n.id and k.account = g.account offset 0) as k on true
        left join lateral (
          select a.value from accounts a where a.project_id = n.project_id and a.name = g.account offset 0) as a on true) as c) as found
    where found.voters > 0`
  return new Map(
    rows.map(({ post_id, voters, accounts, value, looked_at }) => [
      post_id,
      { voters: Math.min(voters, MOST_NEW), accounts, value, isMore: looked_at > MOST_NEW },
    ]),
  )
}
