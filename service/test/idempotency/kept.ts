import type { Answer, TestProject } from '../harness/project.ts'

export const withKey = (key: string) => ({ 'idempotency-key': key })
export const replayed = ({ headers }: Answer) => headers.get('idempotent-replayed') === 'true'

export async function countSessions({ service, project }: TestProject): Promise<number> {
  const [row] = await service.database.sql<{ count: number }[]>`
    select count(*) as count from sessions where project_id = ${project.id}`
  return row?.count ?? 0
}

export async function countRecords({ service, project }: TestProject): Promise<number> {
  const [row] = await service.database.sql<{ count: number }[]>`
    select count(*) as count from idempotency_records where project_id = ${project.id}`
  return row?.count ?? 0
}
