import { expect, test } from 'vitest'
import {
  type Agreement,
  agreementOf,
  areFew,
  areTied,
  type Base,
  type Share,
  shareOf,
  sureVotesOf,
} from '../../src/domain/insights/intervals.ts'
import { effort } from '../harness/effort.ts'
import { type Drawn, draw, drawWorld, seeded } from './simulation.ts'

test('without accounts it is the interval of Wilson', () => {
  const base: Base = { people: 10_000, clusters: 10_000, squares: 10_000 }
  const { estimate, low, high } = shareOf(base, { voters: 100, squares: 100, products: 100 })
  expect([estimate, low, high].map((n) => n.toFixed(4))).toEqual(['0.0100', '0.0082', '0.0121'])
})

test('an account whose people vote alike makes the interval wider than as many people of different accounts', () => {
  const base: Base = { people: 1000, clusters: 100, squares: 10_000 }
  const apart = shareOf(base, { voters: 50, squares: 50, products: 500 })
  const alike = shareOf(base, { voters: 50, squares: 500, products: 500 })
  expect(alike.low).toBeLessThan(apart.low)
  expect(alike.high).toBeGreaterThan(apart.high)
  expect(sureVotesOf({ voters: 50, squares: 500 })).toBeLessThan(sureVotesOf({ voters: 50, squares: 50 }))
})

test('nobody, everybody and an empty base have intervals that make sense', () => {
  const base: Base = { people: 20, clusters: 20, squares: 20 }
  expect(shareOf(base, { voters: 0, squares: 0, products: 0 })).toMatchObject({ estimate: 0, low: 0 })
  expect(shareOf(base, { voters: 20, squares: 20, products: 20 })).toMatchObject({ estimate: 1, high: 1 })
  expect(shareOf({ people: 0, clusters: 0, squares: 0 }, { voters: 0, squares: 0, products: 0 })).toMatchObject({
    low: 0,
    high: 1,
  })
  const one = shareOf({ people: 9, clusters: 1, squares: 81 }, { voters: 4, squares: 16, products: 36 })
  expect([one.low, one.high].every((end) => end >= 0 && end <= 1)).toBe(true)
})

/** From 60 to 3000 accounts, with up to 20 people each who do not agree at all, a little or often. */
const WORLDS = [60, 300, 3000].flatMap((accounts) =>
  [1, 5, 20].flatMap((largest) => [0, 0.15, 0.4].map((alike) => ({ accounts, largest, alike }))),
)
const SHARES = [0.05, 0.2, 0.5]
/** Of each share, a project has so many posts. */
const POSTS = 10
/** Of 60 people of whom 5 % want something, 0 to 6 do in 97.03 of 100 cases: for these numbers of voters the interval holds the truth. */
const OUTSIDE: Readonly<Record<string, number>> = { '60/1/0.05': 0.9703 }
/** Large worlds take long to draw. */
const PROJECTS: Readonly<Record<number, number>> = { 60: 100, 300: 60, 3000: 10 }

test('in each kind of project the interval holds the true share in 93 to 97 of 100 cases, or as often as is said of that kind', () => {
  const random = seeded(21)
  const surprising = WORLDS.flatMap(({ accounts, largest, alike }) => {
    const projects = effort(PROJECTS[accounts] ?? 0)
    const hits = SHARES.map(() => 0)
    for (let project = 0; project < projects; project += 1) {
      const sizes = drawWorld(random, accounts, largest)
      const posts = SHARES.flatMap((share, place) =>
        Array.from({ length: POSTS }, () => ({ share, place, ...draw(random, sizes, share, alike) })),
      )
      const usual = usualIn(posts)
      for (const { share, place, base, wanted } of posts)
        hits[place] = (hits[place] ?? 0) + Number(isWithin(shareOf(base, wanted, usual), share))
    }
    return hits.flatMap((count, place) => {
      const most = OUTSIDE[`${accounts}/${largest}/${SHARES[place]}`] ?? 0.97
      const rounds = projects * POSTS
      const chance = 3 * Math.sqrt((0.95 * 0.05) / rounds)
      const found = count / rounds
      return found < 0.93 - chance || found > most + chance
        ? [[accounts, largest, SHARES[place], alike, found].join('/')]
        : []
    })
  })
  expect(surprising).toEqual([])
})

// Guarantees that where the interval cannot be right, because posts differ or accounts are few, it stays near, and rather too wide than too narrow.
test('where posts differ in how much colleagues agree it holds the truth in 90 to 99 of 100 cases, and with few accounts in at least 93', () => {
  const random = seeded(22)
  const coverage = (accounts: number, largest: number, alikeOf: (place: number) => number) => {
    const projects = effort(60)
    const hits = new Map<string, number>()
    for (let project = 0; project < projects; project += 1) {
      const sizes = drawWorld(random, accounts, largest)
      const posts = SHARES.flatMap((share) =>
        Array.from({ length: POSTS }, (_, place) => {
          const alike = alikeOf(place)
          return { key: [accounts, largest, share, alike].join('/'), share, ...draw(random, sizes, share, alike) }
        }),
      )
      const usual = usualIn(posts)
      for (const { key, share, base, wanted } of posts)
        hits.set(key, (hits.get(key) ?? 0) + Number(isWithin(shareOf(base, wanted, usual), share)))
    }
    return [...hits].map(([key, count]) => ({ key, found: (count / projects / POSTS) * (hits.size / SHARES.length) }))
  }
  const chance = 3 * Math.sqrt((0.95 * 0.05) / (effort(60) * POSTS) / 0.5)
  const differing = [60, 300].flatMap((accounts) =>
    [1, 5, 20].flatMap((largest) => coverage(accounts, largest, (place) => (place % 2 === 0 ? 0 : 0.4))),
  )
  expect(differing).toHaveLength(36)
  expect(differing.filter(({ found }) => found < 0.9 - chance || found > 0.99 + chance)).toEqual([])
  const few = [5, 10, 20].flatMap((accounts) =>
    [1, 5, 20].flatMap((largest) => coverage(accounts, largest, () => 0.15)),
  )
  expect(few.filter(({ found }) => found < 0.93 - chance)).toEqual([])
})

test('it is said of a base whether it has too few accounts, by how many of the same size would say as much', () => {
  expect(areFew({ people: 0, clusters: 0, squares: 0 })).toBe(true)
  expect(areFew({ people: 29, clusters: 29, squares: 29 })).toBe(true)
  expect(areFew({ people: 30, clusters: 30, squares: 30 })).toBe(false)
  expect(areFew({ people: 200, clusters: 101, squares: 100 + 100 ** 2 })).toBe(true) // half of them are one account
})

function usualIn(posts: readonly Drawn[]): Agreement {
  const [first] = posts
  if (!first) throw new Error('There are posts')
  return agreementOf(
    first.base,
    posts.map(({ wanted }) => wanted),
  )
}

function isWithin({ low, high }: Share, share: number): boolean {
  return low <= share && share <= high
}

test('what is usual for many posts counts for one with few votes, and less where the posts differ', () => {
  const base: Base = { people: 1000, clusters: 100, squares: 10_000 }
  const apart = { voters: 50, squares: 50, products: 500 }
  const alike = { voters: 50, squares: 500, products: 500 }
  const one = { voters: 2, squares: 2, products: 20 }
  const of = (posts: readonly (typeof one)[]) => agreementOf(base, posts)
  const width = (usual: Agreement) => {
    const { low, high } = shareOf(base, one, usual)
    return high - low
  }
  const many = (posts: readonly (typeof one)[]) => Array.from({ length: 20 }, () => posts).flat()
  expect(width(of(many([apart])))).toBeLessThan(width(of([])))
  expect(width(of(many([alike])))).toBeGreaterThan(width(of([])))
  expect(of(many([apart, alike])).weight).toBeLessThan(of(many([alike])).weight)
  expect(
    of([one, { voters: 0, squares: 0, products: 0 }, { voters: 1000, squares: 10_000, products: 10_000 }]).effect,
  ).toBeGreaterThan(1)
})

test('the order by share is wrong less often than the order by counts, and posts that are not tied are nearly always in the right order', () => {
  const random = seeded(5)
  let [byCounts, bySure, claimed, wrong] = [0, 0, 0, 0]
  for (let round = 0; round < 60; round += 1) {
    const sizes = drawWorld(random, 300, 20)
    // Half of the posts are wanted by whole accounts: their counts vary more.
    const posts = Array.from({ length: 30 }, (_, place) => {
      const share = 0.01 * Math.exp(2.2 * random())
      return { share, ...draw(random, sizes, share, place % 2 === 0 ? 0.6 : 0.01) }
    })
    const usual = usualIn(posts)
    const judged = posts.map(({ share, base, wanted }) => ({
      truth: share,
      counts: wanted.voters,
      sure: sureVotesOf(wanted),
      found: shareOf(base, wanted, usual),
    }))
    for (const [one, other] of pairsOf(judged)) {
      const truth = Math.sign(one.truth - other.truth)
      byCounts += Number(Math.sign(one.counts - other.counts) !== truth)
      bySure += Number(Math.sign(one.sure - other.sure) !== truth)
      if (areTied(one.found, other.found)) continue
      claimed += 1
      wrong += Number(Math.sign(one.found.estimate - other.found.estimate) !== truth)
    }
  }
  expect(bySure).toBeLessThan(byCounts)
  expect(wrong / claimed).toBeLessThan(0.05)
  expect(claimed).toBeGreaterThan(5_000) // it does not call everything tied
})

function pairsOf<Item>(items: readonly Item[]): [Item, Item][] {
  return items.flatMap((one, place) => items.slice(place + 1).map((other): [Item, Item] => [one, other]))
}
