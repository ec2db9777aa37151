import type { TestProject } from '../harness/project.ts'
import { pagesOf } from '../users/pages.ts'

/** In a database that tests share, somebody who owns everything may be let in at any time, and every project is told. */
export const isOwnEntry = ({ action }: { action: string }) => !action.startsWith('operator.')

/** The audit log of a project, the newest first, without what other tests leave in it. */
export async function ownEntries(server: TestProject['server'], limit = 100) {
  const entries = await pagesOf((cursor) => server('GET', `/v1/audit_log?limit=${limit}${cursor}`))
  return entries.filter(isOwnEntry)
}
