import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { drawPng } from '../../src/foundation/pictures/index.ts'
import { type Card, cardPicture } from '../../src/surfaces/board/preview-picture/card.ts'
import { openDrawings } from '../../src/surfaces/board/preview-picture/drawings.ts'
import { drawable, fontsOfPictures, linesOf, widthOf } from '../../src/surfaces/board/preview-picture/type.ts'
import { formWith, png, sharp } from '../files/pictures.ts'
import { type Stage, startBoard } from './stage.ts'
import { visitorOf } from './visitor.ts'

/** What the board answers, as bytes. */
function fetchPicture({ boardOrigin, service }: Stage, path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }>((resolve, reject) => {
    const host = new URL(boardOrigin).host
    const sent = request({ port: service.port, host: '127.0.0.1', path, headers: { host, ...headers } }, (answer) => {
      answer.toArray().then((chunks) => {
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(chunks) })
      }, reject)
    })
    sent.on('error', reject).end()
  })
}

const CARD: Card = {
  name: 'Acme',
  host: 'acme.example',
  accentColor: '#14614a',
  hasLogo: false,
  post: { number: 12, title: 'Dark mode', votes: 41, status: { name: 'Planned', color: '#3b82f6' } },
}
const cardWith = (title: string, card: Partial<Card> = {}): Card => ({
  ...CARD,
  ...card,
  post: { number: 12, votes: 41, status: { name: 'Planned', color: '#3b82f6' }, title },
})
const svgOf = (card: Card) => cardPicture(card).svg
const drawn = (svg: string) => drawPng({ svg, fonts: fontsOfPictures().map(({ file }) => file) })

test('a post and its board have a picture of the size that the page names, for everybody to show', async () => {
  const stage = await startBoard()
  const { body: post } = await stage.server('POST', '/v1/posts', { title: 'Dark mode & "more"' })
  const pages = { '/': '/og.png', '/roadmap': '/og.png', [new URL(post.url).pathname]: `/posts/${post.number}/og.png` }
  for (const [page, path] of Object.entries(pages)) {
    const { text } = await stage.board('GET', page)
    const meta = (name: string) => new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(text)?.[1]
    expect(meta('og:image'), page).toBe(stage.boardOrigin + path)
    expect([meta('og:image:width'), meta('og:image:height'), meta('og:image:type')]).toEqual([
      '1200',
      '630',
      'image/png',
    ])
    expect(meta('og:image:alt')).toBe(meta('og:title'))
    expect(meta('twitter:card')).toBe('summary_large_image')
    const { status, headers, bytes } = await fetchPicture(stage, path)
    expect([status, headers['content-type']]).toEqual([200, 'image/png'])
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=300',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
    expect(bytes.length).toBeLessThan(60_000)
  }
})

// Guarantees bounded work: a link that many people open at once costs one drawing.
test('each version is drawn once, also for requests that come at once; a drawing that failed is tried again', async () => {
  const { drawnOnce } = openDrawings(2)
  const draw = vi.fn(async () => Buffer.from('a picture'))
  const drawings = await Promise.all(Array.from({ length: 8 }, () => drawnOnce('one', draw)))
  expect([draw.mock.calls.length, new Set(drawings).size]).toEqual([1, 1])
  await drawnOnce('two', draw)
  await drawnOnce('one', draw)
  expect(draw).toHaveBeenCalledTimes(2)
  draw.mockRejectedValueOnce(new Error('The process ended.'))
  await expect(drawnOnce('three', draw)).rejects.toThrow('The process ended.')
  expect(await drawnOnce('three', draw)).toEqual(Buffer.from('a picture'))
})

// Guarantees that one address cannot keep a core busy with drawings, and that what is drawn is there for everybody.
test('an address gets a few drawings a minute; pictures that are there cost none', async () => {
  const stage = await startBoard({}, { RATE_LIMIT_FACTOR: '0.04' }) // one drawing a minute
  const paths: string[] = []
  for (const title of ['One', 'Two']) {
    const { body: post } = await stage.server('POST', '/v1/posts', { title: `${title} of a flood` })
    paths.push(`/posts/${post.number}/og.png`)
  }
  const statuses = async () => {
    const found: number[] = []
    for (const path of paths) found.push((await fetchPicture(stage, path)).status)
    return found
  }
  expect(await statuses()).toEqual([200, 429])
  expect(await statuses()).toEqual([200, 429])
  expect((await stage.board('GET', '/')).status).toBe(200)
})

test('a picture is not sent again to those who have it, and another text is another picture', async () => {
  const stage = await startBoard()
  const { body: post } = await stage.server('POST', '/v1/posts', { title: 'An idea that everybody shares' })
  const path = `/posts/${post.number}/og.png`
  const answers = await Promise.all([path, path, `${path}?width=9000`].map((path) => fetchPicture(stage, path)))
  expect(new Set(answers.map(({ bytes }) => bytes.toString('base64'))).size).toBe(1)
  const etag = String(answers[0]?.headers.etag)
  const again = await fetchPicture(stage, path, { 'if-none-match': etag })
  expect([again.status, again.headers.etag, again.bytes.length]).toEqual([304, etag, 0])
  await stage.server('PATCH', `/v1/posts/${post.id}`, { title: 'The same idea in other words' })
  const changed = await fetchPicture(stage, path, { 'if-none-match': etag })
  expect([changed.status, changed.headers.etag === etag]).toEqual([200, false])
})

test('a status that the team did not rename is in the language of the board, as on a page for readers who ask for none', async () => {
  const stage = await startBoard({ language: 'german' })
  const { body: post } = await stage.server('POST', '/v1/posts', { title: 'Dunkles Design' })
  const picture = (name: string) => {
    const { boardOrigin, project } = stage
    const { number, title, status } = post
    const card = { number, title, votes: 0, status: { name, color: status.color } }
    const { host } = new URL(boardOrigin)
    return cardPicture({ name: project.name, host, accentColor: project.accentColor, hasLogo: false, post: card }).svg
  }
  const shown = (await fetchPicture(stage, `/posts/${post.number}/og.png`)).bytes
  expect(shown.equals(await drawn(picture('Offen')))).toBe(true)
  expect(shown.equals(await drawn(picture('Open')))).toBe(false)
  const languageFor = async (wish?: string) => {
    const { text } = await stage.board('GET', '/', { headers: wish === undefined ? {} : { 'accept-language': wish } })
    return /<html lang="(\w+)"/.exec(text)?.[1]
  }
  expect([await languageFor(), await languageFor('pl'), await languageFor('fr')]).toEqual(['de', 'de', 'fr'])
})

describe('there is no picture, and no page names one', () => {
  test('of a post that is waiting, rejected, merged or missing; not even for its author', async () => {
    const stage = await startBoard({ requiresApproval: true })
    const cookie = await visitorOf(stage).signIn()
    const { form } = visitorOf(stage)
    const sent = await form('/new', { title: 'Waiting idea', body: 'Text', form_id: 'c'.repeat(22) }, { cookie })
    const waiting = new URL(String(sent.headers.location), stage.boardOrigin).pathname
    const page = await stage.board('GET', waiting, { headers: { cookie } })
    expect(page.status).toBe(200)
    expect(page.text).not.toContain('og:image')
    const { body: target } = await stage.server('POST', '/v1/posts', { title: 'The other one' })
    const { body: merged } = await stage.server('POST', '/v1/posts', { title: 'The same' })
    expect(
      (await stage.server('POST', `/v1/posts/${merged.id}/merge`, { into_post_id: target.id })).status,
    ).toBeLessThan(300)
    const { body: rejected } = await stage.server('POST', '/v1/posts', { title: 'Buy pills' })
    expect((await stage.server('POST', `/v1/moderation/${rejected.id}/reject`)).status).toBeLessThan(300)
    const numbers = [rejected.number, waiting.split('/')[2], merged.number, 999, 'x', '1e3']
    for (const number of numbers)
      expect((await fetchPicture(stage, `/posts/${number}/og.png`, { cookie })).status, `${number}`).toBe(404)
  })

  test('of a private board', async () => {
    const stage = await startBoard({ isPrivate: true })
    const { body: post } = await stage.server('POST', '/v1/posts', { title: 'Secret idea' })
    const cookie = await visitorOf(stage).signIn()
    for (const path of ['/og.png', `/posts/${post.number}/og.png`]) {
      expect((await fetchPicture(stage, path)).status).toBe(401)
      expect((await fetchPicture(stage, path, { cookie })).status).toBe(404)
    }
  })
})

test('the logo is in the picture, and another logo is another picture', async () => {
  const stage = await startBoard()
  const plain = await fetchPicture(stage, '/og.png')
  const put = await stage.server('PUT', '/v1/project/logo', formWith(Uint8Array.from(await png(300, 300))))
  expect(put.status).toBe(204)
  await vi.waitFor(async () => {
    const { headers } = await fetchPicture(stage, '/og.png', { 'if-none-match': String(plain.headers.etag) })
    expect(headers.etag).not.toBe(plain.headers.etag) // a project is remembered for a second
  }, 10_000)
  const { bytes } = await fetchPicture(stage, '/og.png')
  const { logo } = cardPicture({ ...CARD, hasLogo: true })
  const pixel = { left: logo.left + 36, top: logo.top + 36, width: 1, height: 1 }
  const [red = 0, green = 0, blue = 0] = await sharp(bytes).removeAlpha().extract(pixel).raw().toBuffer()
  expect(Math.max(Math.abs(red - 0x33), Math.abs(green - 0x66), Math.abs(blue - 0xcc))).toBeLessThan(12)
})

describe('the text of a picture', () => {
  test('is text, whatever it looks like', async () => {
    const hostile = `</text><image href="file:///etc/passwd"/><b>&amp;'"]]>\u0001`
    const svg = svgOf(cardWith(hostile, { name: hostile }))
    expect(svg).not.toMatch(/<(?:image|b)\b/)
    expect(svg.match(/<text/g)?.length).toBe(svg.match(/<\/text>/g)?.length)
    expect((await drawn(svg)).length).toBeGreaterThan(1_000)
  })

  // Guarantees that no picture shows boxes: a box is as dark as a letter, so what our fonts lack must not be in the drawing at all.
  test('has a glyph for each character; a text that no font has is left out', () => {
    for (const text of ['アプリにダークモード', 'โหมดมืด', 'Dark モード', '\u{1f319}\u{1f469}\u200d\u{1f4bb}', '\ue000'])
      expect(drawable(text), text).toBeUndefined()
    for (const text of ['Žluťoučký kůň', 'نسخة داكنة', 'Тёмная тема', 'Σκούρο θέμα', '„Größe“ – 20 € ©'])
      expect(drawable(text), text).toBe(text)
    expect(drawable('\u{1f319} Dark mode \u2764\ufe0f please \u{1f1e9}\u{1f1ea}')).toBe('Dark mode please')
    const svg = svgOf({
      ...CARD,
      name: '株式会社',
      post: { number: 12, title: 'ダーク', votes: 3, status: { name: '計画中', color: '#3b82f6' } },
    })
    const texts = [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text)
    expect(texts).toEqual(['A', 'acme.example', '3', '#12', 'acme.example'])
  })

  test('fits: at most three lines, cut at the end, each within its width', async () => {
    const box = { size: 58, width: 828, most: 3 }
    for (const text of [
      'word '.repeat(60).trim(),
      'W'.repeat(140),
      `${'نسخة داكنة من التطبيق '.repeat(6)}.`,
      'a'.repeat(3),
    ]) {
      const lines = linesOf(text, box)
      expect(lines.length).toBeLessThanOrEqual(3)
      for (const line of lines) expect(widthOf(line, 58)).toBeLessThanOrEqual(828)
      expect(lines.at(-1)?.endsWith('…')).toBe(text.length > 3)
    }
    // What is drawn leaves the margin at the end white.
    for (const text of ['W'.repeat(140), 'نسخة داكنة من التطبيق مع ألوان يختارها كل فريق '.repeat(2)]) {
      const bytes = await drawn(svgOf(cardWith(text)))
      const isRtl = text.startsWith('ن')
      const edge = { left: isRtl ? 0 : 1160, top: 190, width: 40, height: 260 }
      const pixels = await sharp(bytes).removeAlpha().extract(edge).raw().toBuffer()
      expect(
        pixels.every((value) => value === 255),
        text,
      ).toBe(true)
    }
  })
})

test('nothing stays in the temporary folder, also of a drawing that failed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'drawing-'))
  vi.stubEnv('TMPDIR', folder)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  })
  await drawn(svgOf(CARD))
  await expect(drawn('<svg')).rejects.toMatchObject({ kind: { status: 503 } })
  expect(readdirSync(folder)).toEqual([])
})
