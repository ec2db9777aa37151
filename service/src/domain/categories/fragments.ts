import type { Part, Sql } from '../../foundation/storage/index.ts'
import type { ProjectCall } from '../call/index.ts'
import { audienceOf } from './audience.ts'
import { VISIBLE_TO, type VisibleTo } from './category.ts'

/*
 * The one place that decides whose posts somebody sees. Every statement that reads posts for a caller has `inSight` or `isPostInSight`
 * (service/test/gates/sight.test.ts). A value of `visible_to` that this version does not know is for the team alone.
 */

/** Whether the caller, or this audience, sees posts of the category that `category` names; null is the default category. One look-up for all rows of a statement. */
export function inSight(
  call: ProjectCall,
  category: Part = call.sql`s.category_id`,
  audience = audienceOf(call),
): Part {
  const { sql } = call
  if (audience === 'team') return sql`true`
  return sql`coalesce(${category}, '') <> all (${outOfSight(call, audience)})`
}

/** Whether some category is hidden from the caller. Where none is, a statement need not look up the categories of posts at all. */
export function hidesSome(call: ProjectCall, audience = audienceOf(call)): Part {
  const { sql } = call
  if (audience === 'team') return sql`false`
  return sql`${outOfSight(call, audience)} <> '{}'`
}

/** The ids of categories that the audience does not see; empty text for the default one. */
function outOfSight({ sql, project }: ProjectCall, audience: VisibleTo): Part {
  const seen = VISIBLE_TO.slice(0, VISIBLE_TO.indexOf(audience) + 1)
  return sql`array(
    select unnest(case when c.is_default then array[c.id, ''] else array[c.id] end) from categories c
    where c.project_id = ${project.id} and c.visible_to <> all (${seen}::text[]))`
}

/** The id of the category of a standing s. */
export function categoryIdOf({ sql, project }: ProjectCall): Part {
  return sql`coalesce(s.category_id, ${defaultIdOf(sql, sql`${project.id}::text`)})`
}

/** The id of the default category of a project, also of one without rows of categories: see `generalOf`. */
export function defaultIdOf(sql: Sql, projectId: Part): Part {
  return sql`coalesce((select c.id from categories c where c.project_id = ${projectId} and c.is_default), 'cat_' || substr(${projectId}, 5))`
}

/** The summary of the category of a standing s as JSON; null where the project has no rows of categories. */
export function categorySummary({ sql, project }: ProjectCall): Part {
  const summary = sql`jsonb_build_object('id', c.id, 'name', c.name, 'slug', c.slug)`
  return sql`case when s.category_id is null
    then (select ${summary} from categories c where c.project_id = ${project.id} and c.is_default)
    else (select ${summary} from categories c where c.project_id = ${project.id} and c.id = s.category_id) end`
}
