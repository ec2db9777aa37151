import type { BrowserContext } from 'playwright-core'
import { expect, test } from 'vitest'
import { sharedService } from './service.ts'
import { useTabs } from './tabs.ts'

const openTab = useTabs()
const contexts = new Set<BrowserContext>()
const STYLE_SHEET = '/docs/style.css'
const NOTHING = { cookies: '', local: 0, session: 0, caches: 0, databases: 0, place: 'prompt', isCached: false }

/** In the page: leaves something wherever a page can. */
async function leaveAll(file: string): Promise<void> {
  // biome-ignore lint/suspicious/noDocumentCookie: as pages do
  document.cookie = 'left=1'
  localStorage.setItem('left', '1')
  sessionStorage.setItem('left', '1')
  await caches.open('left')
  await new Promise((done) => {
    indexedDB.open('left').onsuccess = done
  })
  await fetch(file, { cache: 'force-cache' })
}

/** In the page: what is there already, by where it is. */
async function whatIsThere(file: string): Promise<typeof NOTHING> {
  return {
    cookies: document.cookie,
    local: localStorage.length,
    session: sessionStorage.length,
    caches: (await caches.keys()).length,
    databases: (await indexedDB.databases()).length,
    place: (await navigator.permissions.query({ name: 'geolocation' })).state,
    isCached: await fetch(file, { cache: 'only-if-cached', mode: 'same-origin' }).then(
      ({ ok }) => ok,
      () => false,
    ),
  }
}

// Guarantees that no test depends on those before it, though it has their context.
test.each(['first', 'second'])('the %s tab has nothing of a tab before it', async () => {
  const { origin } = await sharedService()
  const { page, context, sent, faults } = await openTab({ baseURL: origin, bypassCSP: true })
  contexts.add(context)
  expect(contexts.size).toBe(1)
  expect([sent, faults, page.viewportSize()]).toEqual([[], [], { width: 1280, height: 720 }])
  expect(context.pages()).toEqual([page])
  await page.goto('/healthz')
  expect(await page.evaluate(whatIsThere, STYLE_SHEET)).toEqual(NOTHING)
  expect(sent.length).toBeGreaterThan(0)
  await page.evaluate(leaveAll, STYLE_SHEET)
  await context.grantPermissions(['geolocation'])
  const left = await page.evaluate(whatIsThere, STYLE_SHEET)
  expect(left).toEqual({
    cookies: 'left=1',
    local: 1,
    session: 1,
    caches: 1,
    databases: 1,
    place: 'granted',
    isCached: true,
  })
  await page.setViewportSize({ width: 320, height: 640 })
  await page.evaluate('console.error("left")')
  await context.newPage()
  await context.route('**', (route) => route.abort())
  await context.setOffline(true)
})
