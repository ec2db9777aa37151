import type { Id } from '../../foundation/ids/index.ts'
import { Problem } from '../../foundation/problems/index.ts'
import { violatedRule } from '../../foundation/storage/index.ts'
import type { ProjectCall } from '../call/index.ts'
import { nameTaken } from '../labels/index.ts'
import { type Rules, TraitText } from './rules.ts'
import type { Segment } from './segment.ts'

const LOOKED_AT = 1_000
const MOST_OFFERED = 20
const MOST_TRAITS = 50

interface SegmentRow {
  id: Id<'segment'>
  name: string
  rules: Rules
  version: number
  created_at: Date
}

/** The oldest first. */
export async function selectSegments({ sql, project }: ProjectCall): Promise<Segment[]> {
  const rows = await sql<SegmentRow[]>`
    select id, name, rules, version, created_at from segments where project_id = ${project.id} order by id`
  return rows.map(toSegment)
}

export async function selectSegment({ sql, project }: ProjectCall, id: Id<'segment'>): Promise<Segment | undefined> {
  const [row] = await sql<SegmentRow[]>`
    select id, name, rules, version, created_at from segments where project_id = ${project.id} and id = ${id}`
  return row && toSegment(row)
}

export async function insertSegment(
  { sql, project }: ProjectCall,
  segment: Omit<Segment, 'version'>,
): Promise<Segment> {
  const [row] = await sql<SegmentRow[]>`
    insert into segments (project_id, id, name, rules, created_at)
    values (${project.id}, ${segment.id}, ${segment.name}, ${JSON.stringify(segment.rules)}, ${segment.createdAt})
    returning *`.then(undefined, refuseTaken)
  if (!row) throw new Error('An insert answers with its row')
  return toSegment(row)
}

/** Undefined members are not changed. */
export async function updateSegment(
  { sql, project }: ProjectCall,
  id: Id<'segment'>,
  { name, rules }: Partial<Pick<Segment, 'name' | 'rules'>>,
): Promise<Segment> {
  const [row] = await sql<SegmentRow[]>`
    update segments set
      name = coalesce(${name}, name),
      rules = coalesce(${rules && JSON.stringify(rules)}::jsonb, rules),
      version = version + 1
    where project_id = ${project.id} and id = ${id} returning *`.then(undefined, refuseTaken)
  if (!row) throw new Error('A segment cannot go while the project is locked')
  return toSegment(row)
}

export async function deleteSegment({ sql, project }: ProjectCall, id: Id<'segment'>): Promise<void> {
  await sql`delete from segments where project_id = ${project.id} and id = ${id}`
}

/** The names of the categories that name this segment, and whether for who sees them. */
export async function selectUses(
  { sql, project }: ProjectCall,
  id: Id<'segment'>,
): Promise<{ name: string; is_seen_by: boolean }[]> {
  return sql<{ name: string; is_seen_by: boolean }[]>`
    select name, visible_to = ${id} as is_seen_by from categories
    where project_id = ${project.id} and (visible_to = ${id} or posting = ${id}) order by position, id`
}

export interface TraitOffer {
  readonly name: string
  /** As JSON writes them, but texts without quotes. */
  readonly values: readonly string[]
}

/** What the newest people have. Lists and objects are left out: no rule compares them. */
export async function selectTraits({ sql, project }: ProjectCall): Promise<TraitOffer[]> {
  return sql<{ name: string; values: string[] }[]>`
    with newest as (
      select u.traits from users u where u.project_id = ${project.id} order by u.id desc limit ${LOOKED_AT}),
    found as (
      select t.key as name, t.value #>> '{}' as value, count(*) as people
      from newest cross join lateral jsonb_each(newest.traits) as t
      where jsonb_typeof(t.value) in ('string', 'number', 'boolean') group by 1, 2),
    ranked as (
      select name, value, row_number() over (partition by name order by people desc, value) as place from found)
    select name, array_agg(value order by place) as values from ranked
    where place <= ${MOST_OFFERED} and length(value) <= ${TraitText.maxLength} group by name order by name limit ${MOST_TRAITS}`
}

function refuseTaken(error: unknown): never {
  throw violatedRule(error) === 'segment_name_is_unique' ? new Problem(nameTaken) : error
}

function toSegment(row: SegmentRow): Segment {
  return { id: row.id, name: row.name, rules: row.rules, createdAt: row.created_at, version: row.version }
}
