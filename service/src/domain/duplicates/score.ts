import { trigramsOf } from './trigrams.ts'

/** A pair is suggested from this score on. `service/test/duplicates/labelled.test.ts` measures how often that is right. */
export const SUGGESTED_FROM = 0.8
/** Fewer common voters than this may be chance. */
const LEAST_SHARED_VOTERS = 3
/** Common voters raise the score by at most this much, so that words always have to agree for the most part. */
const VOTERS_LIFT = 0.12
/** Bodies with fewer words than this tell nothing. */
const LEAST_BODY = 6
const BODY_LIFT = 0.12
const BODY_DROP = 0.06
/** Titles of one word, such as "Export", say little: their bodies decide. */
const BODY_DROP_OF_ONE_WORD = 0.3
const NEGATION_DROP = 0.3

/** One word of a title: as it was typed, and its stem in the language of the project. */
export interface Word {
  readonly typed: string
  readonly stem: string
}

/** What is compared of a post. Words that only ask for something, and stop words, are left out. */
export interface Compared {
  readonly title: readonly Word[]
  /** Whether the title says "not", "without" or the like. */
  readonly isNegated: boolean
  /** The stems of the body. */
  readonly body: ReadonlySet<string>
  readonly votes: number
}

export interface Likeness {
  /** From 0 to 1. */
  readonly score: number
  /** The words, as they were typed, that each title shares with the other. */
  readonly words: readonly [readonly string[], readonly string[]]
}

/** How much two posts are alike: by the words of their titles, by groups of three letters, by their bodies and by people who voted for both. */
export function likenessOf(one: Compared, other: Compared, sharedVoters: number): Likeness {
  const [left, right] = [joined(one.title, other.title), joined(other.title, one.title)]
  const pairs = matched(left, right)
  const words: Likeness['words'] = [pairs.flatMap(([word]) => word.parts), pairs.flatMap(([, word]) => word.parts)]
  if (pairs.length === 0) return { score: 0, words }
  const agreed = pairs.reduce((sum, [, , likeness]) => sum + likeness, 0)
  const share = (2 * agreed) / (left.length + right.length)
  // If each title has a word that the other lacks, they mostly name two things, such as two formats or two products.
  const isReplaced = pairs.length < left.length && pairs.length < right.length
  const letters = lettersShared(left, right)
  const title = (0.85 * share + 0.15 * letters) * (isReplaced ? 0.9 : 1)
  const turned = one.isNegated === other.isNegated ? 0 : NEGATION_DROP
  const body = bodyLift(one.body, other.body, pairs.length === 1 ? BODY_DROP_OF_ONE_WORD : BODY_DROP)
  const score = title - turned + body + votersLift(one, other, sharedVoters)
  return { score: Math.min(1, Math.max(0, score)), words }
}

/** A word, or two neighbours that the other title writes as one: "side bar" and "sidebar". */
interface Piece {
  readonly stem: string
  readonly parts: readonly string[]
}

function joined(words: readonly Word[], others: readonly Word[]): Piece[] {
  const pieces: Piece[] = []
  for (let place = 0; place < words.length; place += 1) {
    const [word, next] = [words[place], words[place + 1]]
    if (!word) continue
    const both = next && `${word.typed}${next.typed}`
    const asOne = both === undefined ? undefined : others.find(({ typed }) => isSameButEnding(typed, both))
    if (next && asOne) {
      pieces.push({ stem: asOne.stem, parts: [word.typed, next.typed] })
      place += 1
    } else pieces.push({ stem: word.stem, parts: [word.typed] })
  }
  return pieces
}

/** Each word with the one of the other title that is most like it. */
function matched(left: readonly Piece[], right: readonly Piece[]): (readonly [Piece, Piece, number])[] {
  const free = [...right]
  const pairs: (readonly [Piece, Piece, number])[] = []
  const exactFirst = left.toSorted((a, b) => Number(hasStem(right, b.stem)) - Number(hasStem(right, a.stem)))
  for (const word of exactFirst) {
    const best = free
      .map((other) => [word, other, likenessOfWords(word.stem, other.stem)] as const)
      .reduce<readonly [Piece, Piece, number] | undefined>(
        (best, pair) => (pair[2] > (best?.[2] ?? 0) ? pair : best),
        undefined,
      )
    if (!best) continue
    pairs.push(best)
    free.splice(free.indexOf(best[1]), 1)
  }
  return pairs
}

function hasStem(pieces: readonly Piece[], stem: string): boolean {
  return pieces.some((piece) => piece.stem === stem)
}

/** 1: the same. Less: the same but for an ending or a typing mistake. 0: another word. */
function likenessOfWords(one: string, other: string): number {
  if (one === other) return 1
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  if (short.length < 4) return 0
  const begin = commonBeginning(short, long)
  if (begin >= 4 && begin >= long.length * 0.6 && short.length - begin <= 2) return 0.9
  return short.length >= 5 && isOneSlip(short, long) ? 0.9 : 0
}

/** For words that were written as two: only the last two letters may differ. */
function isSameButEnding(one: string, other: string): boolean {
  return commonBeginning(one, other) >= Math.max(one.length, other.length) - 2
}

function commonBeginning(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}

/** One letter more, another letter, or two neighbours swapped. */
function isOneSlip(short: string, long: string): boolean {
  const from = commonBeginning(short, long)
  if (long.length === short.length + 1) return short.slice(from) === long.slice(from + 1)
  if (long.length !== short.length) return false
  const isOther = short.slice(from + 1) === long.slice(from + 1)
  const isSwapped =
    short[from] === long[from + 1] && short[from + 1] === long[from] && short.slice(from + 2) === long.slice(from + 2)
  return isOther || isSwapped
}

function lettersShared(left: readonly Piece[], right: readonly Piece[]): number {
  const of = (pieces: readonly Piece[]) => trigramsOf(pieces.flatMap(({ parts }) => parts))
  const [one, other] = [of(left), of(right)]
  const shared = sharedBy(one, other)
  return shared / Math.max(1, one.size + other.size - shared)
}

function bodyLift(one: ReadonlySet<string>, other: ReadonlySet<string>, drop: number): number {
  const least = Math.min(one.size, other.size)
  if (least < LEAST_BODY) return 0
  const share = sharedBy(one, other) / least
  return share >= 0.25 ? Math.min(1, share / 0.5) * BODY_LIFT : -drop * (1 - share / 0.25)
}

function votersLift(one: Compared, other: Compared, shared: number): number {
  const least = Math.min(one.votes, other.votes)
  if (shared < LEAST_SHARED_VOTERS || least <= 0) return 0
  return Math.min(1, shared / least / 0.5) * VOTERS_LIFT
}

function sharedBy(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...one].filter((member) => other.has(member)).length
}
