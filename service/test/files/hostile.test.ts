import { deflateSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { startProject, type TestProject } from '../harness/project.ts'
import { fetchFile, formWith, plain, png, sharp, upload } from './pictures.ts'

let project: TestProject
let session: string

beforeEach(async () => {
  project = await startProject()
  session = (await project.signIn()).session
})

const send = (body: unknown, headers: Record<string, string> = {}) =>
  project.app('POST', '/v1/files', { session, body, headers })

const kept = (url: string, size = '') => fetchFile(project, url + size)

/** As a PNG says its size, however little follows. */
function pngSaying(width: number, height: number): Buffer<ArrayBuffer> {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const framed = Buffer.alloc(body.length + 8)
    framed.writeUInt32BE(data.length, 0)
    body.copy(framed, 4)
    framed.writeUInt32BE(crc(body), body.length + 4)
    return framed
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function crc(bytes: Buffer): number {
  let value = 0xffffffff
  for (const byte of bytes) {
    value ^= byte
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  }
  return (value ^ 0xffffffff) >>> 0
}

/** A GIF of one pixel, as often as is asked for. */
function gifOf(frames: number): Buffer<ArrayBuffer> {
  const head = Buffer.from('GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff', 'latin1')
  const frame = Buffer.from(
    '\x21\xf9\x04\x04\x05\x00\x00\x00\x2c\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02\x44\x01\x00',
    'latin1',
  )
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from(';')])
}

describe('a file that is not a picture gets a clear error', () => {
  const cases: [what: string, bytes: () => Promise<Buffer> | Buffer, status: number, code: string][] = [
    ['nothing at all', () => Buffer.alloc(0), 415, 'picture_type_unsupported'],
    [
      'an SVG',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      415,
      'picture_type_unsupported',
    ],
    [
      'HTML that is named .png',
      () => Buffer.from('<!doctype html><script>alert(1)</script>'),
      415,
      'picture_type_unsupported',
    ],
    ['a TIFF', () => plain(8, 8).tiff().toBuffer(), 415, 'picture_type_unsupported'],
    ['a PNG that is cut off', async () => (await png(400, 400)).subarray(0, 120), 422, 'picture_unreadable'],
    [
      'the first bytes of a PNG and then HTML',
      () => Buffer.from('\x89PNG\r\n\x1a\n<html>', 'latin1'),
      422,
      'picture_unreadable',
    ],
    [
      'a JPEG that is cut off',
      async () => (await plain(900, 900).jpeg().toBuffer()).subarray(0, 2_000),
      422,
      'picture_unreadable',
    ],
    ['a PNG of 40,000 times 40,000 pixels', () => pngSaying(40_000, 40_000), 413, 'picture_too_large'],
    ['a GIF of 10,000 frames', () => gifOf(10_000), 413, 'picture_too_large'],
    ['one byte more than ten megabytes', () => Buffer.alloc(10_485_761), 413, 'body_too_large'],
  ]
  test.for(cases)('%s', async ([, make, status, code]) => {
    const bytes = Uint8Array.from(await make())
    const answer = await send(formWith(bytes))
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code })
    expect(answer.body.title).toMatch(/\.$/)
  })
})

describe('a form that is not one file', () => {
  test('two parts', async () => {
    const form = formWith(Uint8Array.from(await png()))
    form.append('file', new File([Uint8Array.from(await png())], 'other.png'))
    expect(await send(form)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  })

  test('a part that is a text', async () => {
    const form = new FormData()
    form.set('file', 'hello')
    expect(await send(form)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  })

  test('a form without an end', async () => {
    const type = { 'content-type': 'multipart/form-data; boundary=x' }
    expect(
      await send('--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc', type),
    ).toMatchObject({
      status: 400,
    })
  })

  test('JSON, and a form where JSON is meant', async () => {
    expect(await send({ file: 'x' })).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } })
    const form = formWith(Uint8Array.from(await png()))
    expect(await project.app('POST', '/v1/posts', { session, body: form })).toMatchObject({
      status: 415,
      body: { code: 'unsupported_media_type' },
    })
  })

  test('a file without a session is refused', async () => {
    const form = formWith(Uint8Array.from(await png()))
    expect(await project.app('POST', '/v1/files', { body: form })).toMatchObject({
      status: 401,
      body: { code: 'session_required' },
    })
  })
})

test('of what a file says, only its pixels are left: no place, no device, no profile, no text behind the end', async () => {
  const taken = await plain(300, 200)
    .withExif({ IFD0: { Make: 'CANARY-EXIF' }, IFD3: { GPSLatitude: '48/1 8/1 0/1' } })
    .withIccProfile('p3')
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const sent = Buffer.concat([taken, Buffer.from('<script>CANARY-TAIL</script>')])
  expect(sent.includes('CANARY-EXIF')).toBe(true)
  const { url, width, height } = await upload(project, session, Uint8Array.from(sent))
  expect({ width, height }).toEqual({ width: 200, height: 300 }) // as it was held
  const { body: post } = await project.app('POST', '/v1/posts', {
    session,
    body: { title: 'A photograph', body: `![Roof](${url})` },
  })
  expect(post.body_html).toContain('<img')
  for (const size of ['', '?size=small']) {
    const { status, bytes } = await kept(url, size)
    expect(status).toBe(200)
    expect(bytes.includes('CANARY')).toBe(false)
    const { format, exif, icc, xmp, iptc, orientation } = await sharp(bytes).metadata()
    expect({ format, exif, icc, xmp, iptc, orientation }).toEqual({ format: 'webp' })
  }
})

test('a GIF that moves still moves', async () => {
  const frames = await Promise.all(['#f00', '#0f0', '#00f'].map((color) => plain(40, 30, color).png().toBuffer()))
  const gif = await sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 100, 100] })
    .toBuffer()
  const { url, width, height } = await upload(project, session, Uint8Array.from(gif))
  expect({ width, height }).toEqual({ width: 40, height: 30 })
  await project.app('POST', '/v1/posts', { session, body: { title: 'It moves', body: `![Colours](${url})` } })
  expect(await sharp((await kept(url)).bytes, { animated: true }).metadata()).toMatchObject({
    format: 'webp',
    pages: 3,
  })
})

test('a large picture is made smaller', async () => {
  const { url, width, height } = await upload(project, session, Uint8Array.from(await png(4000, 1000)))
  expect({ width, height }).toEqual({ width: 2048, height: 512 })
  await project.app('POST', '/v1/posts', { session, body: { title: 'It is large', body: `![Wide](${url})` } })
  expect(await sharp((await kept(url, '?size=small')).bytes).metadata()).toMatchObject({ width: 1024, height: 256 })
})
