import type { Id } from '../../foundation/ids/index.ts'
import { lightEnough, type Weighed } from '../../foundation/paging/index.ts'
import { columns, commaSeparated, type Part, requestedRows } from '../../foundation/storage/index.ts'
import { type ProjectCall, viewerOf } from '../call/index.ts'
import { categorySummary, inSight } from '../categories/fragments.ts'
import { valuesInSight } from '../fields/fragments.ts'
import type { StoredValues } from '../fields/inside.ts'
import { authorColumns } from '../users/fragments.ts'
import { areTargetsInSight, flagColumns, isPostInSight, searchVector } from './fragments.ts'
import { COLUMN_OF, FLAG_COLUMNS, FLAG_NAMES, type PostFlags, type PostTexts } from './members.ts'
import { type ModerationState, type Post, type PostRow, toPost } from './post.ts'

/** How much of the texts is read. `beginning`: as much as a list shows, and no HTML. */
export type Texts = 'whole' | 'beginning'
const BEGINNING = 1_000

/** The columns of a post, from posts p, post_standings s, statuses t and its author u, if it has one. */
export function postColumns(call: ProjectCall, texts: Texts = 'whole') {
  const { sql } = call
  const text = texts === 'whole' ? sql`p.body, p.body_html` : sql`left(p.body, ${BEGINNING}) as body, '' as body_html`
  return columnsWith(call, text)
}

/** The same with whole texts; those of a post are null where they are larger than this together. */
export function postColumnsUpTo(call: ProjectCall, mostBytes: number) {
  const { sql } = call
  const isLight = sql`octet_length(p.body) + octet_length(p.body_html) <= ${mostBytes}`
  return columnsWith(
    call,
    sql`case when ${isLight} then p.body end as body, case when ${isLight} then p.body_html end as body_html`,
  )
}

function columnsWith(call: ProjectCall, text: Part) {
  const { sql } = call
  return sql`
    p.id, p.number, p.title, ${text}, ${flagColumns(sql)}, p.moderation_state, p.merged_into_id,
    p.created_at, s.updated_at, p.edited_at, p.version, s.vote_count, p.imported_vote_count, s.comment_count,
    t.id as status_id, t.name as status_name, t.category as status_category, t.color as status_color,
    ${categorySummary(call)} as post_category, p.author_id, ${authorColumns(call)},
    case when p.tag_ids <> '{}' then (
      select json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color) order by lower(g.name))
      from tags g where g.project_id = p.project_id and g.id = any (p.tag_ids)) end as tags,
    ${valuesInSight(call)} as fields, ${ownColumns(call)}`
}

function ownColumns(call: ProjectCall) {
  const { sql } = call
  const viewer = viewerOf(call)
  if (!viewer) return sql`null::boolean as has_voted, null::boolean as is_following`
  return sql`
    exists (select 1 from votes v where v.project_id = p.project_id and v.post_id = p.id and v.user_id = ${viewer.id}) as has_voted,
    exists (select 1 from follows f where f.project_id = p.project_id and f.post_id = p.id and f.user_id = ${viewer.id}) as is_following`
}

/** The joins that `postColumns` needs beside posts p. Posts that the caller may not know of are left out. */
export function postJoins(call: ProjectCall) {
  const { sql } = call
  return sql`
    join post_standings s on s.project_id = p.project_id and s.post_id = p.id and ${isPostInSight(call)} ${statusAndAuthor(call)}`
}

/**
 * The joins that `postColumns` needs beside posts p and standings s. They leave out posts of categories that the caller does not see, so no statement
 * can show one; a statement with a limit has the condition in front of it too. Statuses are joined by the project as a constant. Joined by the project of a
 * row, they would let PostgreSQL find posts by the project of a status, which reads all posts of the project once for each row of a page.
 */
export function statusAndAuthor(call: ProjectCall) {
  const { sql, project } = call
  return sql`
    join statuses t on t.project_id = ${project.id} and t.id = s.status_id and ${inSight(call)}
    left join users u on u.project_id = p.project_id and u.id = p.author_id`
}

export function selectPost(call: ProjectCall, id: Id<'post'>): Promise<Post | undefined> {
  return selectOne(call, call.sql`p.id = ${id}`)
}

export function selectPostByNumber(call: ProjectCall, number: number): Promise<Post | undefined> {
  return selectOne(call, call.sql`p.number = ${number}`)
}

async function selectOne(call: ProjectCall, which: Part): Promise<Post | undefined> {
  const { sql, project } = call
  const rows = await sql<PostRow[]>`
    select ${postColumns(call)} from posts p
    join post_standings s on s.project_id = p.project_id and s.post_id = p.id ${statusAndAuthor(call)}
    where p.project_id = ${project.id} and ${which} and p.deleted_at is null`.asLookUp()
  const [row] = await withTargetsInSight(call, rows)
  return row && toPost(project, row)
}

/**
 * Leaves out posts that were merged into one that the caller does not see. This is asked about afterwards: few posts are merged, and the question costs
 * more than the rest of a statement.
 */
async function withTargetsInSight<Row extends PostRow>(
  call: ProjectCall,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const targets = [...new Set(rows.flatMap(({ merged_into_id }) => merged_into_id ?? []))]
  if (targets.length === 0) return rows
  const { sql } = call
  const found = await sql<{ id: string }[]>`
    select asked.id from unnest(${targets}::text[]) as asked (id)
    where ${areTargetsInSight(call, sql`asked.id collate "C"`)}`.asLookUp() // ids of posts have this collation
  const seen = new Set(found.map(({ id }) => id))
  return rows.filter(({ merged_into_id }) => merged_into_id === null || seen.has(merged_into_id))
}

/** In the order of the ids; missing ones are left out. Whole texts have no size limit, so use them for few ids. */
export async function selectPostsByIds(
  call: ProjectCall,
  ids: readonly Id<'post'>[],
  texts: Texts = 'whole',
): Promise<Post[]> {
  const { items } = await selectSomeByIds(call, ids, texts, { isWhole: true })
  return items
}

/** The same for a page: the first posts whose texts together are small enough, and the ids that are left. */
export async function selectFirstByIds<Key extends string>(
  call: ProjectCall,
  ids: readonly Key[],
  texts: Texts = 'whole',
): Promise<{ readonly items: readonly Post[]; readonly rest: readonly Key[] }> {
  const { items, cutAfter } = await selectSomeByIds(call, ids, texts, { isWhole: false })
  return { items, rest: cutAfter === undefined ? [] : ids.slice((ids as readonly string[]).indexOf(cutAfter) + 1) }
}

/** Each post is looked up by itself (`offset 0`): for some hundred ids, PostgreSQL would read the standings of all posts instead. */
async function selectSomeByIds(
  call: ProjectCall,
  ids: readonly string[],
  texts: Texts,
  { isWhole }: { isWhole: boolean },
): Promise<{ items: Post[]; cutAfter?: string | undefined }> {
  if (ids.length === 0) return { items: [] }
  const { sql, project } = call
  const posts = sql`
    select post.*, asked.place
    from ${requestedRows(sql, project.id, ids)} as asked cross join lateral (
      select ${postColumns(call, texts)} from posts p
      join post_standings s on s.project_id = p.project_id and s.post_id = p.id ${statusAndAuthor(call)}
      where p.project_id = asked.project_id and p.id = asked.id and p.deleted_at is null offset 0) as post
    order by asked.place`
  const rows = await (isWhole ? sql<(PostRow & Weighed)[]>`${posts}` : lightEnough<PostRow>(sql, posts, sql`place`))
  const last = rows.at(-1)
  const seen = await withTargetsInSight(call, rows)
  return { items: seen.map((row) => toPost(project, row)), cutAfter: last?.is_followed === true ? last.id : undefined }
}

export interface NewPost extends PostTexts, PostFlags {
  readonly id: Id<'post'>
  readonly number: number
  readonly bodyHtml: string
  readonly authorId: Id<'user'> | undefined
  readonly tagIds: readonly Id<'tag'>[]
  readonly fieldValues: StoredValues
  readonly moderationState: ModerationState
  readonly createdAt: Date
}

/** The lock lasts until the post is committed, so that numbers have no gaps. */
export async function takeNumber({ sql, project }: ProjectCall): Promise<number> {
  const [row] = await sql<{ last_number: number }[]>`
    insert into project_counters as c (project_id, last_number) values (${project.id}, 1)
    on conflict (project_id) do update set last_number = c.last_number + 1 returning last_number`
  if (!row) throw new Error('An upsert answers with its row')
  return row.last_number
}

export async function insertPost({ sql, project }: ProjectCall, post: NewPost): Promise<void> {
  const values = FLAG_NAMES.map((flag) => sql`${post[flag]}`)
  await sql`
    insert into posts (project_id, id, number, title, body, body_html, author_id, tag_ids, ${columns(sql, FLAG_COLUMNS)},
      field_values, moderation_state, created_at, lift, search)
    values (${project.id}, ${post.id}, ${post.number}, ${post.title}, ${post.body}, ${post.bodyHtml}, ${post.authorId},
      ${post.tagIds}, ${commaSeparated(sql, values)}, ${storedJson(post.fieldValues)}::jsonb, ${post.moderationState}, ${post.createdAt}, 0,
      ${searchVector(sql, sql`${project.language}::text`, sql`${post.title}::text`, sql`${post.body}::text`)})`
}

/** For a change of the standing that editors see, such as a new status. */
export async function raiseVersion({ sql, project }: ProjectCall, id: Id<'post'>): Promise<void> {
  await sql`update posts set version = version + 1 where project_id = ${project.id} and id = ${id}`
}

type Maybe<Value> = { readonly [Name in keyof Value]?: Value[Name] | undefined }

/** Undefined members are not changed. */
export type PostChanges = Maybe<
  PostTexts &
    PostFlags & {
      bodyHtml: string
      tagIds: readonly Id<'tag'>[]
      /** All of them, from now on. */
      fieldValues: StoredValues
      /** When the text was changed. */
      editedAt: Date
    }
>

/** `isNewVersion`: visitors read the version in the ETag, so a change that they may not know of makes none. */
export async function updatePost(
  { sql, project }: ProjectCall,
  id: Id<'post'>,
  { isNewVersion, ...changes }: PostChanges & { readonly isNewVersion: boolean },
): Promise<void> {
  const flags = FLAG_NAMES.map((flag) => {
    const name = columns(sql, [COLUMN_OF[flag]])
    return sql`${name} = coalesce(${changes[flag]}, ${name})`
  })
  await sql`
    update posts set
      title = coalesce(${changes.title}, title),
      body = coalesce(${changes.body}, body),
      body_html = coalesce(${changes.bodyHtml}, body_html),
      tag_ids = coalesce(${changes.tagIds}, tag_ids),
      field_values = case when ${changes.fieldValues !== undefined}::boolean then ${changes.fieldValues && storedJson(changes.fieldValues)}::jsonb else field_values end,
      ${commaSeparated(sql, flags)},
      edited_at = coalesce(${changes.editedAt}, edited_at),
      version = version + ${isNewVersion ? 1 : 0}
    where project_id = ${project.id} and id = ${id}`
  if (changes.title === undefined && changes.body === undefined) return
  await sql`
    update posts set search = ${searchVector(sql, sql`${project.language}::text`, sql`title`, sql`body`)}
    where project_id = ${project.id} and id = ${id}`
}

/** Null where there are none, so that such a post is in no index of values. */
export function storedJson(values: StoredValues): string | null {
  return Object.keys(values).length === 0 ? null : JSON.stringify(values)
}

/** Stores the current text of a post as an earlier version, before an edit. */
export async function keepEdit(
  { sql, now, project }: ProjectCall,
  id: Id<'post'>,
  editor: { kind: string; id: string | undefined },
): Promise<void> {
  await sql`
    insert into post_edits (project_id, post_id, version, title, body, edited_at, editor_kind, editor_id)
    select project_id, id, version, title, body, ${now}::timestamptz, ${editor.kind}, ${editor.id}
    from posts where project_id = ${project.id} and id = ${id}`
}

/** Marks a post as deleted, merged, approved or rejected, which decides whether lists show it. Call `changeStanding` too. */
export async function markPost(
  { sql, project }: ProjectCall,
  id: Id<'post'>,
  mark: { deletedAt?: Date; moderationState?: ModerationState; mergedIntoId?: Id<'post'> | null },
): Promise<void> {
  const merges = mark.mergedIntoId !== undefined
  await sql`
    update posts set
      deleted_at = coalesce(${mark.deletedAt}, deleted_at),
      moderation_state = coalesce(${mark.moderationState}, moderation_state),
      merged_into_id = case when ${merges}::boolean then ${mark.mergedIntoId} else merged_into_id end,
      version = version + 1
    where project_id = ${project.id} and id = ${id}`
}
