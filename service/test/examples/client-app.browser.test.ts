import { expect, onTestFinished, test } from 'vitest'
import { launchBrowser } from '../harness/browser.ts'
import { startAcme } from './acme.ts'

// Guarantees what a newcomer does first, with the app that we tell people to copy: no step of it needs an explanation.
test('board, vote, “Continue with Acme”, signed in, vote counted; and Acme knows who it is from then on', async () => {
  const { client, boardOrigin } = await startAcme()
  const { body: post } = await client.server('POST', '/v1/posts', { title: 'Dark mode' })
  const votes = async () => (await client.server('GET', `/v1/posts/${post.id}`)).body.vote_count
  const browser = await launchBrowser()
  onTestFinished(() => browser.close())
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
