import type { Part } from '../../foundation/storage/index.ts'
import type { ProjectCall } from '../call/index.ts'
import { isAll, listOf, OPS, type Op, type Rule, type Rules } from './rules.ts'

/*
 * The one place that decides who belongs to a segment: conditions on a row u of users. Rules from a request and rules of a stored segment go through
 * the same table. Erased people belong to none.
 */

/** All that is needed of a call. */
type InProject = Pick<ProjectCall, 'sql' | 'project'>

/** One rule, as parts of a statement. */
interface Asked {
  readonly trait: Part
  /** As jsonb. */
  readonly value: Part
  /** Whether the condition is true of any value of a list. */
  readonly anyValue: (holds: (value: Part) => Part) => Part
}

/** Written as in the index users_by_trait. */
function has({ sql, project }: InProject, trait: Part, value: Part): Part {
  return sql`jsonb_set('{}', array[u.project_id], u.traits) @> jsonb_build_object(${project.id}::text, jsonb_build_object(${trait}, ${value}))`
}

/** A trait that is null is like one that is absent. */
function exists({ sql }: InProject, trait: Part): Part {
  return sql`coalesce(jsonb_typeof(u.traits -> ${trait}), 'null') <> 'null'`
}

function isNumber({ sql }: InProject, trait: Part): Part {
  return sql`coalesce(jsonb_typeof(u.traits -> ${trait}), 'null') = 'number'`
}

const HOLDS: { readonly [Name in Op]: (call: InProject, asked: Asked) => Part } & Readonly<Record<string, unknown>> = {
  is: (call, { trait, value }) => has(call, trait, value),
  is_not: (call, { trait, value }) => call.sql`${exists(call, trait)} and not ${has(call, trait, value)}`,
  in: (call, { trait, anyValue }) => anyValue((value) => has(call, trait, value)),
  at_least: (call, { trait, value }) => call.sql`${isNumber(call, trait)} and u.traits -> ${trait} >= ${value}`,
  at_most: (call, { trait, value }) => call.sql`${isNumber(call, trait)} and u.traits -> ${trait} <= ${value}`,
  exists: (call, { trait, value }) => call.sql`(${exists(call, trait)}) = (${value} = 'true'::jsonb)`,
}

/** Whether user u fits these rules. A rule that this version does not know never holds. An index finds those who fit a rule with `is` or `in`. */
export function fitsRules(call: InProject, rules: Rules): Part {
  const { sql } = call
  const conditions = listOf(rules).map((rule) => sql`(${HOLDS[rule.op]?.(call, asked(call, rule)) ?? sql`false`})`)
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

function asked({ sql }: InProject, { trait, op, value }: Rule): Asked {
  const json = (one: unknown) => sql`${JSON.stringify(one)}::jsonb`
  return {
    trait: sql`${trait}::text`,
    value: json(value),
    anyValue: (holds) =>
      (op === 'in' ? value : [value]).map((one) => holds(json(one))).reduce((some, one) => sql`${some} or ${one}`),
  }
}

/** The same for rules in a column. */
export function fitsStored(call: InProject, rules: Part): Part {
  const { sql } = call
  const one = {
    trait: sql`(r.rule ->> 'trait')`,
    value: sql`(r.rule -> 'value')`,
    anyValue: (holds: (value: Part) => Part) =>
      sql`exists (select 1 from jsonb_array_elements(r.rule -> 'value') as v (value) where ${holds(sql`v.value`)})`,
  }
  const cases = OPS.reduce((some, op) => sql`${some} when ${op} then ${HOLDS[op](call, one)}`, sql``)
  const holds = sql`coalesce(case r.rule ->> 'op' ${cases} end, false)`
  return sql`(u.state <> 'erased' and case when ${rules} -> 'all' is null
    then exists (select 1 from jsonb_array_elements(${rules} -> 'any') as r (rule) where ${holds})
    else not exists (select 1 from jsonb_array_elements(${rules} -> 'all') as r (rule) where not ${holds}) end)`
}
