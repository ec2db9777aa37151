import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useModerator } from './moderator.ts'
import { type PostsDesk, startPostsDesk } from './posts-desk.ts'

const openTab = useModerator()
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe has against the page as it stands. */
async function complaintsAbout(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  const { violations } = await page.evaluate(() =>
    Reflect.get(window, 'axe').run(document, { rules: { 'target-size': { enabled: true } } }),
  )
  return violations.map(
    ({ id, impact, nodes }: { id: string; impact: string; nodes: { html: string }[] }) =>
      `${impact} ${id}: ${nodes.map(({ html }) => html.slice(0, 150))}`,
  )
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
  const dark = ['/inbox?tab=reported', '/posts', one, `${one}/merge?into=2`]
  const paths = ['/inbox', ...dark, '/posts?q=nothing+here', '/posts/new', `/posts/${merged}`, `${one}/votes`]
  const more = [`${one}/history`, `${one}/delete`, `${one}/merge`, '/posts/merge?n=1&n=2']
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const path of colorScheme === 'light' ? [...paths, ...more] : dark) {
      await page.goto(`/console/${desk.project.slug}${path}`)
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true
      })
      expect([colorScheme, path, await complaintsAbout(page)]).toEqual([colorScheme, path, []])
      expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 320])
    }
    await page.goto(`/console/${desk.project.slug}/inbox`)
    await page.keyboard.press('?')
    expect(await complaintsAbout(page)).toEqual([])
  }
  await close()
}, 60_000)
