import type { Id } from '../../foundation/ids/index.ts'
import type { Call, ProjectCall } from '../call/index.ts'

/** A change of language after which some posts are not indexed yet. */
export interface LanguageChange {
  readonly projectId: Id<'project'>
  /** Posts up to this one are indexed. */
  readonly afterId: string
  readonly askedAt: Date
}

export async function insertLanguageChange({ sql, now, project }: ProjectCall): Promise<void> {
  await sql`
    insert into language_changes (project_id, after_id, asked_at) values (${project.id}, '', ${now})
    on conflict (project_id) do update set after_id = '', asked_at = excluded.asked_at`
}

export async function selectLanguageChanges({ sql }: Call, askedBefore: Date): Promise<LanguageChange[]> {
  const rows = await sql<{ project_id: Id<'project'>; after_id: string; asked_at: Date }[]>`
    select project_id, after_id, asked_at from language_changes where asked_at <= ${askedBefore} order by asked_at`
  return rows.map((row) => ({ projectId: row.project_id, afterId: row.after_id, askedAt: row.asked_at }))
}

/** Does nothing if the language was changed again, which starts from the beginning. */
export async function advance({ sql }: Call, { projectId, askedAt }: LanguageChange, afterId: string): Promise<void> {
  await sql`update language_changes set after_id = ${afterId} where project_id = ${projectId} and asked_at = ${askedAt}`
}

export async function finish({ sql }: Call, { projectId, askedAt }: LanguageChange): Promise<void> {
  await sql`delete from language_changes where project_id = ${projectId} and asked_at = ${askedAt}`
}
