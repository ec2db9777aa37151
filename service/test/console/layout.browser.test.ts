import { expect, test } from 'vitest'
import { png } from '../files/pictures.ts'
import { startPostsDesk } from './posts-desk.ts'
import { useBrowser } from './tabs.ts'

const openTab = useBrowser()
const PHONE = { width: 390, height: 844 }

// Guarantees that a phone leaves nothing out: each value of each table is on the screen, beside the name of its column.
test('on a phone each row of a table is a card with all its values, and nothing is scrolled sideways', async () => {
  const desk = await startPostsDesk({ allowedTraits: ['plan'] })
  const person = { sub: 'a-rather-long-id-of-somebody-0123456789', traits: { plan: 'pro' } }
  const { session } = await desk.signIn({ ...person, email: 'a.rather.long.address.of.somebody@mail.example.com' })
  const post = await desk.write('Something with a rather long title that does not fit into one line', { session })
  const { page } = await openTab(desk, { viewport: PHONE })
  const shown: Record<string, readonly string[]> = {
    '/posts': ['Votes', 'Status', 'Author', 'Comments'],
    [`/posts/${post.number}/votes`]: ['plan', 'Voted'],
    '/users': ['Your user ID', 'E-mail', 'First seen', 'Last seen'],
    '/secret-keys': ['Access', 'Created', 'Last used'],
    '/audit': ['When (UTC)', 'Who', 'Action'],
  }
  for (const [path, names] of Object.entries(shown)) {
    await page.goto(`/console/${desk.project.slug}${path}`)
    const row = page.locator('.cards tbody tr').first()
    const cells = await row
      .locator('th, td')
      .evaluateAll((all) =>
        all.flatMap((cell) => (cell.checkVisibility() ? [cell.getAttribute('data-label') ?? ''] : [])),
      )
    expect([path, cells.filter(Boolean)]).toEqual([path, names])
    const widths = await page
      .locator('html, .scroll')
      .evaluateAll((all) => all.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
    expect([path, Math.max(...widths)]).toEqual([path, 0])
  }
  await page.goto(`/console/${desk.project.slug}/posts`)
  await page.getByLabel('Select all posts on this page').check()
  await page.getByText('1 selected').waitFor()
})

test('the page of a project has the mark of its board, and a way to it', async () => {
  const desk = await startPostsDesk({ accentColor: '#7c3aed' })
  const { page } = await openTab(desk)
  await page.goto(`/console/${desk.project.slug}/posts`)
  const ground = page.locator('.sidebar .mark rect')
  expect(await ground.evaluate((rect) => getComputedStyle(rect).fill)).toBe('rgb(124, 58, 237)')
  const address = await page.getByRole('link', { name: 'View board' }).getAttribute('href')
  expect(new URL(address ?? '').hostname.split('.')[0]).toBe(desk.project.slug)
  await desk.ask('POST', `/${desk.project.slug}/settings/logo`, { cookie: await desk.enter(), file: await png() })
  await page.reload()
  const logo = page.locator('.sidebar img.mark')
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
})

test('on a phone the rarer filters of posts wait behind a button, without script too, and are open if one is chosen', async () => {
  const desk = await startPostsDesk()
  const { page } = await openTab(desk, { viewport: PHONE, javaScriptEnabled: false })
  const sort = page.getByLabel('Sort')
  await page.goto(`/console/${desk.project.slug}/posts`)
  await page.getByLabel('Tag').waitFor()
  expect(await sort.isVisible()).toBe(false)
  await page.getByText('More filters').click()
  await sort.waitFor()
  await page.goto(`/console/${desk.project.slug}/posts?sort=top`)
  await sort.waitFor()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/console/${desk.project.slug}/posts`)
  await sort.waitFor()
})

// Guarantees that somebody who works elsewhere in the console sees that something came.
test('the navigation of every page shows how many items wait, and no number if none does', async () => {
  const desk = await startPostsDesk()
  const { page } = await openTab(desk)
  const today = page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Today' })
  await page.goto(`/console/${desk.project.slug}/posts`)
  expect((await today.innerText()).trim()).toBe('Today')
  const { session } = await desk.signIn()
  for (const title of ['One', 'Two']) await desk.write(title, { session })
  await page.goto(`/console/${desk.project.slug}/posts`)
  expect((await today.textContent())?.trim()).toMatch(/^Today\s*2 items wait$/)
  await page.goto(`/console/${desk.project.slug}`)
  await page.getByRole('button', { name: 'Mark as seen' }).click()
  await expect.poll(() => today.textContent()).toMatch(/Today\s*1 item waits$/)
})

test('tables and the roadmap take the whole width of a large screen', async () => {
  const desk = await startPostsDesk()
  await desk.write('One')
  const { page } = await openTab(desk, { viewport: { width: 2000, height: 900 } })
  for (const path of ['', '/posts', '/users', '/roadmap', '/secret-keys', '/audit', '/sign-ins']) {
    await page.goto(`/console/${desk.project.slug}${path}`)
    const { width = 0 } = (await page.locator('main').boundingBox()) ?? {}
    expect([path, width > 1_700]).toEqual([path, true])
  }
})

test('on a phone the roadmap shows one column at a time, whole, and links lead to the others without script', async () => {
  const desk = await startPostsDesk()
  const post = await desk.write('Somewhere to the right')
  await desk.server('POST', `/v1/posts/${post.id}/status`, { status_id: await desk.statusId('done') })
  const { page } = await openTab(desk, { viewport: PHONE, javaScriptEnabled: false })
  await page.goto(`/console/${desk.project.slug}/roadmap`)
  const card = page.locator('.ticket', { hasText: 'Somewhere to the right' })
  const place = async () => {
    const { x = 0, width = 0 } = (await card.boundingBox()) ?? {}
    return { isSeen: x >= 0 && x + width <= PHONE.width, isWide: width > 250 }
  }
  expect((await place()).isSeen).toBe(false)
  await page.getByRole('navigation', { name: 'Go to a column' }).getByRole('link', { name: 'Done' }).click()
  await expect.poll(place).toEqual({ isSeen: true, isWide: true })
})
