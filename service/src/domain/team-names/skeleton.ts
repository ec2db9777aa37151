import { SHAPELESS } from '../texts/index.ts'
import { LOOK_ALIKES } from './look-alikes.ts'

const NO_SHAPE = new RegExp(`[\\p{M}${SHAPELESS}]`, 'gu')
/** Signs about the name beside them. Unicode's compatibility form would turn them into letters of the name. */
const MARKS_OF_TRADE = /[™℠©®]/gu

const UNICODE = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([look, characters]) => [...characters].map((character) => [character, look])),
)

/** Look-alikes that Unicode's table does not have: the table compares single characters in one font, not words that are read in a hurry. */
const READ_SO: Readonly<Record<string, string>> = {
  и: 'u',
  п: 'n',
  є: 'e',
  μ: 'u',
  ς: 'c',
  ω: 'w',
  Λ: 'a',
  þ: 'p',
  ᴀ: 'a',
  ʙ: 'b',
  ᴅ: 'd',
  ᴇ: 'e',
  ꜰ: 'f',
  ɢ: 'g',
  ʜ: 'h',
  ᴊ: 'j',
  ᴋ: 'k',
  ʟ: 'l',
  ᴍ: 'm',
  ɴ: 'n',
  ᴘ: 'p',
  ᴛ: 't',
  '€': 'e',
  '∂': 'd',
}

/** Digits and signs that people write for letters. */
const WRITTEN_FOR: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'l',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'l',
  '|': 'l',
}

/**
 * The words of a name by their looks: two texts that a reader can confuse have the same words. Case, accents and punctuation are gone, look-alikes
 * are folded, and so are I, l and 1, rn and m, vv and w.
 */
export function skeletonWords(text: string): string[] {
  const plain = text
    .replace(MARKS_OF_TRADE, '')
    .normalize('NFKC')
    .replace(/(^|\s)@(?=\s|$)/g, '$1at')
    .normalize('NFKD')
    .replace(NO_SHAPE, '')
  const latin = [...plain].map(lookOf).join('').toUpperCase().toLowerCase() // ß becomes SS
  const folded = [...latin].map((character) => WRITTEN_FOR[character] ?? character).join('')
  const words = folded.match(/[\p{L}\p{N}]+/gu) ?? []
  return words.map((word) => word.replaceAll('l', 'i').replaceAll('rn', 'm').replaceAll('vv', 'w'))
}

function lookOf(character: string): string {
  return READ_SO[character] ?? UNICODE.get(character) ?? READ_SO[character.toLowerCase()] ?? character
}

/** Without the signs and digits around it, which can be read as letters or not at all. */
export function withoutEnds(text: string): string {
  return text.replace(MARKS_OF_TRADE, '').replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
}

export function skeletonOf(text: string): string {
  return skeletonWords(text).join('')
}
