import type { Part } from '../../foundation/storage/index.ts'
import { isTeam, type ProjectCall } from '../call/index.ts'

/**
 * The values of a post p by the keys of their fields; null if it has none. The one place that decides who sees which values: what is for the team
 * does not exist for others. A value stays with its post, also where the field is no longer for its category.
 */
export function valuesInSight(call: ProjectCall): Part {
  const { sql, project } = call
  const seen = isTeam(call) ? sql`` : sql`and d.visible_to = 'everyone'`
  return sql`
    case when p.field_values is not null then (
      select jsonb_object_agg(d.key, p.field_values -> d.id) from fields d
      where d.project_id = ${project.id} and d.deleted_at is null and p.field_values ? d.id ${seen}) end`
}
