import latinExtended from '@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2?inline'
import latin from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?inline'
import { etagOf } from '../http/index.ts'
import { type AssetFile, versionOf } from './assets.ts'

/** Files of the one font that board, console and reference are set in. Scripts that it lacks are set in the system's font. */
export const fontFiles = {
  'figtree-latin.woff2': { type: 'font/woff2', content: bytesOf(latin) },
  'figtree-latin-extended.woff2': { type: 'font/woff2', content: bytesOf(latinExtended) },
} as const satisfies Record<string, AssetFile>

/** The file that every page loads first. */
export const MAIN_FONT = 'figtree-latin.woff2'

/** Which letters are in which file of the font's package. */
const RANGES: Readonly<Record<keyof typeof fontFiles, string>> = {
  'figtree-latin.woff2':
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  'figtree-latin-extended.woff2':
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
}

/**
 * For a style sheet beside the files. If the font arrives late, it is used from the next page on (`optional`), so that no text ever moves.
 * Until then the page uses Arial, scaled to the same height and width (figures of Capsize).
 */
export const fontCss = [
  ...Object.entries(RANGES).map(
    ([name, range]) =>
      `@font-face{font-family:Figtree;font-weight:300 900;font-display:optional;src:url(${name}?${versionIn(name)}) format("woff2");unicode-range:${range}}`,
  ),
  '@font-face{font-family:"Figtree Fallback";src:local("Arial"),local("ArialMT"),local("Liberation Sans");ascent-override:94.3231%;descent-override:24.8219%;line-gap-override:0%;size-adjust:100.7176%}',
].join('')

function versionIn(name: string): string {
  return versionOf({ etag: etagOf(fontFiles[name as keyof typeof fontFiles].content) }) // a name of RANGES
}

function bytesOf(dataUrl: string): Buffer {
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
}
