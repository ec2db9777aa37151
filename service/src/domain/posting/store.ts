import type { Id } from '../../foundation/ids/index.ts'
import { type Page, type PageRequest, pageOf, rowsFor } from '../../foundation/paging/index.ts'
import { type ActorName, may, type Permitted } from '../call/index.ts'
import { isNoMarkType } from '../events/fragments.ts'
import type { EventType } from '../events/index.ts'
import { authorColumns } from '../users/fragments.ts'
import { type AuthorRow, toAuthor } from '../users/index.ts'

/** One thing that happened to a post. */
export interface Activity {
  readonly id: Id<'event'>
  readonly type: EventType
  readonly at: Date
  readonly actor: {
    readonly kind: ActorName['kind']
    readonly id: string | undefined
    readonly displayName: string | undefined
    /** The address of an operator, for other operators. */
    readonly email: string | undefined
  }
  /** The post, or the comment it happened to. */
  readonly subjectId: string
  readonly data: Readonly<Record<string, unknown>>
  /** The text of the post before, if it was changed. */
  readonly previous: { readonly title: string; readonly body: string } | undefined
}

export interface ActivityPlace {
  readonly id: string
}

interface ActivityRow extends AuthorRow {
  id: Id<'event'>
  type: EventType
  at: Date
  actor_kind: Activity['actor']['kind']
  actor_id: string | null
  key_name: string | null
  operator_email: string | null
  subject_id: string
  data: Record<string, unknown>
  previous_title: string | null
  previous_body: string | null
}

/**
 * The newest first: ids sort by creation. Votes and follows are left out, as in the index of a post's events. All other events are in one partition.
 */
export async function selectActivity(
  call: Permitted<'history:read'>,
  postId: Id<'post'>,
  { limit, after }: PageRequest<ActivityPlace>,
): Promise<Page<Activity, ActivityPlace>> {
  const { sql, project } = call
  const rows = await sql<ActivityRow[]>`
    select e.id, e.type, e.at, e.actor_kind, e.actor_id, k.name as key_name, o.email as operator_email, e.subject_id, e.data,
      d.title as previous_title, d.body as previous_body,
      u.id as author_id, ${authorColumns(call)}
    from events e
    left join users u on u.project_id = e.project_id and u.id = e.actor_id
    left join secret_keys k on k.project_id = e.project_id and k.id = e.actor_id
    left join operators o on o.id = e.actor_id
    left join post_edits d on d.project_id = e.project_id and d.post_id = e.post_id and e.type = 'post.updated'
      and d.version = (e.data ->> 'from_version')::integer
    where e.project_id = ${project.id} and e.post_id = ${postId} and e.month = 'infinity'
      and ${isNoMarkType(sql, sql`e.type`)}
      ${after ? sql`and e.id < ${after.id}` : sql``}
    order by e.id desc ${rowsFor(sql, limit)}`
  return pageOf(
    rows,
    limit,
    (row) => ({
      id: row.id,
      type: row.type,
      at: row.at,
      actor: {
        kind: row.actor_kind,
        id: row.actor_id ?? undefined,
        displayName: row.author_id === null ? (row.key_name ?? undefined) : toAuthor(project, row).displayName,
        email: may(call, 'users:read_addresses') ? (row.operator_email ?? undefined) : undefined,
      },
      subjectId: row.subject_id,
      data: row.data,
      previous: row.previous_title === null ? undefined : { title: row.previous_title, body: row.previous_body ?? '' },
    }),
    ({ id }) => ({ id }),
  )
}
