import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Problem, unavailable } from '../problems/index.ts'
import { openQueue, runApart } from './apart.ts'

/** Its own queue, so that visitors who look at pictures do not keep others from sending some. */
const inTurn = openQueue({ atOnce: 1, mostWaiting: 20 })

export interface DrawRequest {
  readonly svg: string
  /** A stored picture (WebP) to put on top, as large as fits into a square. */
  readonly inset?: { readonly bytes: Buffer; readonly left: number; readonly top: number; readonly side: number }
}

export interface Drawing extends DrawRequest {
  /** TrueType files; no other fonts are used. */
  readonly fonts: readonly Buffer[]
}

/** Only the folder of this file, and no cache. */
const FONTS_CONF =
  '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig><dir prefix="relative">.</dir></fontconfig>'

/** Draws an SVG as PNG. The fonts are in a folder that is there only while it is drawn: fontconfig reads nothing but files. */
export function drawPng({ fonts, ...request }: Drawing): Promise<Buffer> {
  return inTurn(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'feedback-board-fonts-'))
    try {
      const conf = join(folder, 'fonts.conf')
      await Promise.all([
        writeFile(conf, FONTS_CONF),
        ...fonts.map((font, index) => writeFile(join(folder, `${index}.ttf`), font)),
      ])
      const outcome = await runApart<Buffer>('draw-picture', request, { FONTCONFIG_FILE: conf })
      if ('answer' in outcome) return Buffer.from(outcome.answer)
      throw new Problem(unavailable, { reason: new Error(`The process that draws pictures: ${outcome.fault}.`) })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
}
