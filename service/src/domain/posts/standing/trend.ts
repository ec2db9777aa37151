/** A vote weighs half as much after this time. */
export const HALF_LIFE_MS = 7 * 24 * 60 * 60 * 1000

/**
 * The trend of a post is log2 of the sum of 2^(time of the vote in half-lives), over its creation and its votes. All votes
 * fade alike, so the order changes with votes alone and an index can keep it.
 */
export function trendAt(time: Date): number {
  return time.getTime() / HALF_LIFE_MS
}
