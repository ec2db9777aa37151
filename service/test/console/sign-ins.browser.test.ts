import { expect, test } from 'vitest'
import { startDesk } from './desk.ts'
import { useBrowser } from './tabs.ts'

const openTab = useBrowser()

test('on a phone, what was expected and found stands on the screen with its label, failures first', async () => {
  const desk = await startDesk()
  await desk.exchange(desk.signToken({ aud: 'https://elsewhere.example' }))
  const { page } = await openTab(desk)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/console/${desk.project.slug}/sign-ins`)
  await page.getByLabel('Token').fill(desk.signToken({ iss: 'prj_x' }))
  await page.getByRole('button', { name: 'Check token' }).click()
  await page.getByText('This token would be refused').waitFor()
  const cells = page.locator('.cards tbody [data-label]')
  const boxes = await cells.evaluateAll((all) =>
    all.map((cell) => ({ label: getComputedStyle(cell, '::before').content, end: cell.getBoundingClientRect().right })),
  )
  expect(new Set(boxes.map(({ label }) => label).filter((label) => label !== 'none'))).toEqual(
    new Set(['Result', 'Expected', 'Found', 'When (UTC)', 'Why', 'Key id', 'Where'].map((name) => `"${name}"`)),
  )
  expect(boxes.filter(({ end }) => end > 390)).toEqual([])
  const results = await page.locator('[data-label=Result]').allTextContents()
  expect(results[0]).toBe('fail')
  expect(results.lastIndexOf('fail')).toBeLessThan(results.indexOf('pass'))
})
