import { Problem } from '../problems/index.ts'
import { openQueue, runApart } from './apart.ts'
import { pictureTooLarge, pictureTypeUnsupported, pictureUnreadable } from './problems.ts'

const MOST_PIXELS = 40_000_000
const MOST_FRAMES = 500
const inTurn = openQueue({ atOnce: 2, mostWaiting: 20 })

/** A picture as it is stored: WebP in two sizes, and no other data of the file. */
export interface Picture {
  /** The size of the large one. */
  readonly width: number
  readonly height: number
  readonly large: Buffer
  readonly small: Buffer
}

export interface DecodeRequest {
  readonly bytes: Buffer
  /** Whether it is only to be decoded and measured, as a picture that is stored already. */
  readonly isStored: boolean
  readonly mostPixels: number
  readonly mostFrames: number
}

export type Size = Pick<Picture, 'width' | 'height'>

interface Refused {
  readonly fault: 'unreadable' | 'too large'
}

export type Decoded = Picture | Size | Refused

const KINDS: readonly ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.subarray(0, 8).toString('hex') === '89504e470d0a1a0a', // PNG
  (bytes) => bytes.subarray(0, 3).toString('hex') === 'ffd8ff', // JPEG
  (bytes) => /^GIF8[79]a$/.test(bytes.subarray(0, 6).toString('latin1')),
  (bytes) => /^RIFF[\s\S]{4}WEBP$/.test(bytes.subarray(0, 12).toString('latin1')),
]

/** Decodes a file and encodes it again, so that only its pixels are kept. */
export async function readPicture(bytes: Buffer): Promise<Picture> {
  if (!KINDS.some((isOfKind) => isOfKind(bytes))) throw new Problem(pictureTypeUnsupported)
  const decoded = await decode<Picture>(bytes, false)
  if (!('fault' in decoded)) return decoded
  throw new Problem(decoded.fault === 'too large' || decoded.fault === 'late' ? pictureTooLarge : pictureUnreadable)
}

/** The size of a picture as we store it, after all of it was decoded within the same limits. Undefined: it is none. */
export async function measurePicture(bytes: Buffer): Promise<Size | undefined> {
  const decoded = await decode<Size>(bytes, true)
  return 'fault' in decoded ? undefined : decoded
}

async function decode<Answer extends Size>(bytes: Buffer, isStored: boolean) {
  const request: DecodeRequest = { bytes, isStored, mostPixels: MOST_PIXELS, mostFrames: MOST_FRAMES }
  const outcome = await inTurn(() => runApart<Answer | Refused>('decode-picture', request))
  return 'answer' in outcome ? outcome.answer : outcome
}
