import type { Call } from '../../call/index.ts'
import type { Position } from '../log-store.ts'

/** `busy`: another process takes its events. Undefined: there is no such reader. */
type Turn = Position | 'busy' | undefined

/** The position of a reader. Its row is locked until the transaction ends, so that only one process takes its events at a time. */
export async function holdReader({ sql }: Call, name: string): Promise<Turn> {
  const [row] = await sql<{ tx: number | null; seq: number | null }[]>`
    with held as (select name, tx, seq from event_readers where name = ${name} for update skip locked)
    select h.tx, h.seq from event_readers r left join held h using (name) where r.name = ${name}`
  if (!row) return undefined
  const { tx, seq } = row
  return tx === null || seq === null ? 'busy' : { tx, seq }
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
