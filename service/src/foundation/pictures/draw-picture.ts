import sharp from 'sharp'
import type { DrawRequest } from './draw-png.ts'

/* A separate process for one drawing, as for one decoding: the service itself never loads `sharp`. */

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadSvg', 'VipsForeignLoadWebp'] })

process.once('message', async (request: DrawRequest) => {
  const png = await draw(request).catch(() => undefined)
  if (png) process.send?.(png, () => process.exit())
  else process.exit(1)
})

async function draw({ svg, inset }: DrawRequest): Promise<Buffer> {
  const picture = sharp(Buffer.from(svg), { failOn: 'error' })
  if (inset) {
    const { bytes, left, top, side } = inset
    const background = { r: 0, g: 0, b: 0, alpha: 0 }
    const input = await sharp(bytes).resize(side, side, { fit: 'contain', background }).ensureAlpha().raw().toBuffer()
    picture.composite([{ input, raw: { width: side, height: side, channels: 4 }, left, top }])
  }
  return picture.png({ palette: true, quality: 95, effort: 5 }).toBuffer()
}
