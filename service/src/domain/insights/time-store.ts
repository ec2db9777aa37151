import type { ProjectCall } from '../call/index.ts'

/** In a transaction, the time limit holds for each statement that follows. */
export async function limitTime({ sql }: ProjectCall, ms: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(ms)}, true)`
}
