import { SHAPELESS } from '../texts/index.ts'

const NO_SHAPE = new RegExp(`[\\p{M}${SHAPELESS}]`, 'gu')
/** They say something of the name beside them. In the compatible form of Unicode they would become letters of it. */
const MARKS_OF_TRADE = /[™℠©®]/gu

/** What letters and digits can be taken for at a glance. Each is written as the Latin letter it looks like. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  // Cyrillic
  а: 'a',
  в: 'b',
  е: 'e',
  з: 'e',
  и: 'u',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  п: 'n',
  р: 'p',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
  ѕ: 's',
  і: 'i',
  ј: 'j',
  ԁ: 'd',
  ԛ: 'q',
  ԝ: 'w',
  һ: 'h',
  ѵ: 'v',
  є: 'e',
  // Greek
  α: 'a',
  β: 'b',
  γ: 'y',
  ε: 'e',
  ζ: 'z',
  η: 'n',
  ι: 'i',
  κ: 'k',
  μ: 'u',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  ς: 'c',
  σ: 'o',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ω: 'w',
  // Armenian
  օ: 'o',
  ո: 'n',
  ս: 'u',
  հ: 'h',
  // Latin letters that do not come apart into a letter and a mark
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ɑ: 'a',
  ɡ: 'g',
  ɩ: 'i',
  æ: 'ae',
  œ: 'oe',
  ð: 'd',
  þ: 'p',
  ᴀ: 'a',
  ʙ: 'b',
  ᴄ: 'c',
  ᴅ: 'd',
  ᴇ: 'e',
  ꜰ: 'f',
  ɢ: 'g',
  ʜ: 'h',
  ɪ: 'i',
  ᴊ: 'j',
  ᴋ: 'k',
  ʟ: 'l',
  ᴍ: 'm',
  ɴ: 'n',
  ᴏ: 'o',
  ᴘ: 'p',
  ʀ: 'r',
  ꜱ: 's',
  ᴛ: 't',
  ᴜ: 'u',
  ᴠ: 'v',
  ᴡ: 'w',
  ʏ: 'y',
  ᴢ: 'z',
  // Digits and signs
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
  '€': 'e',
  ℮: 'e',
  '∂': 'd',
}

/** Capitals that look like another letter than their small ones do. */
const CAPITALS = new Map(
  [
    ['ΑΒΕΖΗΙΚΛΜΝΟΡΤΥΧ', 'ABEZHIKAMNOPTYX'], // Greek
    ['ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ', 'BPDTGKJCZFMNLSRVHWXYAEIOU'], // Lisu
    ['ᎠᎡᎢᎪᎫᎬᎳᎷᎻᎽᏀᏃᏒᏔᏕᏙᏚᏞᏟᏢᏦᏴ', 'DRTAJEWMHYGZRWSVSLCPKB'], // Cherokee
  ].flatMap(([from = '', to = '']) => [...from].map((letter, place) => [letter, to[place] ?? ''])),
)

/**
 * The words of a name as they look: two texts that a reader can take for each other have the same. Case, accents and
 * punctuation are gone, look-alikes are folded, and so are I, l and 1, rn and m, vv and w.
 */
export function skeletonWords(text: string): string[] {
  const plain = text
    .replace(MARKS_OF_TRADE, '')
    .normalize('NFKC')
    .replace(/(^|\s)@(?=\s|$)/g, '$1at')
    .replace(/\p{L}/gu, (letter) => CAPITALS.get(letter) ?? letter)
    .toUpperCase() // ß becomes SS and ı becomes I
    .toLowerCase()
    .normalize('NFKD')
    .replace(NO_SHAPE, '')
  const folded = [...plain].map((character) => LOOK_ALIKES[character] ?? character).join('')
  const words = folded.match(/[\p{L}\p{N}]+/gu) ?? []
  return words.map((word) => word.replaceAll('l', 'i').replaceAll('rn', 'm').replaceAll('vv', 'w'))
}

/** Without the signs and digits around it, which can be read as letters or not at all. */
export function withoutEnds(text: string): string {
  return text.replace(MARKS_OF_TRADE, '').replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
}

export function skeletonOf(text: string): string {
  return skeletonWords(text).join('')
}
