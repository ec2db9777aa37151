type Rgb = readonly [number, number, number]

const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0x10, 0x14, 0x12]
/** WCAG 2.2 AA for text. */
const ENOUGH = 4.5
const STEPS = 40

interface Ground {
  readonly paper: Rgb
  /** The colour of text on the accent. */
  readonly on: Rgb
  /** The least contrast of the accent on the paper. */
  readonly enough: number
  /** The colour towards which it is searched. */
  readonly end: Rgb
}

const LIGHT: Ground = { paper: [0xff, 0xff, 0xff], on: WHITE, enough: ENOUGH, end: BLACK }
const DARK: Ground = { paper: [0x0e, 0x0e, 0x10], on: BLACK, enough: ENOUGH + 1, end: WHITE }

/** The project's colour as pages of one kind use it. */
export interface Tones {
  readonly accent: string
  /** The colour of text on it. */
  readonly on: string
  readonly soft: string
  readonly paper: string
  /** The contrast of the accent on the paper, by WCAG. */
  readonly contrast: number
}

/**
 * The project's colour as the pages use it: unchanged if it is readable, otherwise darker on light paper and lighter on dark paper, only as far as
 * needed. So no colour makes the board unreadable.
 */
export function tonesOf(color: string): { readonly light: Tones; readonly dark: Tones } {
  return { light: tones(readable(color, LIGHT), LIGHT), dark: tones(readable(color, DARK), DARK) }
}

/** Only the colour, and the colour of text on it. */
export function accentOn(color: string, scheme: 'light' | 'dark'): Pick<Tones, 'accent' | 'on'> {
  const ground = scheme === 'dark' ? DARK : LIGHT
  return { accent: hex(readable(color, ground)), on: hex(ground.on) }
}

function readable(color: string, { paper, on, enough, end }: Ground): Rgb {
  return shift(parse(color), end, (tone) => contrast(tone, paper) >= enough && contrast(tone, on) >= ENOUGH)
}

export function accentCss(color: string): string {
  const { light, dark } = tonesOf(color)
  const pair = (tone: 'accent' | 'on' | 'soft') => `light-dark(${light[tone]},${dark[tone]})`
  const accent = pair('accent')
  return `:root{--accent:${accent};--focus:${accent};--on-accent:${pair('on')};--accent-soft:${pair('soft')}}`
}

function tones(accent: Rgb, { paper, on }: Ground): Tones {
  const soft = shift(mix(accent, paper, 0.88), paper, (tone) => contrast(accent, tone) >= ENOUGH)
  return {
    accent: hex(accent),
    on: hex(on),
    soft: hex(soft),
    paper: hex(paper),
    contrast: Math.floor(contrast(accent, paper) * 10) / 10,
  }
}

/** The first tone on the way to `end` that is good enough. */
function shift(from: Rgb, end: Rgb, isGood: (tone: Rgb) => boolean): Rgb {
  for (let step = 0; step <= STEPS; step += 1) {
    const tone = mix(from, end, step / STEPS)
    if (isGood(tone)) return tone
  }
  return end
}

function mix(one: Rgb, other: Rgb, share: number): Rgb {
  const part = (place: 0 | 1 | 2) => Math.round(one[place] * (1 - share) + other[place] * share)
  return [part(0), part(1), part(2)]
}

/** WCAG's ratio of two luminances. */
export function contrast(one: Rgb, other: Rgb): number {
  const [here, there] = [luminance(one), luminance(other)]
  return (Math.max(here, there) + 0.05) / (Math.min(here, there) + 0.05)
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(value: number): number {
  const share = value / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

function parse(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

function hex([red, green, blue]: Rgb): string {
  return `#${(2 ** 24 + red * 2 ** 16 + green * 2 ** 8 + blue).toString(16).slice(1)}`
}
