import { expect, test } from 'vitest'
import { openBrowser } from '../harness/browser.ts'
import { startAcme } from './acme.ts'

// Guarantees that a newcomer's first steps work with the app that we tell people to copy.
test('board, vote, “Continue with Acme”, signed in, vote counted; and Acme knows who it is from then on', async () => {
  const { client, boardOrigin } = await startAcme()
  const { body: post } = await client.server('POST', '/v1/posts', { title: 'Dark mode' })
  const votes = async () => (await client.server('GET', `/v1/posts/${post.id}`)).body.vote_count
  const browser = await openBrowser()
  const page = await browser.newPage({ locale: 'en' })
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))

  await page.goto(boardOrigin)
  await page.getByRole('button', { name: 'Vote for “Dark mode”' }).click()
  await page.getByRole('button', { name: 'Continue with Acme' }).click()
  await page.getByRole('button', { name: /Ada Lovelace/ }).click()
  await page.getByRole('button', { name: /You voted for “Dark mode”/ }).waitFor()
  expect(await votes()).toBe(1)
  expect(new URL(page.url()).origin).toBe(boardOrigin)
  expect(page.url()).not.toContain('#token')

  await page.getByText('Acme user', { exact: true }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Continue with Acme' }).click()
  await page.getByRole('button', { name: /You voted for “Dark mode”/ }).waitFor()
  expect(await votes()).toBe(1)
  expect(faults).toEqual([])
})

test('in Acme’s own app the widget shows the ideas, asks to sign in first, then counts a vote and opens the board', async () => {
  const { client, origin, boardOrigin } = await startAcme()
  const { body: post } = await client.server('POST', '/v1/posts', { title: 'Dark mode' })
  const browser = await openBrowser()
  const page = await browser.newPage({ locale: 'en' })
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))

  await page.goto(origin)
  await page.getByRole('button', { name: 'Feedback' }).click()
  await page.getByRole('button', { name: /^Vote for “Dark mode”/ }).click()
  await page.getByText('Sign in to Acme to continue.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Sign in' }).first().click()
  await page.getByRole('button', { name: /Ada Lovelace/ }).click()
  await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor()
  await page.getByRole('button', { name: 'Feedback' }).click()
  await page.getByText('Signed in as Acme user').waitFor()
  await page.getByRole('button', { name: /^Vote for “Dark mode”/ }).click()
  await expect.poll(async () => (await client.server('GET', `/v1/posts/${post.id}`)).body.vote_count).toBe(1)
  const [board] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Open the board' }).click(),
  ])
  await board.getByRole('button', { name: 'Continue as Acme user' }).click()
  await board.getByRole('button', { name: /You voted for “Dark mode”/ }).waitFor()
  expect(new URL(board.url()).origin).toBe(boardOrigin)
  expect(faults).toEqual([])
})
