import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { heardIn, makePost, startHost, useHostPages } from './host-page.ts'

const open = useHostPages()
const WIDE = { viewport: { width: 1280, height: 800 } }
const launcherOf = (page: Page) => page.getByRole('button', { name: 'Feedback', exact: true }).first()
const look = (page: Page, member: 'fontFamily' | 'borderRadius' | 'animationName' | 'animationDuration') =>
  page.getByRole('dialog').evaluate((dialog, member) => getComputedStyle(dialog)[member], member)

// Guarantees that somebody can use page and panel side by side, by pointer and by keyboard.
test('the panel stands above its button, and the page beside it stays in use', async () => {
  const app = await startHost()
  const { page, faults } = await open(app, WIDE)
  await page.evaluate(() => {
    const [before] = document.getElementsByTagName('button')
    before?.addEventListener('click', () => Reflect.set(window, 'pressed', true))
  })
  const launcher = launcherOf(page)
  await launcher.click()
  const panel = page.getByRole('dialog')
  await panel.waitFor()
  expect(await panel.boundingBox()).toEqual({ x: 880, y: 160, width: 380, height: 560 })
  expect((await launcher.boundingBox())?.y).toBeGreaterThanOrEqual(720)
  expect(await launcher.getAttribute('aria-expanded')).toBe('true')
  expect(await panel.getByLabel('What’s on your mind?').evaluate((field) => field.matches(':focus'))).toBe(true)

  await page.getByRole('button', { name: 'Before' }).click()
  expect(await page.evaluate(() => Reflect.get(window, 'pressed'))).toBe(true)
  await page.keyboard.press('Escape') // the page's own
  expect(await panel.isVisible()).toBe(true)

  await launcher.click()
  await panel.waitFor({ state: 'hidden' })
  await expect.poll(() => launcher.getAttribute('aria-expanded')).toBe('false')
  await launcher.click()
  await panel.getByLabel('What’s on your mind?').fill('dark')
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
  expect(await launcher.evaluate((button) => button.matches(':focus'))).toBe(true)
  await launcher.click()
  expect(await panel.getByLabel('What’s on your mind?').inputValue()).toBe('dark')
  expect((await heardIn(page)).map(([name]) => name).filter((name) => name !== 'session')).toEqual([
    'open',
    'close',
    'open',
    'close',
    'open',
  ])
  // Closed and opened in one breath, it is open.
  await page.evaluate('widget.close(); widget.open()')
  await expect.poll(async () => (await heardIn(page)).filter(([name]) => name === 'close').length).toBe(3)
  expect([await panel.isVisible(), await launcher.getAttribute('aria-expanded')]).toEqual([true, 'true'])
  expect(faults).toEqual([])
})

test('on a phone it fills the screen, and the page behind it is out of reach', async () => {
  const app = await startHost()
  const { page } = await open(app, { viewport: { width: 390, height: 844 } })
  await launcherOf(page).click()
  const panel = page.getByRole('dialog')
  expect(await panel.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
  const focused = await page.evaluate(() => {
    document.querySelector('button')?.focus()
    return document.activeElement?.tagName
  })
  expect(focused).toBe('FEEDBACK-BOARD')
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
})

test('it grows from its button within a fifth of a second, and not at all for those who want no motion', async () => {
  const app = await startHost()
  const { page } = await open(app, { ...WIDE, reducedMotion: 'no-preference' })
  const launcher = launcherOf(page)
  await launcher.click()
  await page.getByRole('dialog').waitFor()
  const milliseconds = Number.parseFloat(await look(page, 'animationDuration')) * 1000
  expect(milliseconds).toBeGreaterThanOrEqual(120)
  expect(milliseconds).toBeLessThanOrEqual(200)
  const { x, y, width, height } = (await launcher.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const origin = await page.getByRole('dialog').evaluate((dialog) => getComputedStyle(dialog).transformOrigin)
  const [left = 0, top = 0] = origin.split(' ').map(Number.parseFloat)
  expect(880 + left).toBeCloseTo(x + width / 2, 0)
  expect(160 + top).toBeCloseTo(y + height / 2, 0)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await look(page, 'animationName')).toBe('none')
})

test('it takes the page’s font, also when that changes, and the radius that the page names', async () => {
  const app = await startHost()
  const { page } = await open(app, WIDE)
  await launcherOf(page).click()
  // A page that names no font would have a panel in the one of old documents.
  expect([await look(page, 'fontFamily'), await look(page, 'borderRadius')]).toEqual(['system-ui, sans-serif', '16px'])
  await page.evaluate(() => {
    document.body.style.fontFamily = 'Verdana, sans-serif'
  })
  await expect.poll(() => look(page, 'fontFamily')).toBe('Verdana, sans-serif')

  app.serve({ script: 'FeedbackBoard.create({ projectKey: PROJECT_KEY, getToken, radius: 4 })' })
  await page.reload()
  await launcherOf(page).click()
  expect(await look(page, 'borderRadius')).toBe('4px')
  const field = page.getByLabel('What’s on your mind?')
  expect(await field.evaluate((input) => getComputedStyle(input).borderRadius)).toBe('2.5px')
})

const ROUTED = `
window.steps = []
history.replaceState({ route: 'home', position: 3 }, '')
addEventListener('popstate', ({ state }) => steps.push([location.pathname, state?.route]))`

/** A page that routes by itself, and is long enough to scroll. */
async function startRouted() {
  const app = await startHost()
  await makePost(app, 'Dark mode')
  app.serve({
    html: `<!doctype html><html lang="en"><title>Acme</title><body><h1>Acme</h1>${'<p>Much text.</p>'.repeat(200)}`,
    before: ROUTED,
  })
  const tab = await open(app, WIDE)
  const state = () => tab.page.evaluate(() => history.state)
  const steps = () => tab.page.evaluate(() => Reflect.get(window, 'steps'))
  const panel = tab.page.getByRole('dialog')
  const openPanel = async () => {
    await launcherOf(tab.page).click()
    await panel.waitFor()
  }
  return { ...tab, panel, state, steps, openPanel }
}

// Guarantees that a router in the page keeps its history: it finds its own state at its own address, and the page does not jump.
test('“Back” closes the panel, and leaves the page where it is', async () => {
  const { page, panel, state, steps, openPanel, faults } = await startRouted()
  await openPanel()
  expect(await state()).toMatchObject({ route: 'home', position: 3 })
  await page.evaluate(() => scrollTo(0, 700))
  await page.goBack()
  await panel.waitFor({ state: 'hidden' })
  expect([await state(), await steps(), new URL(page.url()).pathname]).toEqual([
    { route: 'home', position: 3 },
    [['/', 'home']],
    '/',
  ])
  expect(await page.evaluate(() => scrollY)).toBe(700)

  // Closed otherwise, it leaves no step behind.
  await openPanel()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
  await expect.poll(state).toEqual({ route: 'home', position: 3 })
  expect(await page.evaluate(() => [scrollY, history.scrollRestoration])).toEqual([700, 'auto'])
  expect(faults).toEqual([])
})

// Guarantees that the step back, which the browser takes a moment after the panel closed, does not close the panel that is open by then.
test('a panel that is opened again right after it closed stays open, and “Back” closes it', async () => {
  const { page, panel, state, steps, openPanel } = await startRouted()
  await openPanel()
  await page.evaluate(`new Promise((stepped) => {
    const stop = widget.on('close', () => { stop(), widget.open() })
    addEventListener('popstate', () => stepped(), { once: true })
    widget.close()
  })`)
  expect(await panel.isVisible()).toBe(true)
  await page.goBack()
  await panel.waitFor({ state: 'hidden' })
  await expect.poll(state).toEqual({ route: 'home', position: 3 })
  expect(await steps()).toHaveLength(2)
})

test('a page that goes on while the panel is open keeps its steps, and its place when the panel closes', async () => {
  const { page, panel, steps, openPanel } = await startRouted()
  const push = (route: string) =>
    page.evaluate((route) => history.pushState({ route, position: 4 }, '', `/${route}`), route)
  const path = () => new URL(page.url()).pathname
  await openPanel()
  await push('one')
  await push('two')
  await page.goBack()
  expect([path(), await steps(), await panel.isVisible()]).toEqual(['/one', [['/one', 'one']], true])
  await page.goBack()
  await expect.poll(steps).toEqual([
    ['/one', 'one'],
    ['/', 'home'],
  ])
  expect(await panel.isVisible()).toBe(true) // the page is back where the panel was opened
  await page.goBack()
  await panel.waitFor({ state: 'hidden' })

  // An app that closes the panel and goes somewhere stays there.
  await openPanel()
  await page.evaluate(`widget.close(); history.pushState({ route: 'three' }, '', '/three')`)
  await panel.waitFor({ state: 'hidden' })
  await expect.poll(async () => (await heardIn(page)).at(-1)?.[0]).toBe('close')
  expect(await page.evaluate(() => new Promise((go) => setTimeout(() => go(location.pathname), 0)))).toBe('/three')
})
