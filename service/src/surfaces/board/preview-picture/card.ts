import { accentOn } from '../../../../../ui/accent.ts'
import { onFirstUse } from '../../../../../ui/on-first-use.ts'
import { directionOf } from '../../pages/index.ts'
import { PICTURE_HEIGHT as HEIGHT, PICTURE_WIDTH as WIDTH } from '../shared/preview.ts'
import { xml } from '../shared/xml.ts'
import { cut, drawable, ELLIPSIS, linesOf, TYPE, widthOf } from './type.ts'

const MARGIN = 80
const BAND = 14
const MARK = { top: 64, side: 72 }
const BUBBLE = { top: 204, width: 164, height: 180 }
const TITLE = { top: 204, inset: MARGIN + BUBBLE.width + 48, lineHeight: 1.2 }
const FOOT = 528
const SMALL = 32
const PAPER = '#ffffff'
const INK = '#18181b'
const INK_SOFT = '#56565e'
/** The shorter the title, the larger. */
const TITLE_SIZES = [
  { size: 72, most: 2 },
  { size: 58, most: 3 },
]

/** The content of a picture: a post, or the board itself. */
export interface Card {
  readonly name: string
  readonly host: string
  readonly accentColor: string
  readonly hasLogo: boolean
  readonly post?: {
    readonly number: number
    readonly title: string
    readonly votes: number
    readonly status: { readonly name: string; readonly color: string }
  }
}

export interface CardPicture {
  readonly svg: string
  /** The place of the logo. */
  readonly logo: { readonly left: number; readonly top: number; readonly side: number }
}

/** The picture of a card. A text with characters that our fonts lack is left out: a picture never shows boxes. */
export function cardPicture(card: Card): CardPicture {
  const { accent, on } = accentOn(card.accentColor, 'light')
  const title = card.post ? (drawable(card.post.title) ?? `#${card.post.number}`) : (drawable(card.name) ?? card.host)
  const side = sideOf(directionOf(title))
  const parts = [
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${PAPER}"/>`,
    `<rect y="${HEIGHT - BAND}" width="${WIDTH}" height="${BAND}" fill="${accent}"/>`,
    head(card, side, { accent, on }),
    bubble(side, accent),
    arrow(side, on, card.post === undefined),
    card.post && votes(card.post.votes, side, on),
    titleLines(title, side),
    foot(card, side),
  ]
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" ${TYPE}>${parts.filter(Boolean).join('')}</svg>`,
    logo: { left: side.box(MARGIN, MARK.side), ...MARK },
  }
}

/** An Arabic title begins at the right, and everything else is aligned with it. */
interface Side {
  readonly direction: 'ltr' | 'rtl'
  /** A point at this distance from the side where the title begins. */
  at(x: number): number
  /** The left edge of a box that begins there. */
  box(x: number, width: number): number
}

function sideOf(direction: Side['direction']): Side {
  const isLeft = direction === 'ltr'
  return {
    direction,
    at: (x) => (isLeft ? x : WIDTH - x),
    box: (x, width) => (isLeft ? x : WIDTH - x - width),
  }
}

interface Line {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly fill: string
  /** Whether it ends there instead of beginning there. */
  readonly isEnd?: boolean
}

function line(text: string, side: Side, { x, y, size, fill, isEnd = false }: Line): string {
  const direction = directionOf(text)
  const anchor = (direction === side.direction) === isEnd ? 'end' : 'start'
  return `<text x="${side.at(x)}" y="${y}" font-size="${size}" fill="${fill}" direction="${direction}" text-anchor="${anchor}">${xml(text)}</text>`
}

/** The logo or initial of the board, and its name. The card of the board itself has the name as its title. */
function head({ name, host, hasLogo, post }: Card, side: Side, { accent, on }: { accent: string; on: string }): string {
  const shown = drawable(name)
  const middle = MARK.top + MARK.side / 2
  const text = post ? (shown ?? host) : undefined
  const words =
    text &&
    line(cut(text, 36, WIDTH - 2 * MARGIN - MARK.side - 24), side, {
      x: MARGIN + MARK.side + 24,
      y: middle + 13,
      size: 36,
      fill: INK,
    })
  if (hasLogo) return words ?? ''
  const initial = drawable([...(shown ?? host)][0] ?? '')?.toUpperCase() ?? ''
  const left = side.box(MARGIN, MARK.side)
  return `<rect x="${left}" y="${MARK.top}" width="${MARK.side}" height="${MARK.side}" rx="18" fill="${accent}"/><text x="${left + MARK.side / 2}" y="${middle + 15}" font-size="42" fill="${on}" text-anchor="middle">${xml(initial)}</text>${words ?? ''}`
}

/** The vote button: a speech bubble, whose corner is at the side where the title begins. */
function bubble(side: Side, fill: string): string {
  const { top, width, height } = BUBBLE
  const left = side.box(MARGIN, width)
  const [round, sharp] = [46, 12]
  const [endStart, endEnd] = side.direction === 'ltr' ? [sharp, round] : [round, sharp]
  const corner = (radius: number, x: number, y: number) => `a${radius} ${radius} 0 0 1 ${x} ${y}`
  const path = [
    `M${left + round} ${top}H${left + width - round}`,
    `${corner(round, round, round)}V${top + height - endEnd}`,
    `${corner(endEnd, -endEnd, endEnd)}H${left + endStart}`,
    `${corner(endStart, -endStart, -endStart)}V${top + round}`,
    `${corner(round, round, -round)}z`,
  ]
  return `<path d="${path.join('')}" fill="${fill}"/>`
}

/** The same triangle as on the button; without a number it stands in the middle. */
function arrow(side: Side, fill: string, isAlone: boolean): string {
  const scale = isAlone ? 5.4 : 4
  const middle = BUBBLE.top + (isAlone ? BUBBLE.height / 2 : 62)
  const center = side.box(MARGIN, BUBBLE.width) + BUBBLE.width / 2
  return `<path transform="translate(${center - 8 * scale} ${middle - 7.1 * scale}) scale(${scale})" d="M8 3.2 14 11H2z" fill="${fill}" stroke="${fill}" stroke-width="1.4" stroke-linejoin="round"/>`
}

const plainNumber = onFirstUse(() => new Intl.NumberFormat('en'))
const shortNumber = onFirstUse(() => new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }))

function votes(count: number, side: Side, fill: string): string {
  const text = (count < 10_000 ? plainNumber() : shortNumber()).format(count)
  const center = side.box(MARGIN, BUBBLE.width) + BUBBLE.width / 2
  const size = Math.min(58, (58 * (BUBBLE.width - 32)) / widthOf(text, 58))
  return `<text x="${center}" y="${BUBBLE.top + 152}" font-size="${size.toFixed(1)}" fill="${fill}" text-anchor="middle">${text}</text>`
}

function titleLines(title: string, side: Side): string {
  const width = WIDTH - TITLE.inset - MARGIN
  const fits = TITLE_SIZES.map((type) => ({ ...type, lines: linesOf(title, { ...type, width }) }))
  const { size, lines } = fits.find(({ lines }) => !lines.at(-1)?.endsWith(ELLIPSIS)) ??
    fits.at(-1) ?? { size: 0, lines: [] }
  const height = lines.length * size * TITLE.lineHeight
  const top = TITLE.top + Math.max(0, (BUBBLE.height - height) / 2)
  return lines
    .map((text, index) => {
      const y = Math.round(top + size * (0.95 + index * TITLE.lineHeight))
      return `<text x="${side.at(TITLE.inset)}" y="${y}" font-size="${size}" fill="${INK}" direction="${side.direction}">${xml(text)}</text>`
    })
    .join('')
}

/** The status at one side, the address of the board at the other. */
function foot({ host, post }: Card, side: Side): string {
  const pill = post ? pillOf(post.status, side) : ''
  const address = cut(host, SMALL, 560)
  return pill + line(address, side, { x: WIDTH - MARGIN, y: FOOT + 11, size: SMALL, fill: INK_SOFT, isEnd: true })
}

function pillOf({ name, color }: { name: string; color: string }, side: Side): string {
  const shown = drawable(name)
  if (shown === undefined) return ''
  const text = cut(shown, SMALL, 380)
  const width = Math.ceil(widthOf(text, SMALL)) + 88
  const dot = side.at(MARGIN + 34)
  return `<rect x="${side.box(MARGIN, width)}" y="${FOOT - 32}" width="${width}" height="64" rx="32" fill="${color}" opacity="0.18"/><circle cx="${dot}" cy="${FOOT}" r="9" fill="${color}"/>${line(text, side, { x: MARGIN + 56, y: FOOT + 11, size: SMALL, fill: INK })}`
}
