import type { Permitted } from '../call/index.ts'
import type { Subject } from '../review-queue/index.ts'
import { authorColumns } from '../users/fragments.ts'
import { type Author, type AuthorRow, toAuthor } from '../users/index.ts'

const SHOWN = 5

export interface FiledReport {
  readonly reason: string
  readonly reportedAt: Date
  readonly user: Author
}

interface ReportRow extends AuthorRow {
  subject_id: Subject
  reason: string
  created_at: Date
}

/** The newest few open reports of each item. */
export async function selectNewestReports(
  call: Permitted<'moderation:read'> | Permitted<'moderation:write'>,
  subjects: readonly Subject[],
): Promise<Map<Subject, FiledReport[]>> {
  if (subjects.length === 0) return new Map()
  const { sql, project } = call
  const rows = await sql<ReportRow[]>`
    select n.subject_id, n.reason, n.created_at, u.id as author_id, ${authorColumns(call)}
    from unnest(${subjects}::text[]) as asked (subject_id)
    cross join lateral (
      select r.subject_id, r.user_id, r.reason, r.created_at from reports r
      where r.project_id = ${project.id} and r.subject_id = asked.subject_id and r.settled_at is null
      order by r.created_at desc, r.user_id desc limit ${SHOWN}) as n
    join users u on u.project_id = ${project.id} and u.id = n.user_id
    order by n.created_at desc, n.user_id desc`
  const reports = rows.map((row) => ({
    subject: row.subject_id,
    report: { reason: row.reason, reportedAt: row.created_at, user: toAuthor(project, row) },
  }))
  const bySubject = Map.groupBy(reports, ({ subject }) => subject)
  return new Map([...bySubject].map(([subject, filed]) => [subject, filed.map(({ report }) => report)]))
}
