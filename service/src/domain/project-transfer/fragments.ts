import type { Part, Sql } from '../../foundation/storage/index.ts'
import { ELSEWHERE } from '../events/inside.ts'

/** The id of who did it, in a file that may name anybody: an operator is never one of this installation. */
export function actorElsewhere(sql: Sql, id: Part): Part {
  return sql`case when starts_with(${id}, 'opr_') then ${ELSEWHERE}::text || ${id} else ${id} end`
}

/** The data of an event without the address of an operator: operators stay where they are. */
export function dataWithoutAddress(sql: Sql, type: Part, data: Part): Part {
  return sql`case when starts_with(${type}, 'operator.') then ${data} - 'email' else ${data} end`
}

/** The same id as it was in that file. */
export function actorThere(sql: Sql, id: Part): Part {
  return sql`case when starts_with(${id}, ${ELSEWHERE}::text) then substr(${id}, ${ELSEWHERE.length + 1}::integer) else ${id} end`
}
