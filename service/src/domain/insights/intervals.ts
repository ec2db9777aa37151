/* How sure a share is. docs/guides/insights.md explains it in plain words, decision 120 says why it is done in this way. */

/** Two standard deviations, nearly: 95 % of a normal distribution are within. */
const Z = 1.959964

/** The people among whom a share is counted. People of one account are one cluster; so is each person without an account. */
export interface Base {
  readonly people: number
  readonly clusters: number
  /** The sum of the squares of the sizes of all clusters. */
  readonly squares: number
}

/** Who of the base wants one post. */
export interface Wanted {
  readonly voters: number
  /** The sum over all clusters of: voters squared. */
  readonly squares: number
  /** The sum over all clusters of: voters times people. */
  readonly products: number
}

export interface Share {
  readonly estimate: number
  /** The lower and the upper end of the 95 % interval. */
  readonly low: number
  readonly high: number
}

/** How much people of one account agree, as long as nothing is known: 0 not at all, 1 always. */
const ASSUMED_AGREEMENT = 0.2
/** That assumption weighs as much as so many accounts that voted. */
const ASSUMED_ACCOUNTS = 5

/** Nobody is asked, so nothing is known. */
const UNKNOWN: Share = { estimate: 0, low: 0, high: 1 }

/**
 * The share of the base, with a Wilson interval for as many independent people as the votes are worth: people of one account who vote alike count less
 * than as many people of different accounts.
 */
export function shareOf(base: Base, wanted: Wanted): Share {
  if (base.people === 0) return UNKNOWN
  const estimate = Math.min(wanted.voters / base.people, 1)
  const independent = base.people / designEffect(base, wanted, estimate)
  const quantile = quantileOf(base.people ** 2 / base.squares - 1)
  const squared = quantile ** 2
  const spread = estimate * (1 - estimate)
  const middle = (estimate + squared / (2 * independent)) / (1 + squared / independent)
  const half =
    (quantile * Math.sqrt(spread / independent + squared / (4 * independent ** 2))) / (1 + squared / independent)
  return {
    estimate,
    low: wanted.voters === 0 ? 0 : Math.max(middle - half, 0),
    high: wanted.voters >= base.people ? 1 : Math.min(middle + half, 1),
  }
}

/**
 * How many times larger the variance is than that of as many people who vote independently. Never below 1: few votes can look too even by chance. As long
 * as few accounts voted, little is known of how much their people agree; then it is assumed to some part.
 */
function designEffect({ people, clusters, squares }: Base, wanted: Wanted, share: number): number {
  const alone = (share * (1 - share)) / people
  if (alone === 0 || clusters < 2) return 1
  const sum = wanted.squares - 2 * share * wanted.products + share ** 2 * squares
  const seen = ((clusters / (clusters - 1)) * Math.max(sum, 0)) / people ** 2 / alone
  const assumed = 1 + ASSUMED_AGREEMENT * (squares / people - 1)
  const accounts = wanted.voters ** 2 / wanted.squares
  return Math.max((accounts * seen + ASSUMED_ACCOUNTS * assumed) / (accounts + ASSUMED_ACCOUNTS), 1)
}

/** Of Student's distribution, by the first terms of its expansion: below 30 clusters it is wider than the normal one. */
function quantileOf(degrees: number): number {
  const n = Math.max(degrees, 2)
  return Z + (Z ** 3 + Z) / (4 * n) + (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / (96 * n ** 2)
}

/**
 * Whether two shares may differ by chance alone: by Newcombe's interval of a difference, which is made of the ends of both intervals. Many people vote for
 * both posts or for neither, so the real difference is a little surer than this says: it calls two posts tied rather than different.
 */
export function areTied(one: Share, other: Share): boolean {
  const [more, less] = one.estimate > other.estimate ? [one, other] : [other, one]
  return more.estimate - less.estimate <= Math.hypot(more.estimate - more.low, less.high - less.estimate)
}

/**
 * The votes without what chance may have brought: one standard deviation less, in a base that is much larger than the number of voters. Posts in this order
 * are wrong less often than in the order of counts, because a whole account that votes alike lifts a post less. It does not change with the base, so posts
 * can be kept in this order. `sureVotes` in fragments.ts is the same in SQL.
 */
export function sureVotesOf({ voters, squares }: Pick<Wanted, 'voters' | 'squares'>): number {
  if (voters === 0) return 0
  const effect = squares / voters
  return voters + effect / 2 - Math.sqrt(voters * effect + effect ** 2 / 4)
}
