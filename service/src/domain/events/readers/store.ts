import type { Call } from '../../call/index.ts'
import type { Position } from '../log-store.ts'

/** Locked until the transaction ends, so that only one process at a time takes events for a reader. */
export async function holdReader({ sql }: Call, name: string): Promise<Position | undefined> {
  const [row] = await sql<Position[]>`select tx, seq from event_readers where name = ${name} for update`
  return row
}

/** An existing reader keeps its position. */
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
