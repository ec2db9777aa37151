import pg from 'pg'
import { inject, onTestFinished } from 'vitest'

/** Holds a user's row on a connection of its own: an exchange for that user stops in the middle of its transaction. */
export async function holdUser(projectId: string, userId: string) {
  const client = new pg.Client(inject('connection'))
  await client.connect()
  let released: Promise<void> | undefined
  const release = () => {
    released ??= client.query('rollback').then(() => client.end())
    return released
  }
  onTestFinished(release)
  await client.query('begin')
  await client.query('select 1 from users where project_id = $1 and id = $2 for update', [projectId, userId])

  async function waitingPids(): Promise<number[]> {
    const { rows } = await client.query<{ pid: number }>(
      'select pid from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))',
    )
    return rows.map(({ pid }) => pid)
  }
  async function untilSomeoneWaits(): Promise<void> {
    while ((await waitingPids()).length === 0) await new Promise((wake) => setTimeout(wake, 5))
  }
  return {
    release,
    untilSomeoneWaits,
    /** Ends the connections that wait, as a crash of their PostgreSQL backend would. */
    endWaiting: async () => {
      await untilSomeoneWaits()
      for (const pid of await waitingPids()) await client.query('select pg_terminate_backend($1)', [pid])
    },
  }
}
