/** One place that the search can lead to. */
export interface SearchEntry {
  readonly path: string
  readonly page: string
  readonly title: string
  readonly text: string
  /** For the curious: it comes after what helps somebody to do something. */
  readonly isBackground?: boolean
}

export interface Found extends SearchEntry {
  /** The part of the text that has the words, cut for one line. */
  readonly excerpt: string
}

const MOST = 12
const EXCERPT = 140
/** How much a word counts where it stands. */
const WEIGHTS = { title: 8, page: 4, text: 1 } as const
/** A whole word means more than the beginning of another one. */
const WHOLE = 1.5
/** Words that stand together, in their order, mean more than the same words apart. */
const TOGETHER = 3

/** Answers while somebody types: every word must be there, the last one perhaps unfinished. */
export function openSearch(entries: readonly SearchEntry[]): (query: string) => readonly Found[] {
  const prepared = entries.map((entry) => ({
    entry,
    title: normalized(entry.title),
    page: normalized(entry.page),
    text: normalized(entry.text),
  }))
  return (query) => {
    const phrase = normalized(query).trim()
    if (phrase === '') return []
    const words = phrase.split(' ')
    return prepared
      .map(({ entry, ...places }) => ({
        entry,
        score: scoreOf(places, words, phrase),
      }))
      .filter(({ score }) => score > 0)
      .sort((one, other) => rankOf(one.entry) - rankOf(other.entry) || other.score - one.score)
      .slice(0, MOST)
      .map(({ entry }) => ({ ...entry, excerpt: excerptOf(entry.text, words) }))
  }
}

function rankOf({ isBackground }: SearchEntry): number {
  return isBackground ? 1 : 0
}

type Places = Readonly<Record<keyof typeof WEIGHTS, string>>

/** 0: a word is missing. */
function scoreOf(places: Places, words: readonly string[], phrase: string): number {
  const kinds = Object.entries(WEIGHTS) as [keyof Places, number][] // as its type says
  let score = 0
  for (const word of words) {
    const weight = Math.max(...kinds.map(([kind, weight]) => weight * nearness(places[kind], word)))
    if (weight === 0) return 0
    score += weight
  }
  for (const [kind, weight] of kinds) {
    if (places[kind].includes(` ${phrase}`)) score += weight * TOGETHER
    if (places[kind] === ` ${phrase} `) score += weight * TOGETHER
  }
  return score
}

function nearness(place: string, word: string): number {
  if (place.includes(` ${word} `)) return WHOLE
  return place.includes(` ${word}`) ? 1 : 0
}

/** Small letters without accents; everything else is one blank, so that `token_expired` has the words of "token expired". */
function normalized(text: string): string {
  return ` ${text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `
}

function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase()
  const places = words.map((word) => lower.indexOf(word)).filter((place) => place >= 0)
  const begin = Math.max(0, Math.min(...places, text.length) - EXCERPT / 4)
  if (places.length === 0 || begin === 0) return text.slice(0, EXCERPT)
  return `… ${text.slice(text.indexOf(' ', begin) + 1).slice(0, EXCERPT)}`
}
