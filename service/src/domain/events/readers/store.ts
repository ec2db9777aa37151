import type { Call } from '../../call/index.ts'
import type { Position } from '../log-store.ts'

/** Held until the transaction ends, so that the events of a reader are taken by one at a time. */
export async function holdReader({ sql }: Call, name: string): Promise<Position | undefined> {
  const [row] = await sql<Position[]>`select tx, seq from event_readers where name = ${name} for update`
  return row
}

/** A reader that is there already stays where it is. */
export async function insertReader({ sql, now }: Call, name: string, at: Position): Promise<void> {
  await sql`
    insert into event_readers (name, tx, seq, moved_at) values (${name}, ${at.tx}, ${at.seq}, ${now}) on conflict do nothing`
}

export async function moveReader({ sql, now }: Call, name: string, to: Position): Promise<void> {
  await sql`update event_readers set tx = ${to.tx}, seq = ${to.seq}, moved_at = ${now} where name = ${name}`
}

/** From now on it holds nothing back. */
export async function deleteReader({ sql }: Call, name: string): Promise<void> {
  await sql`delete from event_readers where name = ${name}`
}
