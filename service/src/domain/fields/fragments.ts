import type { Part } from '../../foundation/storage/index.ts'
import { isTeam, type ProjectCall } from '../call/index.ts'
import { categoryIdOf } from '../categories/fragments.ts'

/**
 * The values of a post p with its standing s by the keys of their fields; null if it has none. The one place that decides who sees which values: what is
 * for the team does not exist for others. A value stays with its post, also where the field is not for its category: then only the team sees it, and its
 * author in an export (`isOwn`).
 */
export function valuesInSight(call: ProjectCall, { isOwn = false } = {}): Part {
  const { sql, project } = call
  const ofCategory = isOwn ? sql`` : sql`and (d.category_ids is null or ${categoryIdOf(call)} = any (d.category_ids))`
  const seen = isTeam(call) ? sql`` : sql`and d.visible_to = 'everyone' ${ofCategory}`
  return sql`
    case when p.field_values is not null then (
      select jsonb_object_agg(d.key, p.field_values -> d.id) from fields d
      where d.project_id = ${project.id} and d.deleted_at is null and p.field_values ? d.id ${seen}) end`
}
