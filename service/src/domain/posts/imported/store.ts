import type { Id } from '../../../foundation/ids/index.ts'
import type { ProjectCall } from '../../call/index.ts'
import type { StoredValues } from '../../fields/inside.ts'
import { inHalfLives, liftOf, reachOf, searchVector, sumOfTrends } from '../fragments.ts'
import { storedJson } from '../store.ts'

export interface ImportedPost {
  readonly id: Id<'post'>
  readonly title: string
  readonly body: string
  readonly bodyHtml: string
  readonly authorId: Id<'user'> | undefined
  readonly tagIds: readonly Id<'tag'>[]
  readonly fieldValues: StoredValues
  readonly isPinned: boolean
  readonly commentsLocked: boolean
  /** Votes whose voters are not known. */
  readonly importedVoteCount: number
  readonly createdAt: Date
  /** How many votes come with it; searches look at posts with many votes first. */
  readonly votes: number
}

/** Numbers without gaps, in the order of the posts: the counter is locked until the transaction ends. The posts are seen once they have standings. */
export async function insertPosts({ sql, project }: ProjectCall, posts: readonly ImportedPost[]): Promise<number[]> {
  if (posts.length === 0) return []
  const rows = await sql<{ number: number }[]>`
    with counter as (
      insert into project_counters as c (project_id, last_number) values (${project.id}, ${posts.length})
      on conflict (project_id) do update set last_number = c.last_number + ${posts.length} returning last_number - ${posts.length} as before)
    insert into posts (project_id, id, number, title, body, body_html, author_id, tag_ids, is_pinned, comments_locked, imported_vote_count,
      field_values, moderation_state, created_at, reach, lift, search)
    select ${project.id}, p.id, c.before + p.place, p.title, p.body, p.body_html, p.author_id, string_to_array(p.tag_ids, ','), p.is_pinned,
      p.comments_locked, p.imported_vote_count, p.field_values::jsonb, 'approved', p.created_at, ${reachOf(sql, sql`p.votes`)}, ${liftOf(sql, sql`p.votes`)},
      ${searchVector(sql, sql`${project.language}::text`, sql`p.title`, sql`p.body`)}
    from counter c, unnest(${posts.map(({ id }) => id)}::text[], ${posts.map(({ title }) => title)}::text[],
      ${posts.map(({ body }) => body)}::text[], ${posts.map(({ bodyHtml }) => bodyHtml)}::text[],
      ${posts.map(({ authorId }) => authorId ?? null)}::text[], ${posts.map(({ tagIds }) => tagIds.join(','))}::text[],
      ${posts.map(({ isPinned }) => isPinned)}::boolean[], ${posts.map(({ commentsLocked }) => commentsLocked)}::boolean[],
      ${posts.map(({ importedVoteCount }) => importedVoteCount)}::integer[], ${posts.map(({ createdAt }) => createdAt)}::timestamptz[],
      ${posts.map(({ votes }) => votes)}::integer[], ${posts.map(({ fieldValues }) => storedJson(fieldValues))}::text[])
      with ordinality as p (id, title, body, body_html, author_id, tag_ids, is_pinned, comments_locked, imported_vote_count, created_at, votes,
        field_values, place)
    order by p.place returning number`
  return rows.map(({ number }) => number)
}

/** What an import added to a post. */
export interface Addition {
  readonly postId: Id<'post'>
  readonly votes: number
  /** The trend of these votes alone; absent without votes. */
  readonly trend: number | undefined
  readonly comments: number
  /** When the last public comment was written. */
  readonly touchedAt: Date | undefined
}

export interface FirstStanding extends Addition {
  readonly statusId: Id<'status'>
  readonly createdAt: Date
}

/** From now on lists show the posts. */
export async function insertStandings(
  { sql, project }: ProjectCall,
  standings: readonly FirstStanding[],
): Promise<void> {
  if (standings.length === 0) return
  const alone = inHalfLives(sql, sql`a.created_at`)
  await sql`
    insert into post_standings (project_id, post_id, status_id, is_listed, vote_count, comment_count, trend, created_at, updated_at)
    select ${project.id}, a.id, a.status_id, true, a.votes, a.comments,
      case when a.trend is null then ${alone}
        else ${sumOfTrends(sql, sql`a.trend`, sql`(${alone})`)} end,
      a.created_at, greatest(a.created_at, a.touched_at)
    from unnest(${standings.map(({ postId }) => postId)}::text[], ${standings.map(({ statusId }) => statusId)}::text[],
      ${standings.map(({ votes }) => votes)}::integer[], ${standings.map(({ comments }) => comments)}::integer[],
      ${standings.map(({ trend }) => trend ?? null)}::float8[], ${standings.map(({ createdAt }) => createdAt)}::timestamptz[],
      ${standings.map(({ touchedAt }) => touchedAt ?? null)}::timestamptz[])
      as a (id, status_id, votes, comments, trend, created_at, touched_at)`
}

/** The same for posts that lists show already. They are locked in the order of their ids. */
export async function addToStandings(
  { sql, now, project }: ProjectCall,
  additions: readonly Addition[],
): Promise<void> {
  if (additions.length === 0) return
  await sql`
    with held as (
      select s.* from post_standings s where s.project_id = ${project.id} and s.post_id = any (${additions.map(({ postId }) => postId)})
      order by s.post_id for no key update),
    moved as (
      insert into post_moves (project_id, post_id, revision, at, vote_count, trend, updated_at)
      select project_id, post_id, revision, ${now}::timestamptz, vote_count, trend, updated_at from held)
    update post_standings s set vote_count = s.vote_count + a.votes, comment_count = s.comment_count + a.comments,
      trend = case when a.trend is null then s.trend
        else ${sumOfTrends(sql, sql`a.trend`, sql`s.trend`)} end,
      updated_at = greatest(s.updated_at, a.touched_at), revision = s.revision + 1
    from held h join unnest(${additions.map(({ postId }) => postId)}::text[], ${additions.map(({ votes }) => votes)}::integer[],
      ${additions.map(({ comments }) => comments)}::integer[], ${additions.map(({ trend }) => trend ?? null)}::float8[],
      ${additions.map(({ touchedAt }) => touchedAt ?? null)}::timestamptz[]) as a (id, votes, comments, trend, touched_at) on a.id = h.post_id
    where s.project_id = ${project.id} and s.post_id = h.post_id`
}

/** With their standings, comments and earlier texts. Returns what they said. */
export async function deletePosts(
  { sql, project }: ProjectCall,
  ids: readonly Id<'post'>[],
): Promise<{ title: string; body: string }[]> {
  return sql<{ title: string; body: string }[]>`
    delete from posts where project_id = ${project.id} and id = any (${ids}) returning title, body`
}

/** Where what is written about a post goes: to the last post that it was merged into. */
export interface MergeState {
  readonly isApproved: boolean
  readonly isDeleted: boolean
  /** The post that it was merged into, the one that this was merged into, and so on. */
  readonly chain: readonly Id<'post'>[]
}

export async function selectMergeStates(
  { sql, project }: ProjectCall,
  ids: readonly Id<'post'>[],
): Promise<Map<Id<'post'>, MergeState>> {
  if (ids.length === 0) return new Map()
  const rows = await sql<{ id: Id<'post'>; is_approved: boolean; is_deleted: boolean; chain: Id<'post'>[] }[]>`
    with recursive steps as (
      select p.id, p.id as at, p.merged_into_id as next, '{}'::text[] collate "C" as chain
      from posts p where p.project_id = ${project.id} and p.id = any (${ids})
      union all
      select s.id, p.id, p.merged_into_id, s.chain || p.id
      from steps s join posts p on p.project_id = ${project.id} and p.id = s.next)
    select distinct on (p.id) p.id, p.moderation_state = 'approved' as is_approved, p.deleted_at is not null as is_deleted, s.chain
    from steps s join posts p on p.project_id = ${project.id} and p.id = s.id order by p.id, cardinality(s.chain) desc`
  return new Map(
    rows.map((row) => [row.id, { isApproved: row.is_approved, isDeleted: row.is_deleted, chain: row.chain }]),
  )
}

/** How many votes without names the posts have that an import made. */
export async function sumImportedVotes({ sql, project }: ProjectCall, importNumber: number): Promise<number> {
  const [row] = await sql<{ votes: number }[]>`
    select coalesce(sum(p.imported_vote_count), 0)::bigint as votes
    from import_records k join posts p on p.project_id = k.project_id and p.id = k.target_id
    where k.import_number = ${importNumber} and k.project_id = ${project.id} and k.is_made`
  return row?.votes ?? 0
}
