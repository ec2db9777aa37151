import { renderMarkdown } from '../../foundation/markdown/index.ts'
import type { ServiceCall } from '../call/index.ts'

const PORTION = 20

/** Returns how many there were. One row at a time, so that there is no deadlock. A row that was changed in the meantime is already up to date. */
export async function renderPostsAgain({ sql }: ServiceCall): Promise<number> {
  const rows = await sql<{ project_id: string; id: string; body: string }[]>`
    select project_id, id, body from posts where is_html_outdated(body, body_html) order by id limit ${PORTION}`
  for (const { project_id, id, body } of rows) {
    await sql`
      update posts set body_html = ${renderMarkdown(body)}
      where project_id = ${project_id} and id = ${id} and body = ${body} and is_html_outdated(body, body_html)`
  }
  return rows.length
}
