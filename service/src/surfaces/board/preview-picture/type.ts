import latin from '@fontsource/figtree/files/figtree-latin-600-normal.woff?inline'
import latinExtended from '@fontsource/figtree/files/figtree-latin-ext-600-normal.woff?inline'
import cyrillic from '@fontsource/noto-sans/files/noto-sans-cyrillic-600-normal.woff?inline'
import greek from '@fontsource/noto-sans/files/noto-sans-greek-600-normal.woff?inline'
import arabic from '@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-600-normal.woff?inline'
import { onFirstUse } from '../../../../../ui/on-first-use.ts'
import { seenIn, withoutUnseen } from '../../../domain/texts/index.ts'
import { type Font, readFont } from '../../../foundation/fonts/index.ts'

/** Families and weight of the files below. */
export const TYPE = 'font-family="Figtree, Noto Sans, Noto Sans Arabic" font-weight="600"'
export const ELLIPSIS = '…'

/** The fonts of a picture, in the order in which they are looked through for a character. Only a drawing needs them. */
export const fontsOfPictures: () => readonly Font[] = onFirstUse(() =>
  [latin, latinExtended, cyrillic, greek, arabic].map((url) => readFont(bytesOf(url))),
)

function bytesOf(dataUrl: string): Buffer {
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
}

/** V8 takes 20 ms to read this expression. */
const emoji = onFirstUse(() => /\p{RGI_Emoji}|\p{Extended_Pictographic}/gv)

/** The text as a picture can show it: without emoji. Undefined if nothing is left, or if no font has one of its characters. */
export function drawable(text: string): string | undefined {
  const plain = withoutUnseen(text.normalize('NFC'))
    .replace(emoji(), (found) => (hasGlyphs(found) ? found : ' '))
    .replace(/\s+/g, ' ')
    .trim()
  return plain !== '' && hasGlyphs(plain) ? plain : undefined
}

function hasGlyphs(text: string): boolean {
  return [...text].every((character) => widthOfCharacter(character) !== undefined)
}

function widthOfCharacter(character: string): number | undefined {
  const code = character.codePointAt(0) ?? 0
  for (const font of fontsOfPictures()) {
    const width = font.widthOf(code)
    if (width !== undefined) return width
  }
  return seenIn(character) === 0 ? 0 : undefined // such as joiners, for which nothing is drawn
}

/** Blocks of Unicode with the forms of Arabic letters: of each letter alone, at the end, and for most at the beginning and in the middle. */
const FORMS = [
  [0xfb50, 0xfbff],
  [0xfe80, 0xfef4],
] as const

let joining: ReadonlyMap<string, number> | undefined

/** The width of an Arabic letter that joins the next one: about half of its width alone. */
function joiningWidths(): ReadonlyMap<string, number> {
  if (joining) return joining
  const forms = new Map<string, number[]>()
  for (const [first, last] of FORMS) {
    for (let code = first; code <= last; code += 1) {
      const form = String.fromCodePoint(code)
      const letter = form.normalize('NFKC')
      forms.set(letter, [...(forms.get(letter) ?? []), widthOfCharacter(form) ?? 0])
    }
  }
  const joined = [...forms].map(([letter, widths]) => [letter, Math.max(0, ...widths.slice(2))] as const)
  joining = new Map(joined.filter(([, width]) => width > 0))
  return joining
}

/** The approximate width of a line; kerning makes it a little narrower. */
export function widthOf(text: string, size: number): number {
  const characters = [...text]
  let width = 0
  characters.forEach((character, index) => {
    const isJoined = /\p{Script=Arabic}/u.test(characters[index + 1] ?? '')
    width += (isJoined ? joiningWidths().get(character) : undefined) ?? widthOfCharacter(character) ?? 0
  })
  return width * size
}

export interface Box {
  readonly size: number
  readonly width: number
  readonly most: number
}

/** The text in lines; if it is too long, it is cut and ends with an ellipsis. */
export function linesOf(text: string, { size, width, most }: Box): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').flatMap((word) => piecesOf(word, size, width))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(longer, size) <= width) {
      line = longer
      continue
    }
    if (lines.length === most - 1) return [...lines, cut(longer, size, width)]
    lines.push(line)
    line = word
  }
  return [...lines, line]
}

/** The text in one line. */
export function cut(text: string, size: number, width: number): string {
  if (widthOf(text, size) <= width) return text
  const letters = lettersOf(text)
  while (letters.length > 0 && widthOf(letters.join('') + ELLIPSIS, size) > width) letters.pop()
  return letters.join('').trimEnd() + ELLIPSIS
}

/** A word that is longer than a line goes on in the next one. */
function piecesOf(word: string, size: number, width: number): string[] {
  if (widthOf(word, size) <= width) return [word]
  const pieces = ['']
  for (const letter of lettersOf(word)) {
    const longer = (pieces.at(-1) ?? '') + letter
    if (widthOf(longer, size) <= width) pieces[pieces.length - 1] = longer
    else pieces.push(letter)
  }
  return pieces
}

const segmenter = onFirstUse(() => new Intl.Segmenter())

function lettersOf(text: string): string[] {
  return [...segmenter().segment(text)].map(({ segment }) => segment)
}
