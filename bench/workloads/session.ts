import { randomUUID } from 'node:crypto'
import { answerOf, assertSame } from '../answers.ts'
import { connectionOf, makeClient } from '../client.ts'
import { get } from '../load.ts'
import { startBare, startOurs, stopBoth, withDirectory } from '../servers.ts'
import { compareThroughput } from '../throughput.ts'
import type { Workload } from '../workload.ts'

/** GET /v1/me against a bare handler with one look-up of the session, of all that can end it, and of its user. */
export const session: Workload = {
  name: 'session',
  unit: 'requests/s',
  floor: 0.85,
  measure: () =>
    withDirectory(async (directory) => {
      const ours = await startOurs(directory)
      const client = await makeClient(directory, ours.origin)
      const bare = await startBare('session', {
        CONNECTION: JSON.stringify(connectionOf(directory)),
        PROJECT: client.projectId,
      })
      try {
        client.prepare(1)
        const [head, body = ''] = client.nextExchange(ours.origin).split('\r\n\r\n')
        const answer = await fetch(`${ours.origin}/v1/sessions/sso`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-project-key': client.publishableKey,
            'idempotency-key': randomUUID(),
          },
          body,
        })
        if (answer.status !== 201) throw new Error(`No session: ${head}`)
        const { session_token } = (await answer.json()) as { session_token: string }
        const headers = { 'x-project-key': client.publishableKey, authorization: `Bearer ${session_token}` }
        await assertSameMe([ours, bare], headers)
        return await compareThroughput(get(ours.origin, '/v1/me', headers), get(bare.origin, '/v1/me', headers))
      } finally {
        await stopBoth(ours, bare)
      }
    }),
}

export function assertSameMe(
  sides: readonly { readonly origin: string }[],
  headers: Record<string, string>,
): Promise<void> {
  return assertSame(sides, (origin) => answerOf(`${origin}/v1/me`, { headers }))
}
