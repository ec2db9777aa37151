import sharp from 'sharp'
import type { Decoded, DecodeRequest } from './read-picture.ts'

/* A separate process for one picture: damage by a hostile file ends with the process, and its memory holds none of our data. */

const PIXELS_PER_SIDE = { large: 2048, small: 1024 }
/** Each frame is encoded separately. */
const PIXELS_PER_SIDE_ANIMATED = { large: 1024, small: 512 }

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
})

process.once('message', async (request: DecodeRequest) => {
  const answer = await decode(request).catch((): Decoded => ({ fault: 'unreadable' }))
  process.send?.(answer, () => process.exit())
})

async function decode({ bytes, isStored, mostPixels, mostFrames }: DecodeRequest): Promise<Decoded> {
  const options = { failOn: 'error', limitInputPixels: false, animated: true } as const
  const { format, width, height, pages = 1, pageHeight = height } = await sharp(bytes, options).metadata()
  if (pages > mostFrames || width * pageHeight * pages > mostPixels) return { fault: 'too large' }
  if (isStored) {
    if (format !== 'webp') return { fault: 'unreadable' }
    await sharp(bytes, options).stats() // decodes every pixel, and keeps none
    return { width, height: pageHeight }
  }
  const isAnimated = pages > 1
  const sides = isAnimated ? PIXELS_PER_SIDE_ANIMATED : PIXELS_PER_SIDE
  const encode = (source: Buffer, side: number) =>
    sharp(source, { ...options, sequentialRead: !isAnimated })
      .autoOrient()
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80, effort: isAnimated ? 2 : 4 })
      .toBuffer({ resolveWithObject: true })
  const large = await encode(bytes, sides.large)
  const small = await encode(large.data, sides.small)
  return {
    width: large.info.width,
    height: isAnimated ? (large.info.pageHeight ?? large.info.height) : large.info.height,
    large: large.data,
    small: small.data,
  }
}
