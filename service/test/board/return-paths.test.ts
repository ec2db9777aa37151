import { expect, test } from 'vitest'
import { returnPath } from '../../src/surfaces/board/shared/return-path.ts'
import { startBoard } from './stage.ts'
import { visitorOf } from './visitor.ts'

const HOST = 'evil.example'
const BEGINNINGS = [
  '',
  ' ',
  '\t',
  '\n',
  '\r\n',
  '\0',
  '\u00a0',
  '\ufeff',
  '%09',
  '%0a',
  '%00',
  '.',
  '/',
  '\\',
  '?',
  '#',
  ';',
]

/** What leads elsewhere in some browser, parser or framework, or did once. */
const ENDINGS = [
  `//${HOST}`,
  `///${HOST}`,
  `/\\${HOST}`,
  `\\\\${HOST}`,
  `\\/${HOST}`,
  `/%5c${HOST}`,
  `/%2f${HOST}`,
  `/%2f%2f${HOST}`,
  `/.//${HOST}`,
  `/..//${HOST}`,
  `/%2e//${HOST}`,
  `/%2e%2e//${HOST}`,
  `/a/..//${HOST}`,
  `/a/%2e%2e/%2f${HOST}`,
  `/\t/${HOST}`,
  `/\n/${HOST}`,
  `/\r/${HOST}`,
  `/\0/${HOST}`,
  `/ /${HOST}`,
  `/\u00a0/${HOST}`,
  `/\u2028/${HOST}`,
  `//${HOST}%00.board.example`,
  `//board.example@${HOST}`,
  `//board.example:80@${HOST}`,
  '//[::1]',
  '//2130706433',
  `/@${HOST}`,
  `@${HOST}`,
  `:80@${HOST}`,
  `https://${HOST}`,
  `https:/${HOST}`,
  `https:${HOST}`,
  `http:\\\\${HOST}`,
  `HTTPS://${HOST}`,
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  'JaVaScRiPt:alert(1)//',
  'javascript://%0aalert(1)',
  '/javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://evil.example/1',
  'file:///etc/passwd',
  'about:blank',
  'mailto:a@b.example',
  `\uff0f\uff0f${HOST}`,
  `/\uff0f${HOST}`,
  `\u2215\u2215${HOST}`,
  `/\u2044${HOST}`,
  `/\uff3c${HOST}`,
  `//\u24d4vil.example`,
  '/\r\nLocation: https://evil.example',
  '/%0d%0aLocation:%20https://evil.example',
  '/\r\nSet-Cookie: session=x',
  '/\u010d\u010aSet-Cookie: session=x',
  `/${'a'.repeat(5_000)}`,
  `/${'\u{1f600}'.repeat(400)}`,
  `/${'../'.repeat(200)}/${HOST}`,
]
const PAYLOADS = [...new Set(BEGINNINGS.flatMap((beginning) => ENDINGS.map((ending) => beginning + ending)))]

/** The browser's own parser, at any page of the board. */
function stays(boardOrigin: string, address: string): boolean {
  return ['/', '/sso/callback', '/posts/1/a/b', '//x'].every((page) => {
    const url = URL.canParse(address, boardOrigin + page) && new URL(address, boardOrigin + page)
    return url && url.origin === boardOrigin && !url.username && !url.pathname.startsWith('//')
  })
}

test(`none of ${PAYLOADS.length} hostile paths leads away from the board`, () => {
  expect(PAYLOADS.length).toBeGreaterThan(900)
  for (const payload of PAYLOADS) {
    const path = returnPath(payload)
    expect(path, JSON.stringify(payload)).toMatch(/^\/(?!\/)[!-~]{0,999}$/)
    for (const origin of ['https://acme.boards.example', 'http://acme.localhost:4000']) {
      expect(stays(origin, path), JSON.stringify([payload, path])).toBe(true)
    }
    expect(returnPath(path)).toBe(path)
  }
  for (const value of [undefined, null, 1, true, [], ['/roadmap'], ['//x', '/y'], {}, { toString: () => '//x' }])
    expect(returnPath(value)).toBe('/')
})

test.each([
  ['/', '/'],
  ['/roadmap', '/roadmap'],
  ['/posts/7/dark-mode?cursor=abc#cmt_1', '/posts/7/dark-mode?cursor=abc#cmt_1'],
  ['/?q=a+b%20c&status=sts_1', '/?q=a+b%20c&status=sts_1'],
  ['/posts/7/%E5%A4%9C', '/posts/7/%E5%A4%9C'],
  ['/a/../b', '/b'],
  ['/?next=https://evil.example/', '/?next=https://evil.example/'],
])('the path %s stays %s', (path, kept) => {
  expect(returnPath(path)).toBe(kept)
})

// Guarantees the same for everything that takes a path: the sign-in with its cookie, the sign-in page, and forms.
test('no answer of the board leads away from it, whatever return_to says', async () => {
  const stage = await startBoard()
  const { start, finish, tokenFor, form, signIn } = visitorOf(stage)
  const { body: post } = await stage.server('POST', '/v1/posts', { title: 'Dark mode' })
  const cookie = await signIn()
  const asked = [...ENDINGS, ...PAYLOADS.filter((_, place) => place % 9 === 0)]
  expect(asked.length).toBeGreaterThan(150)
  const check = (payload: unknown, address: string | undefined) =>
    expect(stays(stage.boardOrigin, address ?? 'x:'), JSON.stringify([payload, address])).toBe(true)
  const tryOut = async (payload: string | string[]) => {
    const flow = await start({ return_to: payload })
    const { text } = await finish(flow, tokenFor(flow.state))
    check(payload, JSON.parse(text).return_to)
    const query = [payload].flat().map((value) => `return_to=${encodeURIComponent(value)}`)
    const page = `/sign-in?${query.join('&')}`
    if (page.length < 10_000) {
      check(payload, (await stage.board('GET', page, { headers: { cookie } })).headers.location)
      const shown = /name="return_to" value="([^"]*)"/.exec((await stage.board('GET', page)).text)?.[1]
      check(payload, shown?.replaceAll('&amp;', '&'))
    }
    const vote = await form(`/posts/${post.number}/vote`, { on: '1', return_to: payload }, { cookie })
    check(payload, vote.headers.location)
    const stranger = await form(`/posts/${post.number}/follow`, { on: '1', return_to: payload })
    check(payload, stranger.headers.location)
    check(payload, new URL(stranger.headers.location ?? '', stage.boardOrigin).searchParams.get('return_to') ?? 'x:')
  }
  const all = [...asked, ['/roadmap', `//${HOST}`]]
  while (all.length > 0) await Promise.all(all.splice(0, 12).map(tryOut))
  expect((await form(`/posts/${post.number}/vote`, { on: '1' }, { cookie })).headers.location).toBe(
    '/posts/1/dark-mode',
  )
  const { state, cookie: kept } = await start()
  expect(JSON.parse((await finish({ state, cookie: kept }, tokenFor(state))).text).return_to).toBe('/')
})

// Guarantees that the same rule applies to a cookie that a visitor wrote by hand.
test('a path in a forged cookie is checked like any other', async () => {
  const stage = await startBoard()
  const { start, finish, tokenFor } = visitorOf(stage)
  for (const returnTo of [`//${HOST}`, `https://${HOST}`, ['/x'], { a: 1 }, 7, null]) {
    const { state, cookie } = await start()
    const [name = '', value = ''] = cookie.split('=')
    const flow = { ...JSON.parse(Buffer.from(value, 'base64url').toString()), returnTo, intent: 'vote:1\n' }
    const forged = `${name}=${Buffer.from(JSON.stringify(flow)).toString('base64url')}`
    expect(JSON.parse((await finish({ state, cookie: forged }, tokenFor(state))).text)).toEqual({ return_to: '/' })
  }
})
