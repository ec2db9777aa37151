import { expect, test } from 'vitest'
import { useTabs, WITH_WORKER } from '../harness/tabs.ts'
import { startBoard } from './stage.ts'

const openTab = useTabs()

// Guarantees the promise to newcomers: two clicks to vote, and the vote that opened the sheet is cast.
test('a newcomer votes, signs in with the client’s app, and the vote counts', async () => {
  const { server, boardOrigin, visits } = await startBoard()
  const { body: post } = await server('POST', '/v1/posts', { title: 'Dark mode for the app' })
  const { page, faults } = await openTab({ baseURL: boardOrigin, ...WITH_WORKER })
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
