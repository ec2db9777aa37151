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
/** How far the measured effect of a post is off by chance: its variance, times the accounts that voted, over its square. */
const NOISE = 2
/** What is usual in a project weighs as much as so many accounts that voted for a post: more, the less its posts differ. */
const LEAST_WEIGHT = 5
const MOST_WEIGHT = 200
const FEW_ACCOUNTS = 30

/** How much people of one account agree, as is usual for the posts of a base. */
export interface Agreement {
  /** How many times larger the variance of a share is than that of as many people who vote independently. */
  readonly effect: number
  /** For a single post it counts as much as so many accounts that voted for it. */
  readonly weight: number
}

/** Nobody is asked, so nothing is known. */
const UNKNOWN: Share = { estimate: 0, low: 0, high: 1 }

/**
 * The share of the base, with a Wilson interval for as many independent people as the votes are worth: people of one account who vote alike count less
 * than as many people of different accounts. `usual` is the agreement in the posts of the same base.
 */
export function shareOf(base: Base, wanted: Wanted, usual: Agreement = agreementOf(base, [])): Share {
  if (base.people === 0) return UNKNOWN
  const estimate = Math.min(wanted.voters / base.people, 1)
  const independent = base.people / designEffect(base, wanted, usual)
  const quantile = quantileOf(Math.min(accountsWorth(base) - 1, accountsBehind(base, wanted, usual)))
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

/** How many times larger the variance is. Never below 1: few votes can look too even by chance. Few accounts say little, so what is usual counts too. */
function designEffect(base: Base, wanted: Wanted, { effect, weight }: Agreement): number {
  const seen = seenEffect(base, wanted)
  if (seen === undefined) return 1
  const accounts = accountsIn(wanted)
  return Math.max((accounts * seen + weight * effect) / (accounts + weight), 1)
}

/** As it is measured from one post. Undefined: nobody or everybody wants it, or all are one cluster. */
function seenEffect({ people, clusters, squares }: Base, wanted: Wanted): number | undefined {
  const share = wanted.voters / people
  if (share <= 0 || share >= 1 || clusters < 2) return undefined
  const sum = wanted.squares - 2 * share * wanted.products + share ** 2 * squares
  return ((clusters / (clusters - 1)) * Math.max(sum, 0)) / people / (share * (1 - share))
}

/** How many accounts of the same size would say as much. */
function accountsIn({ voters, squares }: Wanted): number {
  return voters === 0 ? 0 : voters ** 2 / squares
}

/** From how many accounts it is known how large the variance is. If each person stands for themselves, it is known for sure. */
function accountsBehind({ people, squares }: Base, wanted: Wanted, { weight }: Agreement): number {
  return squares > people ? accountsIn(wanted) + weight : Number.POSITIVE_INFINITY
}

/** How many accounts of the same size would say as much as all people. */
function accountsWorth({ people, squares }: Base): number {
  return people === 0 ? 0 : people ** 2 / squares
}

/** Whether the base has too few accounts for its shares to say much: their intervals are then wider than they need to be. */
export function areFew(base: Base): boolean {
  return accountsWorth(base) < FEW_ACCOUNTS
}

/**
 * The agreement that is usual for these posts. One post says little of it, many say much. The more the posts differ from each other, beyond chance, the
 * less weight it has for each of them. From no posts it is what is assumed.
 */
export function agreementOf(base: Base, posts: readonly Wanted[]): Agreement {
  const most = base.people === 0 ? 1 : base.squares / base.people // if people of one account always agree
  const assumed = 1 + ASSUMED_AGREEMENT * (most - 1)
  const seen = posts.flatMap((wanted) => {
    const effect = seenEffect(base, wanted)
    const weight = wanted.voters * (1 - wanted.voters / base.people)
    return effect === undefined ? [] : [{ effect, accounts: accountsIn(wanted), weight }]
  })
  const accounts = sum(seen.map((one) => one.accounts))
  if (accounts === 0) return { effect: assumed, weight: ASSUMED_ACCOUNTS }
  const mean = sum(seen.map((one) => one.weight * one.effect)) / sum(seen.map((one) => one.weight))
  const blended = (accounts * mean + ASSUMED_ACCOUNTS * assumed) / (accounts + ASSUMED_ACCOUNTS)
  const effect = Math.min(Math.max(blended, 1), Math.max(most, 1))
  const noise = NOISE * effect ** 2
  const differs = sum(seen.map((one) => one.accounts * (one.effect - effect) ** 2 - noise)) / accounts
  const weight = differs <= 0 ? MOST_WEIGHT : Math.min(Math.max(noise / differs, LEAST_WEIGHT), MOST_WEIGHT)
  return { effect, weight }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}

/** Of Student's distribution, with as many degrees of freedom as accounts say how large the variance is: by the first terms of its expansion: below 30 clusters it is wider than the normal one. */
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
