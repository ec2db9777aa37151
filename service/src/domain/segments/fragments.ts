import type { Part } from '../../foundation/storage/index.ts'
import type { ProjectCall } from '../call/index.ts'
import { isAll, listOf, type Op, type Rule, type Rules } from './rules.ts'

/*
 * Who belongs to a segment: conditions on a row u of users, which an index can serve. The function in_segment of the database asks the same about one
 * person (service/test/segments compares both with a model). Erased people belong to none.
 */

/** All that is needed of a call. */
type InProject = Pick<ProjectCall, 'sql' | 'project'>

/** Written as in the index users_by_trait. */
function has({ sql, project }: InProject, trait: Part, value: unknown): Part {
  return sql`jsonb_set('{}', array[u.project_id], u.traits) @> jsonb_build_object(${project.id}::text, jsonb_build_object(${trait}, ${json(sql, value)}))`
}

/** A trait that is null is like one that is absent. */
function exists({ sql }: InProject, trait: Part): Part {
  return sql`coalesce(jsonb_typeof(u.traits -> ${trait}), 'null') <> 'null'`
}

function isNumber({ sql }: InProject, trait: Part): Part {
  return sql`coalesce(jsonb_typeof(u.traits -> ${trait}), 'null') = 'number'`
}

function json(sql: InProject['sql'], value: unknown): Part {
  return sql`${JSON.stringify(value)}::jsonb`
}

type Condition = (call: InProject, trait: Part, value: Rule['value']) => Part

const HOLDS: { readonly [Name in Op]: Condition } & Readonly<Record<string, unknown>> = {
  is: has,
  is_not: (call, trait, value) => call.sql`${exists(call, trait)} and not ${has(call, trait, value)}`,
  in: (call, trait, values) =>
    [values]
      .flat()
      .map((value) => has(call, trait, value))
      .reduce((some, one) => call.sql`${some} or ${one}`),
  at_least: (call, trait, value) =>
    call.sql`${isNumber(call, trait)} and u.traits -> ${trait} >= ${json(call.sql, value)}`,
  at_most: (call, trait, value) =>
    call.sql`${isNumber(call, trait)} and u.traits -> ${trait} <= ${json(call.sql, value)}`,
  exists: (call, trait, value) => call.sql`(${exists(call, trait)}) = ${value === true}`,
}

/** Whether user u fits these rules. A rule that this version does not know never holds. An index finds those who fit a rule with `is` or `in`. */
export function fitsRules(call: InProject, rules: Rules): Part {
  const { sql } = call
  const conditions = listOf(rules).map(
    ({ op, trait, value }) => sql`(${HOLDS[op]?.(call, sql`${trait}::text`, value) ?? sql`false`})`,
  )
  const together = conditions.reduce((some, one) => (isAll(rules) ? sql`${some} and ${one}` : sql`${some} or ${one}`))
  return sql`(u.state <> 'erased' and (${together}))`
}

/**
 * The users u who fit. A condition of an index for `is` and `in` contains the project: where it serves the rules, an `offset 0` keeps the other condition on
 * the project away from it. Otherwise PostgreSQL, as long as it knows nothing about the table, would read all users of the project.
 */
export function usersWhoFit(call: InProject, rules: Rules): Part {
  const { sql, project } = call
  if (!isServedByIndex(rules)) return sql`users u where u.project_id = ${project.id} and ${fitsRules(call, rules)}`
  return sql`(
    select u.project_id from users u where ${fitsRules(call, rules)} offset 0) as u where u.project_id = ${project.id}`
}

function isServedByIndex(rules: Rules): boolean {
  const isServed = ({ op }: Rule) => op === 'is' || op === 'in'
  return isAll(rules) ? rules.all.some(isServed) : rules.any.every(isServed)
}
