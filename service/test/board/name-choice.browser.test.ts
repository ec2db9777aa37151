import { expect, test } from 'vitest'
import { startBoard } from './stage.ts'
import { GRACE, makePost, scriptingOf, useBrowser } from './tabs.ts'

const openTab = useBrowser()

test.each(scriptingOf(0))('with the first idea people choose the name that they keep: %o', async (options) => {
  const stage = await startBoard()
  const { page, faults } = await openTab(stage, { ...options, as: GRACE })
  await page.goto('/new?title=Dark+mode')
  await page.getByText('You’ll appear as “Acme user”.').click()
  await page.getByRole('radio', { name: 'First name and initial Grace H.' }).check()
  if (options.javaScriptEnabled) await page.getByText('You’ll appear as “Grace H.”.').waitFor()
  await page.getByRole('button', { name: 'Add idea' }).click()
  await page.getByRole('heading', { name: 'Dark mode' }).waitFor()
  expect(await page.locator('.by b').first().innerText()).toBe('Grace H.')
  expect(await page.locator('.names').count()).toBe(0)
  expect(faults).toEqual([])
})

test.each(scriptingOf(1))(
  'a comment under a name that nobody may have comes back with both, and is written under another: %o',
  async (options) => {
    const stage = await startBoard()
    const post = await makePost(stage, 'Dark mode')
    const { page } = await openTab(stage, { ...options, as: GRACE })
    await page.goto(`/posts/${post.number}`)
    await page.getByLabel('Add a comment').fill('Yes, please')
    await page.getByText('You’ll appear as “Acme user”.').click()
    await page.getByRole('radio', { name: /^Custom name/ }).check()
    await page.getByLabel('Your name on this board').fill('Acme Team')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await page.getByRole('alert').getByText('This name isn’t available. Please choose another.').waitFor()
    expect(await page.getByLabel('Add a comment').inputValue()).toBe('Yes, please')
    expect(await page.getByLabel('Your name on this board').inputValue()).toBe('Acme Team')
    expect((await stage.server('GET', `/v1/posts/${post.id}/comments`)).body.data).toEqual([])
    await page.getByLabel('Your name on this board').fill('Amazing Grace')
    if (options.javaScriptEnabled) await page.getByText('You’ll appear as “Amazing Grace”.').waitFor()
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await page.locator('.comment b', { hasText: 'Amazing Grace' }).waitFor()
    expect(await page.locator('.names').count()).toBe(0)
  },
)
