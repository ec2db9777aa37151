import type { Id } from '../../foundation/ids/index.ts'
import { type Page, type PageRequest, pageOf, rowsFor } from '../../foundation/paging/index.ts'
import type { Part } from '../../foundation/storage/index.ts'
import type { Permitted, ProjectCall } from '../call/index.ts'
import { ELSEWHERE } from './event.ts'
import type { EventKind, EventType } from './schema.ts'

/** An action of the team, from any surface. */
export interface AuditEntry {
  readonly id: Id<'auditRow'>
  readonly at: Date
  readonly action: EventType
  readonly actor: AuditActor
  /** The object of the action. */
  readonly subjectId: string
  readonly data: Readonly<Record<string, unknown>>
}

export interface AuditActor {
  /** `system` is the command line, and the service itself. */
  readonly kind: 'secret_key' | 'operator' | 'system'
  readonly id: string | undefined
  /** Whether it is somebody of the installation that the project was imported from. */
  readonly isElsewhere: boolean
  /** The name of the secret key, or the address of the operator. */
  readonly name: string | undefined
}

interface EntryRow {
  id: Id<'event'>
  at: Date
  type: EventType
  actor_kind: AuditActor['kind']
  actor_id: string | null
  actor_name: string | null
  subject_id: string
  data: Record<string, unknown>
}

export interface AuditPlace {
  readonly id: string
  /** Old cursors, from before the log was ordered by time, have none; the time of the event is used instead. */
  readonly at?: string
}

/** The latest first; with a kind, only events about that kind of thing. */
export async function selectAuditEntries(
  call: Permitted<'project:read'>,
  { limit, after }: PageRequest<AuditPlace>,
  kind?: EventKind,
): Promise<Page<AuditEntry, AuditPlace>> {
  const { sql, project } = call
  const rows = await sql<EntryRow[]>`
    select e.id, e.at, e.type, e.actor_kind, e.actor_id, coalesce(k.name, o.email) as actor_name, e.subject_id, e.data
    from events e left join secret_keys k on k.project_id = e.project_id and k.id = e.actor_id
    left join operators o on o.id = e.actor_id
    where e.project_id = ${project.id} and e.actor_kind <> 'user' ${after ? sql`and (e.at, e.id) < (${placeOf(call, after)}, ${after.id})` : sql``}
      ${kind ? sql`and split_part(e.type, '.', 1) = ${kind}` : sql``}
    order by e.at desc, e.id desc ${rowsFor(sql, limit)}`
  return pageOf(rows, limit, toEntry, ({ id, at }) => ({ id, at: at.toISOString() }))
}

function placeOf({ sql, project }: ProjectCall, { id, at }: AuditPlace): Part {
  return at === undefined
    ? sql`(select o.at from events o where o.project_id = ${project.id} and o.id = ${id} limit 1)`
    : sql`${at}::timestamptz`
}

function toEntry(row: EntryRow): AuditEntry {
  return {
    id: `aud_${row.id.slice('evt_'.length)}`, // an entry of this log is an event under another prefix
    at: row.at,
    action: row.type,
    actor: {
      kind: row.actor_kind,
      id: row.actor_id ?? undefined,
      isElsewhere: row.actor_id?.startsWith(ELSEWHERE) === true,
      name: row.actor_name ?? undefined,
    },
    subjectId: row.subject_id,
    data: row.data,
  }
}
