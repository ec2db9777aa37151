import type { Part, Sql } from '../../foundation/storage/index.ts'
import { type ProjectCall, viewerOf } from '../call/index.ts'
import { type Audience, audienceOf } from './audience.ts'
import { VISIBLE_TO } from './category.ts'

/*
 * The one place that decides whose posts somebody sees. Every statement that reads posts for a caller has `inSight` or `isPostInSight`
 * (service/test/gates/sight.test.ts). A value of `visible_to` that this version does not know is for the team alone.
 */

/**
 * Whether the caller sees posts of the category that `category` names; null is the default category. One look-up for all rows of a statement. Where each
 * row is for somebody else, `person` is the id of that user: for rows in a hidden category it is asked whether they belong to its segment.
 */
export function inSight(call: ProjectCall, category: Part = call.sql`s.category_id`, person?: Part): Part {
  const { sql, project } = call
  if (!person) {
    if (audienceOf(call) === 'team') return sql`true`
    return sql`coalesce(${category}, '') <> all (${outOfSight(call)})`
  }
  return sql`(coalesce(${category}, '') <> all (${hiddenFrom(call, 'users')}) or exists (
    select 1 from categories c where c.project_id = ${project.id}
      and case when ${category} is null then c.is_default else c.id = ${category} end and ${isMember(call, sql`c.visible_to`, person)}))`
}

/** Whether some category is hidden from the caller. Where none is, a statement need not look up the categories of posts at all. */
export function hidesSome(call: ProjectCall): Part {
  const { sql } = call
  if (audienceOf(call) === 'team') return sql`false`
  return sql`${outOfSight(call)} <> '{}'`
}

function outOfSight(call: ProjectCall): Part {
  const { sql } = call
  const viewer = viewerOf(call)
  if (!viewer) return hiddenFrom(call, audienceOf(call))
  return hiddenFrom(call, 'users', sql`and not ${isMember(call, sql`c.visible_to`, sql`${viewer.id}`)}`)
}

/** The ids of categories that the audience does not see; empty text for the default one. */
function hiddenFrom({ sql, project }: ProjectCall, audience: Audience, also: Part = sql``): Part {
  const seen = VISIBLE_TO.slice(0, VISIBLE_TO.indexOf(audience) + 1)
  return sql`array(
    select unnest(case when c.is_default then array[c.id, ''] else array[c.id] end) from categories c
    where c.project_id = ${project.id} and c.visible_to <> all (${seen}::text[]) ${also})`
}

/** Whether a category names a segment here, and this user belongs to it. */
export function isMember(call: ProjectCall, people: Part, person: Part): Part {
  const { sql, project } = call
  return sql`(${people} like 'seg\\_%' and in_segment(${project.id}, ${people}, ${person}))`
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
  const summary = sql`json_build_object('id', c.id, 'name', c.name, 'slug', c.slug)`
  return sql`case when s.category_id is null
    then (select ${summary} from categories c where c.project_id = ${project.id} and c.is_default)
    else (select ${summary} from categories c where c.project_id = ${project.id} and c.id = s.category_id) end`
}
