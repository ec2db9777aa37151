import { tonesOf } from '../pages/index.ts'

/* Colours as the tokens of ui/ have them. Mail programs know no variables, so each element has its own style; a program that drops style sheets
   shows the light mail. */

interface Palette {
  readonly paper: string
  readonly card: string
  readonly line: string
  readonly ink: string
  readonly soft: string
}

const LIGHT: Palette = { paper: '#f5f5f6', card: '#ffffff', line: '#e3e3e6', ink: '#18181b', soft: '#56565e' }
const DARK: Palette = { paper: '#0e0e10', card: '#17171a', line: '#2d2d33', ink: '#ededf0', soft: '#a6a6b0' }

const FONT = "font-family:Figtree,system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif"

/** What elements of a mail look like: a style for each, and classes for dark screens. */
export interface Look {
  readonly styles: string
  readonly font: string
  readonly accent: string
  readonly onAccent: string
  readonly light: Palette
}

export function lookOf(accentColor: string): Look {
  const { light, dark } = tonesOf(accentColor)
  return {
    font: FONT,
    accent: light.accent,
    onAccent: light.on,
    light: LIGHT,
    styles: darkStyles(dark.accent, dark.on),
  }
}

/** A status as a tinted pill, in which the text can be read. */
export function pillStyle(color: string): string {
  const { light } = tonesOf(color)
  return `display:inline-block;padding:2px 10px;border-radius:999px;background:${light.soft};color:${light.accent};font-size:14px;font-weight:600`
}

export function pillClass(color: string): string {
  return `s${color.slice(1).toLowerCase()}`
}

/** The same pill on dark screens. */
export function darkPill(color: string): string {
  const { dark } = tonesOf(color)
  return `.${pillClass(color)}{background:${dark.soft}!important;color:${dark.accent}!important}`
}

function darkStyles(accent: string, on: string): string {
  const of = (name: string, style: string) => `.${name}{${style}}`
  return [
    of('paper', `background:${DARK.paper}!important`),
    of('card', `background:${DARK.card}!important;border-color:${DARK.line}!important`),
    of('line', `border-color:${DARK.line}!important`),
    of('ink', `color:${DARK.ink}!important`),
    of('soft', `color:${DARK.soft}!important`),
    of('accent', `color:${accent}!important;border-color:${accent}!important`),
    of('fill', `background:${accent}!important;color:${on}!important;border-color:${accent}!important`),
  ].join('')
}
