/**
 * How often something is tried that chance decides: so often in every run of the tests, and five times as often with `npm run test:long`. There is no limit
 * of time, so a busy machine tries no less.
 */
export function effort(times: number): number {
  return process.env.TEST_LONG ? times * 5 : times
}
