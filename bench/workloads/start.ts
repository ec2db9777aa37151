import { startBare, startOurs, withDirectory } from '../servers.ts'
import { median, smallerIsBetter, type Workload } from '../workload.ts'

const ROUNDS = 5

/** A second start, from the process to ready, against Fastify and the same embedded database with nothing around them. */
export const start: Workload = {
  name: 'start',
  unit: 'ms',
  floor: 0.4,
  measure: () =>
    withDirectory((ourDirectory) =>
      withDirectory(async (bareDirectory) => {
        const once = {
          ours: async () => {
            const server = await startOurs(ourDirectory)
            await server.stop()
            return server.readyMs
          },
          limit: async () => {
            const server = await startBare('start', { DATA_DIR: bareDirectory })
            await server.stop()
            return server.readyMs
          },
        }
        await once.ours() // the first start makes the database
        await once.limit()
        const ours: number[] = []
        const limit: number[] = []
        for (let round = 0; round < ROUNDS; round += 1) {
          ours.push(await once.ours())
          limit.push(await once.limit())
        }
        return smallerIsBetter(median(ours), median(limit))
      }),
    ),
}
