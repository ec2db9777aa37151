import { expect, test } from 'vitest'
import { AXED, complaintsAbout } from '../harness/axe.ts'
import { startDeciding, withEstimates } from './decide-desk.ts'
import { useBrowser } from './tabs.ts'

const openTab = useBrowser()

// Guarantees that somebody can go through the numbers of many posts without a mouse, and loses none of them.
test('a number is saved when its cell is left, the plot follows, and what does not fit is said beside it', async () => {
  const desk = await startDeciding()
  await withEstimates(desk)
  const { page, faults } = await openTab(desk, { ...AXED, cookie: desk.cookie })
  const { dark, csv, api } = desk.posts
  await page.goto(`/console${desk.path}?sort=field.effort`)
  const effort = (post: { number: number }) => page.locator(`#estimate-${post.number}-effort`)
  expect(await page.getByRole('button', { name: 'Save the numbers of' }).count()).toBe(0)
  expect(await complaintsAbout(page)).toEqual([])

  await effort(api).fill('9')
  await page.keyboard.press('Enter') // to the post below, which is next by effort
  expect(await effort(dark).evaluate((input) => input === document.activeElement)).toBe(true)
  await page.getByRole('link', { name: 'Webhook retries: Value 900, Effort 9' }).waitFor()
  expect(await page.locator(`[data-by-effort="${api.number}"]`).textContent()).toBe('100')
  expect((await desk.server('GET', `/v1/posts/${api.id}`)).body.fields.effort).toBe(9)

  await page.keyboard.type('much')
  await page.keyboard.press('ArrowDown')
  await page.locator(`#estimate-${dark.number}-effort-fault`).waitFor()
  expect(await effort(dark).getAttribute('aria-invalid')).toBe('true')
  expect(await effort(csv).evaluate((input) => input === document.activeElement)).toBe(true)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Escape')
  expect(await effort(dark).inputValue()).toBe('3')
  expect((await desk.server('GET', `/v1/posts/${dark.id}`)).body.fields.effort).toBe(3)

  await page.getByRole('link', { name: 'Webhook retries: Value 900' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('complementary', { name: 'Chosen post' }).getByLabel('Impact').fill('7')
  await page.keyboard.press('Enter')
  await page.getByText('Fields saved.').waitFor()
  expect((await desk.server('GET', `/v1/posts/${api.id}`)).body.fields).toEqual({ effort: 9, impact: 7 })
  expect(await complaintsAbout(page)).toEqual([])
  expect(faults).toEqual([expect.stringContaining('400')]) // the number that was refused
})

// Guarantees that the plot can be read where many posts stand close to each other.
test('a name in the plot covers no point and no other name', async () => {
  const desk = await startDeciding()
  await withEstimates(desk)
  for (const [place, effort] of [1, 2, 3, 4, 9, 10].entries()) {
    const title = `A title of some length that names idea ${place}`
    const { id } = (await desk.server('POST', '/v1/posts', { title, fields: { effort } })).body
    await desk.server('PUT', `/v1/posts/${id}/votes/by_sub/cyd`)
  }
  const { page } = await openTab(desk, { cookie: desk.cookie })
  await page.goto(`/console${desk.path}?y=votes`)
  const { names, covered } = await page.locator('.scatter-area').evaluate((plot) => {
    const boxOf = (part: Element) => ({ part, box: part.getBoundingClientRect() })
    const names = [...plot.querySelectorAll('.named text')].map(boxOf)
    const points = [...plot.querySelectorAll('circle:not(.reach)')].map(boxOf)
    const meet = (one: DOMRect, other: DOMRect) =>
      one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
    const covered = names.flatMap(({ part, box }) =>
      [...names, ...points]
        .filter((other) => other.part !== part && meet(box, other.box))
        .map((other) => `${part.textContent} / ${other.part.closest('a')?.textContent}`),
    )
    return { names: names.length, covered }
  })
  expect(covered).toEqual([])
  expect(names).toBeGreaterThan(1)
})
