import { expect, test } from 'vitest'
import { openBrowser } from '../harness/browser.ts'
import { startBoard } from './stage.ts'

// Guarantees the promise to newcomers: two clicks to vote, and the vote that opened the sheet is cast.
test('a newcomer votes, signs in with the client’s app, and the vote counts', async () => {
  const { server, boardOrigin, visits } = await startBoard()
  const { body: post } = await server('POST', '/v1/posts', { title: 'Dark mode for the app' })
  const browser = await openBrowser()
  const page = await browser.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  await page.goto(boardOrigin)
  await page.getByRole('button', { name: /Vote for/ }).click()
  await page.getByRole('button', { name: 'Continue with Acme' }).click()
  await page.waitForURL(`${boardOrigin}/`)
  await page.getByRole('button', { name: /You voted/ }).waitFor()
  expect(page.url()).toBe(`${boardOrigin}/`)
  expect(visits).toEqual([expect.stringMatching(/^\/sign-in\?state=[\w-]{43}$/)])
  expect((await server('GET', `/v1/posts/${post.id}`)).body.vote_count).toBe(1)
  expect(faults).toEqual([])
})
