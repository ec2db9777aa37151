import { until } from '../harness/process.ts'

/** Far above what a busy machine needs: it ends a test that hangs. */
const WITHIN_MS = 300_000

/** For a test of several steps: each has its own limit, which says more than that of the whole. */
export const ALL_STEPS = { timeout: 3_600_000 }

/** Waits for it, says how long it took, and says what the state is if it does not happen. */
export async function step(
  what: string,
  happened: () => boolean | Promise<boolean>,
  state: () => string | Promise<string> = () => '',
): Promise<number> {
  const began = performance.now()
  await until(happened, WITHIN_MS).catch(async (error) => {
    throw new Error(`Not within ${WITHIN_MS / 1000} s: ${what}. ${await state()}`, { cause: error })
  })
  const tookMs = Math.round(performance.now() - began)
  process.stderr.write(`  ${what}: ${tookMs} ms\n`)
  return tookMs
}
