import type { Id } from '../../foundation/ids/index.ts'
import type { ProjectCall } from '../call/index.ts'
import type { TeamMailKind } from './kinds.ts'

/** What operators chose themselves, by operator and kind. */
export type Choices = ReadonlyMap<string, ReadonlyMap<string, boolean>>

export async function selectChoices({ sql, project }: ProjectCall): Promise<Choices> {
  const rows = await sql<{ operator_id: Id<'operator'>; kind: string; is_on: boolean }[]>`
    select operator_id, kind, is_on from operator_mail_choices where project_id = ${project.id}`
  const byOperator = Map.groupBy(rows, ({ operator_id }) => operator_id)
  return new Map([...byOperator].map(([id, own]) => [id, new Map(own.map(({ kind, is_on }) => [kind, is_on]))]))
}

export async function upsertChoice(
  { sql, project }: ProjectCall,
  operatorId: Id<'operator'>,
  kind: TeamMailKind,
  isOn: boolean,
): Promise<void> {
  await sql`
    insert into operator_mail_choices (project_id, operator_id, kind, is_on) values (${project.id}, ${operatorId}, ${kind}, ${isOn})
    on conflict (project_id, operator_id, kind) do update set is_on = excluded.is_on`
}

/** Posts whose status was changed in a span, the last first. */
export async function selectMoved(
  { sql, project }: ProjectCall,
  from: Date,
  to: Date,
  most: number,
): Promise<Id<'post'>[]> {
  const rows = await sql<{ post_id: Id<'post'> }[]>`
    select post_id from events_kept
    where project_id = ${project.id} and at >= ${from} and at < ${to} and type = 'post.status_changed'
    group by post_id order by max(at) desc, post_id desc limit ${most}`
  return rows.map(({ post_id }) => post_id)
}
