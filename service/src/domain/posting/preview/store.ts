import type { Id } from '../../../foundation/ids/index.ts'
import type { Part } from '../../../foundation/storage/index.ts'
import type { ProjectCall } from '../../call/index.ts'

/** Counts before and after the merge, each person once. */
export interface MergeOutcome {
  readonly votes: Tally
  readonly followers: Tally
  readonly comments: Tally
}

export interface Tally {
  readonly before: number
  readonly after: number
  /** People of the merged posts whom the target already counts. */
  readonly shared: number
}

interface OutcomeRow {
  votes: number
  followers: number
  comments: number
  votes_in: number
  votes_new: number
  followers_in: number
  followers_new: number
  comments_in: number
}

/** Counts in the same way as `copyVotes`, `copyFollows` and `moveComments`. */
export async function selectOutcome(
  { sql, project }: ProjectCall,
  from: readonly Id<'post'>[],
  to: Id<'post'>,
): Promise<MergeOutcome> {
  const incoming = (table: Part) => sql`
    select count(*) as all_in, count(distinct m.user_id) filter (where k.user_id is null) as new_in
    from ${table} m left join ${table} k on k.project_id = m.project_id and k.post_id = ${to} and k.user_id = m.user_id
    where m.project_id = ${project.id} and m.post_id = any (${from})`
  const [row] = await sql<OutcomeRow[]>`
    select s.vote_count as votes, s.comment_count as comments,
      (select count(*) from follows where project_id = ${project.id} and post_id = ${to}) as followers,
      v.all_in as votes_in, v.new_in as votes_new, f.all_in as followers_in, f.new_in as followers_new, (
        select count(*) from comments
        where project_id = ${project.id} and post_id = any (${from})
          and moderation_state = 'approved' and not is_internal and deleted_at is null) as comments_in
    from post_standings s, (${incoming(sql`votes`)}) as v, (${incoming(sql`follows`)}) as f
    where s.project_id = ${project.id} and s.post_id = ${to}`
  if (!row) throw new Error('A post has a standing')
  return {
    votes: { before: row.votes, after: row.votes + row.votes_new, shared: row.votes_in - row.votes_new },
    followers: {
      before: row.followers,
      after: row.followers + row.followers_new,
      shared: row.followers_in - row.followers_new,
    },
    comments: { before: row.comments, after: row.comments + row.comments_in, shared: 0 },
  }
}
