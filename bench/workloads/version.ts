import { answerOf, assertSame } from '../answers.ts'
import { get } from '../load.ts'
import { startBare, startOurs, stopBoth, withDirectory } from '../servers.ts'
import { compareThroughput } from '../throughput.ts'
import type { Workload } from '../workload.ts'

export function assertSameVersion(sides: readonly { readonly origin: string }[]): Promise<void> {
  return assertSame(sides, (origin) => answerOf(`${origin}/v1/version`))
}

/** The cost of the front door, the security headers, the request id and the measuring: the answer itself costs nothing. */
export const version: Workload = {
  name: 'version',
  unit: 'requests/s',
  floor: 0.75,
  measure: () =>
    withDirectory(async (directory) => {
      const ours = await startOurs(directory)
      const bare = await startBare('version')
      try {
        await assertSameVersion([ours, bare])
        return await compareThroughput(get(ours.origin, '/v1/version'), get(bare.origin, '/v1/version'))
      } finally {
        await stopBoth(ours, bare)
      }
    }),
}
