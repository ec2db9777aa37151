import { expect, test } from 'vitest'
import { png } from '../files/pictures.ts'
import { AXED, complaintsAbout } from '../harness/axe.ts'
import { startBoard } from './stage.ts'
import { GRACE, makePost, useBrowser } from './tabs.ts'

const openTab = useBrowser()

test('a picture is chosen, described, shown in the preview, and stands in the comment', async () => {
  const stage = await startBoard()
  const post = await makePost(stage, 'Dark mode')
  const { page, faults } = await openTab(stage, { as: GRACE })
  await page.goto(`/posts/${post.number}`)
  const field = page.getByLabel('Add a comment')
  await field.fill('Like this:\n\n')
  await page.getByRole('button', { name: 'Add a picture' }).waitFor()
  await page.locator('.editor input[type=file]').setInputFiles({
    name: 'screen.png',
    mimeType: 'image/png',
    buffer: await png(300, 200),
  })
  await page.getByLabel('Describe the picture for people who can’t see it').fill('The app at [night]')
  await page.keyboard.press('Enter')
  await expect.poll(() => field.inputValue()).toMatch(/^Like this:\n\n!\[The app at night\]\(http.*\/files\/fil_\w+\)$/)
  await page.getByRole('button', { name: 'Preview' }).click()
  const shown = page.getByRole('img', { name: 'The app at night' })
  await shown.waitFor()
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300)
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Comment' }).click()
  const kept = page.locator('.comment').getByRole('img', { name: 'The app at night' })
  await kept.waitFor()
  await kept.scrollIntoViewIfNeeded()
  await expect.poll(() => kept.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300)
  expect(faults).toEqual([])
})

test('a picture is pasted and dropped, and what is none is refused in words', async () => {
  const stage = await startBoard()
  const post = await makePost(stage, 'Dark mode')
  const { page } = await openTab(stage, { as: GRACE })
  await page.goto(`/posts/${post.number}`)
  const field = page.getByLabel('Add a comment')
  await field.focus()
  await page.getByRole('button', { name: 'Add a picture' }).waitFor()
  const give = (kind: 'paste' | 'drop', bytes: readonly number[]) =>
    field.evaluate(
      (area, { kind, bytes }) => {
        const data = new DataTransfer()
        data.items.add(new File([Uint8Array.from(bytes)], 'picture.png', { type: 'image/png' }))
        const event =
          kind === 'paste'
            ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
            : new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
        area.dispatchEvent(event)
      },
      { kind, bytes },
    )
  const picture = [...(await png())]
  for (const kind of ['paste', 'drop'] as const) {
    await field.fill('')
    await give(kind, picture)
    await page.getByRole('button', { name: 'Add picture', exact: true }).click()
    await expect.poll(() => field.inputValue()).toMatch(/\/files\/fil_/)
  }
  await give('paste', [1, 2, 3])
  await page.getByRole('button', { name: 'Add picture', exact: true }).click()
  await page.getByText('You can add PNG, JPEG, WebP and GIF pictures.').waitFor()
})

test('marks go around what is selected, by button and by key', async () => {
  const stage = await startBoard()
  const { page, faults } = await openTab(stage)
  await page.goto('/new')
  const field = page.locator('textarea[name=body]')
  await field.fill('bold')
  await field.selectText()
  await page.getByRole('button', { name: 'Bold' }).click()
  expect(await field.inputValue()).toBe('**bold**')
  await page.keyboard.press('Control+i')
  expect(await field.inputValue()).toBe('**_bold_**')
  await field.fill('one\ntwo')
  await field.selectText()
  await page.getByRole('button', { name: 'List' }).click()
  expect(await field.inputValue()).toBe('- one\n- two')
  await field.fill('here')
  await field.selectText()
  await page.getByRole('button', { name: 'Link' }).click()
  await page.keyboard.type('https://example.com')
  expect(await field.inputValue()).toBe('[here](https://example.com)')
  expect(faults).toEqual([])
})

test('axe has nothing against the tools, the question what a picture shows, and the preview', async () => {
  const stage = await startBoard()
  const post = await makePost(stage, 'Dark mode')
  const { page } = await openTab(stage, { ...AXED, as: GRACE })
  await page.goto(`/posts/${post.number}`)
  await page.getByLabel('Add a comment').fill('# Some *text*')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('heading', { name: 'Some text' }).waitFor()
  await page
    .locator('.editor input[type=file]')
    .setInputFiles({ name: 'screen.png', mimeType: 'image/png', buffer: await png() })
  await page.getByLabel('Describe the picture for people who can’t see it').waitFor()
  expect(await complaintsAbout(page)).toEqual([])
})

test('without script there is the field alone', async () => {
  const stage = await startBoard()
  const { page } = await openTab(stage, { as: GRACE, javaScriptEnabled: false })
  await page.goto('/new')
  await page.locator('textarea[name=body]').waitFor()
  expect(await page.getByRole('button', { name: 'Bold' }).count()).toBe(0)
})
