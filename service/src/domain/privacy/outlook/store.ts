import type { Id } from '../../../foundation/ids/index.ts'
import type { ProjectCall } from '../../call.ts'

/** What there is of somebody, and what becomes of it when they are erased. */
export interface Outlook {
  /** Public ones, which stay by a "deleted user". */
  readonly posts: number
  readonly comments: number
  /** What nobody but them and the team can read; it goes. */
  readonly unseenPosts: number
  readonly unseenComments: number
  /** Stay counted, without saying whose they are. */
  readonly votes: number
  /** Go. */
  readonly follows: number
}

export async function selectOutlook({ sql, project }: ProjectCall, userId: Id<'user'>): Promise<Outlook> {
  const isSeen = sql`deleted_at is null and moderation_state = 'approved'`
  const [row] = await sql<Record<keyof Outlook, number>[]>`
    select p.seen as "posts", p.unseen as "unseenPosts", c.seen as "comments", c.unseen as "unseenComments",
      (select count(*) from votes where project_id = ${project.id} and user_id = ${userId}) as "votes",
      (select count(*) from follows where project_id = ${project.id} and user_id = ${userId}) as "follows"
    from (
      select count(*) filter (where ${isSeen}) as seen, count(*) filter (where not (${isSeen}) and title <> '') as unseen
      from posts where project_id = ${project.id} and author_id = ${userId}) p,
    (
      select count(*) filter (where ${isSeen}) as seen, count(*) filter (where not (${isSeen}) and body <> '') as unseen
      from comments where project_id = ${project.id} and author_id = ${userId}) c`
  if (!row) throw new Error('A count is always there')
  return row
}
