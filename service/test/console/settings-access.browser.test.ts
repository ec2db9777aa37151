import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Desk, startDesk } from './desk.ts'
import { useBrowser } from './settings-tab.ts'

const openTab = useBrowser()
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

/** A project in which every page has something to show. */
async function fill(desk: Desk): Promise<string[]> {
  const { userId, session } = await desk.signIn({
    given_name: 'Ada',
    email: 'ada@acme.example',
    traits: { plan: 'team' },
  })
  await desk.app('POST', '/v1/posts', { body: { title: 'Dark mode', body: 'Please.' }, session })
  await desk.server('POST', '/v1/tags', { name: 'Mobile' })
  const entry = { title: 'It is dark', body: 'Yes.', state: 'published' }
  const { id } = (await desk.server('POST', '/v1/changelog', entry)).body
  const pages = ['users', `users/${userId}`, `users/${userId}/erase`, 'roadmap', 'changelog', 'changelog/new']
  return [...pages, `changelog/${id}?find=dark`, 'statuses', 'settings', 'audit', 'users?q=nobody']
}

test.each(['light', 'dark'] as const)(
  'in %s, axe finds nothing on these pages, wide or narrow, and nothing sticks out at 320 px',
  async (colorScheme) => {
    const desk = await startDesk()
    const paths = await fill(desk)
    // axe needs to be put into the page, which the policy of the pages forbids; it is off for this context alone.
    const { page } = await openTab(desk, { bypassCSP: true, colorScheme })
    for (const path of paths) {
      await page.setViewportSize({ width: 1280, height: 900 })
      await page.goto(`/console/${desk.project.slug}/${path}`)
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('main details')) (details as HTMLDetailsElement).open = true // as selected
      })
      expect([path, await complaintsAbout(page)]).toEqual([path, []])
      await page.setViewportSize({ width: 320, height: 640 })
      const sticksOut = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect([path, sticksOut]).toEqual([path, 0])
    }
  },
  60_000,
)
