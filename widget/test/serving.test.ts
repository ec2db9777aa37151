import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { sharedService } from '../../service/test/harness/service.ts'
import { bundleWidget } from '../bundle.ts'

const LARGEST_LOADER = 3 * 1024
const LARGEST_PANEL = 22 * 1024
const LARGEST_WRITING = 5 * 1024

test('a page loads little: the loader at once, the panel when it is opened, one language of seven', async () => {
  const { loader, files } = await bundleWidget()
  const sizes = Object.entries({ loader, ...files }).map(
    ([name, text]) => [name, gzipSync(text, { level: 9 }).length] as const,
  )
  process.stderr.write(`widget, gzipped: ${sizes.map(([name, bytes]) => `${name} ${bytes}`).join(', ')}\n`)
  const of = (pattern: RegExp) => sizes.filter(([name]) => pattern.test(name)).map(([, bytes]) => bytes)
  expect(of(/^loader$/)[0]).toBeLessThanOrEqual(LARGEST_LOADER)
  expect(of(/^panel-/)).toHaveLength(1)
  expect(of(/^panel-/)[0]).toBeLessThanOrEqual(LARGEST_PANEL)
  expect(of(/words-/)).toHaveLength(7)
  expect(Math.max(...of(/words-/))).toBeLessThan(3_072)
  expect(of(/^writing-/)[0]).toBeLessThanOrEqual(LARGEST_WRITING)
  expect(sizes).toHaveLength(12) // and the panel's later views, and what explains troubles to a developer
})

test('no part of it makes code of text, writes HTML or styles into a page, or speaks through messages', async () => {
  const { loader, files } = await bundleWidget()
  for (const [name, text] of Object.entries({ loader, ...files })) {
    // Preact can write HTML where it is asked to; nobody here asks.
    expect([name, text.replaceAll('.dangerouslySetInnerHTML', '').replace(/\.innerHTML\b/g, '')]).toEqual([
      name,
      expect.not.stringMatching(
        /\beval\(|new Function|insertAdjacentHTML|document\.write|createElement\(`(?:style|script|iframe)`|postMessage|document\.cookie/,
      ),
    ])
    expect([name, text]).toEqual([name, expect.not.stringMatching(/dangerouslySetInnerHTML:/)])
  }
})

test('it is served to every page, packed, and asked for again only when it may have changed', async () => {
  const { origin } = await sharedService()
  const script = await fetch(`${origin}/widget.js`)
  expect(script.status).toBe(200)
  expect(Object.fromEntries(script.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'gzip',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=300, stale-while-revalidate=3600',
    vary: 'Accept-Encoding',
  })
  const text = await script.text()
  const again = await fetch(`${origin}/widget.js`, { headers: { 'if-none-match': script.headers.get('etag') ?? '' } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  const head = await fetch(`${origin}/widget.js`, { method: 'HEAD' })
  expect([head.status, head.headers.get('etag')]).toEqual([200, script.headers.get('etag')])
  const plain = await fetch(`${origin}/widget.js`, { headers: { 'accept-encoding': 'identity' } })
  expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, text])

  const [path = ''] = /\/widget\/panel-[\w-]+\.js/.exec(text) ?? []
  const panel = await fetch(origin + path)
  expect([panel.status, panel.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
  // A page from before an update has the name of then.
  const older = await fetch(`${origin}/widget/panel-AAAAAAAA.js`)
  expect([older.status, older.headers.get('cache-control'), await older.text()]).toEqual([
    200,
    'no-cache',
    `export * from './${path.slice('/widget/'.length)}'\n`,
  ])
  const [words = ''] = /_words-de-[\w-]+\.js/.exec(await panel.text()) ?? []
  const olderWords = await fetch(`${origin}/widget/_words-de-AAAAAAAA.js`)
  expect(await olderWords.text()).toBe(`export { default } from './${words}'\n`)
  // They stand on the panel that they were built with, and on no other.
  expect((await fetch(`${origin}/widget/views-AAAAAAAA.js`)).status).toBe(404)
})

test('beside its files there is nothing', async () => {
  const { origin } = await sharedService()
  for (const path of [
    '/widget',
    '/widget/',
    '/widget/nothing.js',
    '/widget/%00',
    '/widget/panel-%2e%2e.js',
    '/widget/a/b.js',
    '/widget.js/x',
  ]) {
    const { status, headers } = await fetch(origin + path)
    expect([path, status, headers.get('content-type')]).toEqual([path, 404, 'application/problem+json; charset=utf-8'])
  }
})
