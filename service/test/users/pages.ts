import type { Answer } from '../harness/project.ts'

/** Everything in a list, read as a client reads it; `read` is given what belongs behind the query. */
// biome-ignore lint/suspicious/noExplicitAny: tests read what was answered, whatever it is
export async function pagesOf(read: (cursor: string) => Promise<Answer>): Promise<any[]> {
  const rows: unknown[] = []
  let cursor = ''
  do {
    const { status, body } = await read(cursor)
    if (status !== 200) throw new Error(`No page: ${JSON.stringify(body)}`)
    rows.push(...body.data)
    cursor = body.next_cursor ? `&cursor=${body.next_cursor}` : ''
  } while (cursor)
  return rows
}
