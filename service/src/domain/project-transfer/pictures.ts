import type { JsonObject } from '../../foundation/json/index.ts'
import { measurePicture } from '../../foundation/pictures/index.ts'
import { faultAt, type Portion } from './read.ts'

/** They are served to everybody, so they must be what they are served as. Each is decoded whole; one at a time, as each is a process. */
export async function refuseOtherThanPictures({ records, line }: Portion): Promise<void> {
  for (const [place, record] of records.entries()) {
    const fault = await faultIn(record)
    if (fault) throw faultAt(line + place, fault)
  }
}

async function faultIn({ large, small, width, height }: JsonObject): Promise<string | undefined> {
  const [first, second] = await Promise.all([measurePicture(bytesOf(large)), measurePicture(bytesOf(small))])
  if (!first || !second) return 'The picture cannot be decoded as WebP, or has too many pixels.'
  return first.width === width && first.height === height
    ? undefined
    : `The picture has ${first.width} × ${first.height} pixels, and not those that its record names.`
}

function bytesOf(text: unknown): Buffer {
  return Buffer.from(String(text).slice(2), 'hex')
}
