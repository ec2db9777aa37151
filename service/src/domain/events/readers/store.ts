import type { Call } from '../../call/index.ts'
import type { Position } from '../log-store.ts'

/** `busy`: another process takes its events, or the reader is gone. */
type Turn = Position | 'busy'

/** The position of a reader. Its row is locked until the transaction ends, so that only one process takes its events at a time. */
export async function holdReader({ sql }: Call, name: string): Promise<Turn> {
  const [row] = await sql<Position[]>`select tx, seq from event_readers where name = ${name} for update skip locked`
  return row ?? 'busy'
}

/** Whether there are events after its position, also such that it cannot take yet. Undefined: there is no such reader. */
export async function hasEvents({ sql }: Call, name: string): Promise<boolean | undefined> {
  const [row] = await sql<{ has_events: boolean }[]>`
    select (
      select e.tx from events e where (e.tx, e.seq) > (r.tx, r.seq) and e.tx is not null order by e.tx, e.seq limit 1) is not null as has_events
    from event_readers r where r.name = ${name}`.asLookUp()
  return row?.has_events
}

/** An existing reader keeps its position. */
export async function insertReader({ sql, now }: Call, name: string, at: Position): Promise<void> {
  await sql`
    insert into event_readers (name, tx, seq, moved_at) values (${name}, ${at.tx}, ${at.seq}, ${now}) on conflict do nothing`
}

export async function moveReader({ sql, now }: Call, name: string, to: Position): Promise<void> {
  await sql`update event_readers set tx = ${to.tx}, seq = ${to.seq}, moved_at = ${now} where name = ${name}`
}

/** From now on its events may be dropped. */
export async function deleteReader({ sql }: Call, name: string): Promise<void> {
  await sql`delete from event_readers where name = ${name}`
}
