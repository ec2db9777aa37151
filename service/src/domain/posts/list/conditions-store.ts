import { columns, type Part, type Sql } from '../../../foundation/storage/index.ts'
import { fitsRules } from '../../segments/fragments.ts'
import { COLUMN_OF, eachFlag, FLAG_NAMES, type PostFlag } from '../members.ts'
import type { PostFilter } from './filter.ts'

export type Asked = Required<PostFilter>

/** For each part of a filter, the condition on a standing s and its post f. */
const CONDITIONS: { readonly [Name in keyof Asked]: (sql: Sql, asked: Asked[Name]) => Part } = {
  statusIds: (sql, ids) => (ids.length === 1 ? sql`s.status_id = ${ids[0]}` : sql`s.status_id = any (${ids})`),
  categoryId: (sql, id) => (id === null ? sql`s.category_id is null` : sql`s.category_id = ${id}`),
  categoryIds: (sql, ids) => sql`coalesce(s.category_id, '') = any (${ids.map((id) => id ?? '')})`,
  segment: (sql, { project, rules }) => sql`exists (
    select 1 from votes v join users u on u.project_id = v.project_id and u.id = v.user_id
    where v.project_id = s.project_id and v.post_id = s.post_id and ${fitsRules({ sql, project }, rules)})`,
  importNumber: (sql, number) => sql`exists (
    select 1 from import_records k
    where k.import_number = ${number} and k.target_id = s.post_id and k.project_id = s.project_id and k.is_made)`,
  createdAfter: (sql, time) => sql`s.created_at > ${time}`,
  updatedAfter: (sql, time) => sql`s.updated_at > ${time}`,
  tagId: (sql, id) => sql`f.tag_ids @> array[${id}::text]`,
  fieldValues: (sql, values) => sql`f.field_values @> ${values}::jsonb`,
  authorId: (sql, id) => sql`f.author_id = ${id}`,
  words: (sql, words) => sql`words_in(f.project_id, f.search) @@ ${words}::tsquery`,
  ...eachFlag(
    (flag) => (sql: Sql, isWanted: boolean) => (isWanted ? flagOf(sql, flag) : sql`not ${flagOf(sql, flag)}`),
  ),
}
const NAMES = Object.keys(CONDITIONS) as (keyof Asked)[] // its own keys
export const OF_STANDING: ReadonlySet<keyof Asked> = new Set([
  'statusIds',
  'categoryId',
  'categoryIds',
  'segment',
  'importNumber',
  'createdAfter',
  'updatedAfter',
])
export const FLAGS: ReadonlySet<string> = new Set(FLAG_NAMES)

export function conditionsOf(sql: Sql, filter: PostFilter): Part {
  return partsOf(filter).reduce<Part>((all, name) => sql`${all} and ${conditionOf(sql, name, filter[name])}`, sql``)
}

function conditionOf<Name extends keyof Asked>(sql: Sql, name: Name, asked: PostFilter[Name]): Part {
  return CONDITIONS[name](sql, asked as Asked[Name]) // it is asked for
}

/** The names of what is asked for. */
export function partsOf(filter: PostFilter): (keyof Asked)[] {
  return NAMES.filter((name) => filter[name] !== undefined)
}

function flagOf(sql: Sql, flag: PostFlag): Part {
  return columns(sql, [COLUMN_OF[flag]], 'f')
}
