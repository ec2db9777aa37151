import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useModerator } from './moderator.ts'
import { type PostsDesk, startPostsDesk } from './posts-desk.ts'

const openTab = useModerator()
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const SIZED = { rules: { 'target-size': { enabled: true } } }
const COLOURS = { runOnly: ['color-contrast'] }

/** All that axe has against the page in light; in dark only its colours are others. */
async function complaintsAbout(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  const found: string[] = []
  for (const [colorScheme, options] of [
    ['light', SIZED],
    ['dark', COLOURS],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.waitForTimeout(200) // buttons fade from one scheme to the other
    const { violations } = await page.evaluate((options) => Reflect.get(window, 'axe').run(document, options), options)
    for (const { id, impact, nodes } of violations) {
      const places = nodes.map(({ html }: { html: string }) => html.slice(0, 150))
      found.push(`${colorScheme} ${impact} ${id}: ${places}`)
    }
  }
  return found
}

/** Something of everything that these pages can show. */
async function fill(desk: PostsDesk): Promise<{ number: number; merged: number }> {
  const { session } = await desk.signIn({ traits: { plan: 'pro' } })
  await desk.addTag('Mobile')
  const [post, other, merged] = [
    await desk.write('Dark mode', { session, body: 'For *nights*, [see](https://a.example)\n\n- `code`\n\n> quote' }),
    await desk.write('Dark theme', { session }),
    await desk.write('Night mode'),
  ]
  await desk.server('POST', `/v1/posts/${merged.id}/merge`, { into_post_id: other.id })
  await desk.app('POST', '/v1/reports', { session, body: { post_id: post.id, reason: 'Rude' } })
  await desk.app('POST', `/v1/posts/${post.id}/comments`, { session, body: { body: 'Me too' } })
  await desk.submit(`/posts/${post.number}/comments`, { kind: 'note', text: 'Too dear' })
  await desk.submit(`/posts/${other.number}/comments`, { kind: 'answer', text: 'Soon' })
  await desk.write('Something new', { session })
  return { number: post.number, merged: merged.number }
}

test('in light and dark, axe finds nothing on inbox, posts, a post and merging; nothing is wider than a small screen', async () => {
  const desk = await startPostsDesk()
  const { number, merged } = await fill(desk)
  const { page, close } = await openTab(desk, { bypassCSP: true, viewport: { width: 320, height: 640 } })
  const one = `/posts/${number}`
  const paths = ['/inbox', '/inbox?tab=reported', '/inbox?tab=waiting', '/posts', '/posts?q=nothing+here', '/posts/new']
  const ofPost = [one, `/posts/${merged}`, `${one}/votes`, `${one}/history`, `${one}/delete`, `${one}/merge`]
  const merging = [`${one}/merge?into=2`, `/posts/merge?n=1&n=2`, '/posts?bulk=status&ok=1&no=1.post_merged']
  for (const path of [...paths, ...ofPost, ...merging]) {
    await page.goto(`/console/${desk.project.slug}${path}`)
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true
    })
    expect([path, await complaintsAbout(page)]).toEqual([path, []])
    expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 320])
  }
  await page.goto(`/console/${desk.project.slug}/inbox`)
  await page.keyboard.press('?')
  expect(await complaintsAbout(page)).toEqual([])
  await close()
}, 60_000)
