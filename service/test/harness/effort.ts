/**
 * How often something is tried that chance decides: so often in a usual run, and five times as often with `npm run test:long`. There is no limit
 * of time, so a busy machine tries no less.
 */
export function effort(times: number): number {
  return process.env.TEST_LONG ? times * 5 : times
}

/** Into so many parts `shareOf` divides values. */
export const SHARES = process.env.TEST_LONG ? 1 : 6

/**
 * Of many values for many places, those for one place. In a usual run a place gets a sixth of the values, and the next place another sixth: each
 * kind of place, such as a cursor, is in many requests and meets all of them. With `npm run test:long` every place gets every value.
 */
export function shareOf<Value>(values: readonly Value[], place: number): readonly Value[] {
  return values.filter((_, at) => at % SHARES === place % SHARES)
}

/** Of few values for many places, such as light and dark, the one for this place: the next place gets the next. With `npm run test:long` all of them. */
export function turnOf<Value>(values: readonly Value[], place: number): readonly Value[] {
  return process.env.TEST_LONG ? values : values.filter((_, at) => at === place % values.length)
}
