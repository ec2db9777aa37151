import type { Id } from '../../foundation/ids/index.ts'
import { type Page, type PageRequest, pageOf, rowsFor } from '../../foundation/paging/index.ts'
import { may, type Permitted, type ProjectCall } from '../call/index.ts'
import type { Mark, MarkPlace } from '../posts/index.ts'
import { selectMarksOf } from '../posts/inside.ts'
import { authorColumns } from '../users/fragments.ts'
import { type Author, type AuthorRow, toAuthor } from '../users/index.ts'

export interface Voter {
  readonly user: Author
  readonly votedAt: Date
  /** The traits from the client's backend, for the team alone. */
  readonly traits: Readonly<Record<string, unknown>>
  /** Where the user asked for it, if the team or a server voted for them; for the team alone. */
  readonly note: string | undefined
}

export interface VoterPlace {
  readonly userId: string
  /** When they voted. Old cursors, from before the list was ordered by time, have none and continue in the order of ids. */
  readonly at?: string
}

/** The latest vote first. */
export async function selectVoters(
  call: Permitted<'votes:read'>,
  postId: Id<'post'>,
  { limit, after }: PageRequest<VoterPlace>,
): Promise<Page<Voter, VoterPlace>> {
  const { sql, project } = call
  const seesDetails = may(call, 'users:read_addresses') // a trait or a note may have an address in it
  const isOld = after !== undefined && after.at === undefined
  const rest = isOld
    ? sql`and v.user_id > ${after.userId} order by v.user_id`
    : sql`${after ? sql`and (v.created_at, v.user_id) < (${after.at}::timestamptz, ${after.userId})` : sql``}
      order by v.created_at desc, v.user_id desc`
  const rows = await sql<
    (AuthorRow & { author_id: Id<'user'>; created_at: Date; traits: Voter['traits']; note: string | null })[]
  >`
    select v.created_at, v.note, u.traits, u.id as author_id, ${authorColumns(call)}
    from votes v join users u on u.project_id = v.project_id and u.id = v.user_id
    where v.project_id = ${project.id} and v.post_id = ${postId}
      ${rest} ${rowsFor(sql, limit)}`
  return pageOf(
    rows,
    limit,
    (row) => ({
      user: toAuthor(project, row),
      votedAt: row.created_at,
      traits: seesDetails ? row.traits : {},
      note: (seesDetails && row.note) || undefined,
    }),
    (row) => ({ userId: row.author_id, ...(!isOld && { at: row.created_at.toISOString() }) }),
  )
}

/** The posts that a user voted for, the latest first; merged and hidden posts are left out. */
export function selectVotedPosts(
  call: ProjectCall,
  userId: Id<'user'>,
  page: PageRequest<MarkPlace>,
): Promise<Page<Mark, MarkPlace>> {
  return selectMarksOf(call, call.sql`votes`, userId, page)
}
