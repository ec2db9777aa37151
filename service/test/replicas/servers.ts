import { afterAll, beforeAll } from 'vitest'
import { until } from '../harness/process.ts'
import { type Pair, startPair } from '../harness/replica.ts'
import { type RunningService, startService } from '../harness/service.ts'

/** A primary and a replica for all tests of a file. */
export function pairOfFile(): () => Pair {
  let pair: Pair | undefined
  const ends: (() => Promise<void>)[] = []
  beforeAll(async () => {
    pair = await startPair((end) => void ends.unshift(end))
  }, 300_000)
  afterAll(async () => {
    for (const end of ends) await end()
  })
  return () => {
    if (!pair) throw new Error('It is started before the tests.')
    return pair
  }
}

/** However slow the machine is: a replica that stands still is used on. */
export const ANY_LAG = { mostLagMs: 1_000_000_000 }

export async function startReading(
  { primary, replica }: Pair,
  lag: { readonly mostLagMs?: number },
  environment: Record<string, string> = {},
): Promise<RunningService> {
  const ways = { ...primary.connection, replicas: [{ ...replica.connection, ...lag }] }
  const service = await startService(environment, undefined, ways)
  await untilUsed(service)
  return service
}

export const statesOf = ({ database }: RunningService) => database.replicas?.states() ?? []
export const untilUsed = (service: RunningService) =>
  until(() => statesOf(service).every(({ isLeftOut }) => !isLeftOut))
export const untilLeftOut = (service: RunningService) =>
  until(() => statesOf(service).every(({ isLeftOut }) => isLeftOut))
