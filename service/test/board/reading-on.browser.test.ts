import { expect, test } from 'vitest'
import { startBoard } from './stage.ts'
import { GRACE, makePost, scriptingOf, useBrowser } from './tabs.ts'

const openTab = useBrowser()

test.each(scriptingOf(0))(
  '“All ideas” leads back to the list as it was searched, sorted and narrowed: %o',
  async (options) => {
    const stage = await startBoard()
    const { body: tag } = await stage.server('POST', '/v1/tags', { name: 'Mobile' })
    await makePost(stage, 'Dark mode', { tag_ids: [tag.id] })
    const { page } = await openTab(stage, options)
    await page.goto(`/?tag=${tag.id}&sort=new&q=dark`)
    await page.getByRole('link', { name: 'Dark mode' }).click()
    await page.getByRole('link', { name: 'All ideas' }).click()
    await page.locator('.chosen').waitFor()
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ tag: tag.id, sort: 'new', q: 'dark' })
  },
)

test('“All ideas” still does after a comment was written, and leads to all of them where no list was seen', async () => {
  const stage = await startBoard()
  const post = await makePost(stage, 'Dark mode')
  const { page } = await openTab(stage, { as: GRACE })
  await page.goto(`/posts/${post.number}/dark-mode`)
  await page.getByRole('link', { name: 'All ideas' }).click()
  await page.locator('.card').waitFor()
  expect(page.url()).toBe(`${stage.boardOrigin}/`)
  await page.goto('/?sort=new')
  await page.getByRole('link', { name: 'Dark mode' }).click()
  await page.getByLabel('Add a comment').fill('Yes please')
  await page.getByRole('button', { name: 'Comment' }).click()
  await page.locator('.comment', { hasText: 'Yes please' }).waitFor()
  await page.getByRole('link', { name: 'All ideas' }).click()
  await page.waitForURL('**/?sort=new')
})

test('another site that links to an idea does not decide where “All ideas” leads', async () => {
  const stage = await startBoard()
  const post = await makePost(stage, 'Dark mode')
  const backFrom = async (referer: string) => {
    const { text } = await stage.board('GET', `/posts/${post.number}/dark-mode`, { headers: { referer } })
    return /<p class="back"><a href="([^"]*)"/.exec(text)?.[1]
  }
  expect(await backFrom(`${stage.boardOrigin}/?sort=new&evil=1`)).toBe('/?sort=new')
  for (const referer of [
    'https://evil.example/?sort=new',
    `${stage.boardOrigin}.evil.example/?sort=new`,
    'nonsense',
    '',
  ])
    expect(await backFrom(referer)).toBe('/')
})

// Without script as well: each is the button of a form.
test.each(scriptingOf(1))(
  'a visitor chooses the language and the light of the pages, and stays where they are: %o',
  async (options) => {
    const stage = await startBoard()
    await makePost(stage, 'Dark mode')
    const { page, faults } = await openTab(stage, { ...options, colorScheme: 'light' })
    const html = page.locator('html')
    await page.goto('/?sort=new')
    await page.getByText('Language: English').click()
    await page.getByRole('button', { name: 'Deutsch' }).click()
    await page.getByText('Sprache: Deutsch').waitFor()
    expect(page.url()).toBe(`${stage.boardOrigin}/?sort=new`)
    expect(await html.getAttribute('lang')).toBe('de')
    const paper = () => html.evaluate((it) => getComputedStyle(it).backgroundColor)
    expect(await paper()).toBe('rgb(255, 255, 255)')
    await page.getByText('Design: System').click()
    await page.getByRole('button', { name: 'Dunkel' }).click()
    await page.getByText('Design: Dunkel').waitFor()
    expect(await paper()).toBe('rgb(14, 14, 16)')
    await page.goto('/roadmap')
    expect(await paper()).toBe('rgb(14, 14, 16)')
    await page.getByText('Design: Dunkel').click()
    await page.getByRole('button', { name: 'System' }).click()
    await page.getByText('Design: System').waitFor()
    expect(await paper()).toBe('rgb(255, 255, 255)')
    expect(await html.getAttribute('lang')).toBe('de')
    expect(faults).toEqual([])
  },
)

test('the language that somebody chose stays when they sign in, whatever their app says about them', async () => {
  const stage = await startBoard()
  stage.visitor = { ...GRACE, locale: 'fr' }
  await makePost(stage, 'Dark mode')
  const { page } = await openTab(stage)
  const language = () => page.locator('html').getAttribute('lang')
  await page.goto('/')
  await page.getByText('Language: English').click()
  await page.getByRole('button', { name: 'Español' }).click()
  await page.getByText('Idioma: Español').waitFor()
  await page.getByRole('button', { name: /Votar/ }).click()
  await page.locator('#sheet').getByRole('button', { name: 'Acme' }).click()
  await page.locator('.account').waitFor()
  expect(await language()).toBe('es')
  await page.context().clearCookies({ name: 'language' })
  await page.reload()
  expect(await language()).toBe('fr')
})

test('cookies with an unknown language or theme change nothing', async () => {
  const stage = await startBoard()
  const { text } = await stage.board('GET', '/', { headers: { cookie: 'language=tlh; theme="><b>' } })
  expect(/<html[^>]*>/.exec(text)?.[0]).toBe(`<html lang="en" dir="ltr" data-accent="${stage.project.slug}">`)
})

test('in a text of both directions paragraphs, lists and their marks stand on the side where their letters begin', async () => {
  const stage = await startBoard()
  const body = 'نص عربي\n\n- عنصر\n- آخر\n\nEnglish\n\n1. one\n2. two\n\n> اقتباس'
  const post = await makePost(stage, 'Dark mode', { body })
  const { page } = await openTab(stage)
  await page.goto(`/posts/${post.number}/dark-mode`)
  const directions = await page
    .locator('.idea .prose :is(p, li)')
    .evaluateAll((all) => all.map((it) => `${it.tagName} ${getComputedStyle(it).direction}`))
  expect(directions).toEqual(['P rtl', 'LI rtl', 'LI rtl', 'P ltr', 'LI ltr', 'LI ltr', 'P rtl'])
  const starts = await page
    .locator('.idea .prose > :is(p, ul, ol)')
    .evaluateAll((all) => all.map((it) => getComputedStyle(it).textAlign))
  expect(new Set(starts)).toEqual(new Set(['start']))
})

test('a name that can no longer be changed does not look as if it could', async () => {
  const stage = await startBoard()
  const post = await makePost(stage, 'Dark mode')
  const { page } = await openTab(stage, { as: GRACE })
  await page.goto('/me')
  const field = page.getByLabel('Your name on this board')
  const look = () => field.evaluate((it) => [getComputedStyle(it).backgroundColor, getComputedStyle(it).cursor])
  const open = await look()
  await page.goto(`/posts/${post.number}/dark-mode`)
  await page.getByLabel('Add a comment').fill('Yes please')
  await page.getByRole('button', { name: 'Comment' }).click()
  await page.locator('.comment').waitFor()
  await page.goto('/me')
  expect(await field.isDisabled()).toBe(true)
  const [background, cursor] = await look()
  expect([background === open[0], cursor]).toEqual([false, 'not-allowed'])
})

test('an answer can be given up: by Escape, which keeps what was typed, or by Cancel, which forgets it', async () => {
  const stage = await startBoard()
  const post = await makePost(stage, 'Dark mode')
  await stage.server('POST', `/v1/posts/${post.id}/comments`, { body: 'We look at it.' })
  const { page } = await openTab(stage, { as: GRACE })
  await page.goto(`/posts/${post.number}/dark-mode`)
  const reply = page.locator('details.reply')
  const field = reply.locator('textarea')
  const isAtReply = () => reply.locator('> summary').evaluate((it) => it === document.activeElement)
  await reply.locator('> summary').click()
  await field.fill('Thank you')
  await field.press('Escape')
  expect([await field.isVisible(), await isAtReply()]).toEqual([false, true])
  await reply.locator('> summary').click()
  expect(await field.inputValue()).toBe('Thank you')
  await reply.getByRole('link', { name: 'Cancel' }).click()
  expect([await field.isVisible(), await isAtReply()]).toEqual([false, true])
  await page.reload()
  expect([await field.isVisible(), await field.inputValue()]).toEqual([false, ''])
})

test('without script Cancel closes an answer as well', async () => {
  const stage = await startBoard()
  const post = await makePost(stage, 'Dark mode')
  await stage.server('POST', `/v1/posts/${post.id}/comments`, { body: 'We look at it.' })
  const { page } = await openTab(stage, { as: GRACE, javaScriptEnabled: false })
  await page.goto(`/posts/${post.number}/dark-mode`)
  await page.locator('details.reply > summary').click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.locator('details.reply textarea').waitFor({ state: 'hidden' })
})
