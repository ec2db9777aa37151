import type { Part } from '../../foundation/storage/index.ts'
import type { ProjectCall } from '../call/index.ts'

/** Whether an import of the project, or its undo, is under way. */
export function isImporting({ sql, project }: ProjectCall): Part {
  return sql`exists (select 1 from imports i where i.project_id = ${project.id} and i.state in ('running', 'undoing'))`
}
