import type { Id } from '../../foundation/ids/index.ts'
import type { Permitted } from '../call/index.ts'

/** What is stored about a user, and what happens to it in an erasure. */
export interface Outlook {
  /** Public ones, which stay by a "deleted user". */
  readonly posts: number
  readonly comments: number
  /** Texts that only the user and the team can read; they are removed. */
  readonly unseenPosts: number
  readonly unseenComments: number
  /** They stay counted, without the user. */
  readonly votes: number
  /** They are removed. */
  readonly follows: number
}

export async function selectOutlook({ sql, project }: Permitted<'users:read'>, userId: Id<'user'>): Promise<Outlook> {
  const isSeen = sql`p.deleted_at is null and p.moderation_state = 'approved'`
  const isSeenComment = sql`c.deleted_at is null and c.moderation_state = 'approved' and not c.is_internal and ${isSeen}`
  const [row] = await sql<Record<keyof Outlook, number>[]>`
    select p.seen as "posts", p.unseen as "unseenPosts", c.seen as "comments", c.unseen as "unseenComments",
      (select count(*) from votes where project_id = ${project.id} and user_id = ${userId}) as "votes",
      (select count(*) from follows where project_id = ${project.id} and user_id = ${userId}) as "follows"
    from (
      select count(*) filter (where ${isSeen}) as seen, count(*) filter (where not (${isSeen}) and p.title <> '') as unseen
      from posts p where p.project_id = ${project.id} and p.author_id = ${userId}) p,
    (
      select count(*) filter (where ${isSeenComment}) as seen, count(*) filter (where not (${isSeenComment}) and c.body <> '') as unseen
      from comments c join posts p on p.project_id = c.project_id and p.id = c.post_id
      where c.project_id = ${project.id} and c.author_id = ${userId}) c`
  if (!row) throw new Error('A count is always there')
  return row
}
