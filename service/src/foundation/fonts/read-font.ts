import { inflateSync } from 'node:zlib'

/** A font, as programs on a server need it. */
export interface Font {
  /** The same font as a TrueType file. */
  readonly file: Buffer
  /** How wide a character is, in parts of the size of the type; undefined if the font lacks it. */
  widthOf(character: number): number | undefined
}

interface Table {
  readonly tag: string
  readonly checksum: number
  readonly data: Buffer
}

/** Reads a WOFF file (version 1): the tables of a TrueType file, each compressed. */
export function readFont(woff: Buffer): Font {
  const tables = tablesOf(woff)
  const table = (tag: string) => {
    const found = tables.find((table) => table.tag === tag)
    if (!found) throw new Error(`The font has no table ${tag}.`)
    return found.data
  }
  const unitsPerEm = table('head').readUInt16BE(18)
  const widths = table('hmtx')
  const lastWidth = table('hhea').readUInt16BE(34) - 1 // all further glyphs are as wide as this one
  const glyphs = glyphsOf(table('cmap'))
  return {
    file: joined(woff.readUInt32BE(4), tables),
    widthOf: (character) => {
      const glyph = glyphs.get(character)
      return glyph === undefined ? undefined : widths.readUInt16BE(Math.min(glyph, lastWidth) * 4) / unitsPerEm
    },
  }
}

function tablesOf(woff: Buffer): Table[] {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('This is no WOFF file.')
  return Array.from({ length: woff.readUInt16BE(12) }, (_, index) => {
    const entry = woff.subarray(44 + index * 20)
    const [offset, stored, length] = [entry.readUInt32BE(4), entry.readUInt32BE(8), entry.readUInt32BE(12)]
    const bytes = woff.subarray(offset, offset + stored)
    return {
      tag: entry.toString('latin1', 0, 4),
      checksum: entry.readUInt32BE(16),
      data: stored < length ? inflateSync(bytes, { maxOutputLength: length }) : bytes,
    }
  })
}

/** A TrueType file: a head, a directory, and the tables, each at a multiple of four bytes. */
function joined(flavor: number, tables: readonly Table[]): Buffer {
  const head = Buffer.alloc(12 + tables.length * 16)
  const steps = Math.floor(Math.log2(tables.length))
  head.writeUInt32BE(flavor, 0)
  head.writeUInt16BE(tables.length, 4)
  head.writeUInt16BE(2 ** steps * 16, 6)
  head.writeUInt16BE(steps, 8)
  head.writeUInt16BE((tables.length - 2 ** steps) * 16, 10)
  const parts: Buffer[] = [head]
  let offset = head.length
  tables.forEach(({ tag, checksum, data }, index) => {
    const entry = 12 + index * 16
    head.write(tag, entry, 'latin1')
    head.writeUInt32BE(checksum, entry + 4)
    head.writeUInt32BE(offset, entry + 8)
    head.writeUInt32BE(data.length, entry + 12)
    const padding = Buffer.alloc((4 - (data.length % 4)) % 4)
    parts.push(data, padding)
    offset += data.length + padding.length
  })
  return Buffer.concat(parts)
}

/** Which glyph shows which character, by the tables for Unicode. */
function glyphsOf(cmap: Buffer): ReadonlyMap<number, number> {
  const glyphs = new Map<number, number>()
  for (let index = 0; index < cmap.readUInt16BE(2); index += 1) {
    const table = cmap.subarray(cmap.readUInt32BE(4 + index * 8 + 4))
    const format = table.readUInt16BE(0)
    if (format === 4) readSegments(table, glyphs)
    if (format === 12) readGroups(table, glyphs)
  }
  return glyphs
}

/** Format 4: four columns of numbers, one of each for a segment of characters. */
function readSegments(table: Buffer, glyphs: Map<number, number>): void {
  const columnBytes = table.readUInt16BE(6)
  const cell = (column: number, segment: number) => 14 + column * columnBytes + (column > 0 ? 2 : 0) + segment * 2
  for (let segment = 0; segment < columnBytes / 2; segment += 1) {
    const [last, first] = [table.readUInt16BE(cell(0, segment)), table.readUInt16BE(cell(1, segment))]
    const delta = table.readUInt16BE(cell(2, segment))
    const offset = table.readUInt16BE(cell(3, segment))
    for (let character = first; character <= last && character < 0xffff; character += 1) {
      const listed = offset === 0 ? character : table.readUInt16BE(cell(3, segment) + offset + (character - first) * 2)
      const glyph = listed === 0 ? 0 : (listed + delta) & 0xffff
      if (glyph !== 0) glyphs.set(character, glyph)
    }
  }
}

/** Format 12: groups of characters whose glyphs follow one another. */
function readGroups(table: Buffer, glyphs: Map<number, number>): void {
  for (let index = 0; index < table.readUInt32BE(12); index += 1) {
    const [first, last] = [table.readUInt32BE(16 + index * 12), table.readUInt32BE(20 + index * 12)]
    const glyph = table.readUInt32BE(24 + index * 12)
    for (let character = first; character <= last; character += 1) glyphs.set(character, glyph + character - first)
  }
}
