import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { png } from '../../service/test/files/pictures.ts'
import { AXED, complaintsAbout } from '../../service/test/harness/axe.ts'
import type { TabOptions } from '../../service/test/harness/tabs.ts'
import { type HostApp, makePost, startHost, startIdea, useHostPages } from './host-page.ts'

const open = useHostPages()

async function openPanel(app: HostApp, options?: TabOptions) {
  const tab = await open(app, options)
  await tab.page.getByRole('button', { name: 'Feedback' }).click()
  const panel = tab.page.getByRole('dialog')
  await panel.getByText('Signed in as').waitFor()
  return { ...tab, panel }
}

async function openPost(panel: Locator): Promise<Locator> {
  await panel.locator('.card').getByRole('button', { name: 'Dark mode', exact: true }).click()
  const field = panel.getByLabel('Add a comment')
  await field.focus()
  await panel.getByRole('button', { name: 'Bold' }).waitFor()
  return field
}

/** As a browser does when somebody pastes or drops a file. */
function give(field: Locator, kind: 'paste' | 'drop', bytes: Uint8Array): Promise<void> {
  return field.evaluate(
    (area, { kind, bytes }) => {
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(bytes)], 'picture.png', { type: 'image/png' }))
      const event =
        kind === 'paste'
          ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
          : new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
      area.dispatchEvent(event)
    },
    { kind, bytes: [...bytes] },
  )
}

test('the tools are fetched when somebody begins to write, and not before', async () => {
  const app = await startHost()
  await makePost(app, 'Dark mode')
  const { panel, requests, faults } = await openPanel(app)
  await startIdea(panel, 'Light mode')
  expect(requests().filter((path) => path.includes('/writing-'))).toEqual([])
  await panel.getByLabel('Details').fill('bright')
  await panel.getByLabel('Details').selectText()
  await panel.getByRole('button', { name: 'Bold' }).click()
  expect(await panel.getByLabel('Details').inputValue()).toBe('**bright**')
  expect(requests().filter((path) => path.includes('/writing-'))).toHaveLength(1)
  await panel.getByRole('button', { name: 'Add idea', exact: true }).click()
  await panel.locator('article > .prose strong', { hasText: 'bright' }).waitFor()
  expect(faults).toEqual([])
})

test('a new idea is written in one of the categories that are open, and a required field leads to the board', async () => {
  const app = await startHost()
  const { server } = app
  await server('POST', '/v1/categories', { name: 'Announcements', posting: 'team' })
  const { body: bugs } = await server('POST', '/v1/categories', { name: 'Bugs' })
  const { body: wishes } = await server('POST', '/v1/categories', { name: 'Wishes' })
  await server('POST', '/v1/fields', { label: 'Browser', kind: 'text', required: true, categories: [bugs.id] })
  const { panel, faults } = await openPanel(app)
  await startIdea(panel, 'Light mode')
  const choice = panel.getByLabel('Category')
  expect(await choice.locator('option').allTextContents()).toEqual(['General', 'Bugs', 'Wishes'])
  await choice.selectOption('Bugs')
  const link = panel.getByRole('link', { name: 'Show the questions of this category' })
  expect(await link.getAttribute('href')).toMatch(/\/new\?title=Light\+mode&category=bugs$/)
  await choice.selectOption('Wishes')
  await panel.getByRole('button', { name: 'Add idea', exact: true }).click()
  await panel.locator('article').getByText('Light mode').first().waitFor()
  const { body } = await server('GET', `/v1/posts?category=${wishes.id}`)
  expect(body.data.map(({ title }: { title: string }) => title)).toEqual(['Light mode'])
  expect(faults).toEqual([])
})

test('the template of a category begins the text, and never replaces what somebody wrote', async () => {
  const app = await startHost()
  await app.server('POST', '/v1/categories', { name: 'Bugs', template: 'Steps:\n1.' })
  await app.server('POST', '/v1/categories', { name: 'Wishes', template: 'I need this to …' })
  const { panel, faults } = await openPanel(app)
  await startIdea(panel, 'Light mode')
  const [choice, details] = [panel.getByLabel('Category'), panel.getByLabel('Details')]
  const becomes = (text: string) => expect.poll(() => details.inputValue()).toBe(text)
  await choice.selectOption('Bugs')
  await becomes('Steps:\n1.')
  await choice.selectOption('Wishes')
  await becomes('I need this to …')
  await choice.selectOption('General')
  await becomes('')
  await details.fill('Mine')
  await choice.selectOption('Bugs')
  await choice.selectOption('Wishes')
  expect(await choice.locator('option:checked').textContent()).toBe('Wishes')
  await becomes('Mine')
  expect(faults).toEqual([])
})

// Guarantees that nobody stands before a form without a way to send it.
test('where a field is required and the address of the board is not known, the idea can still be sent', async () => {
  const app = await startHost()
  await app.server('POST', '/v1/fields', { label: 'Browser', kind: 'text', required: true })
  const { page } = await open(app)
  await page.route('**/v1/project', (route) => route.abort())
  await page.getByRole('button', { name: 'Feedback' }).click()
  const panel = page.getByRole('dialog')
  await startIdea(panel, 'Light mode')
  await panel.getByRole('button', { name: 'Add idea', exact: true }).click()
  await panel.getByText('That didn’t work').first().waitFor()
})

test('a picture is chosen and described by keyboard, previewed, and stands in the comment', async () => {
  const app = await startHost()
  const post = await makePost(app, 'Dark mode')
  const { page, panel, faults } = await openPanel(app)
  const field = await openPost(panel)
  await field.fill('Like this:\n\n')
  await panel.locator('.editor input[type=file]').setInputFiles({
    name: 'screen.png',
    mimeType: 'image/png',
    buffer: await png(300, 200),
  })
  await panel.getByLabel('Describe the picture for people who can’t see it').fill('The app at [night]')
  await page.keyboard.press('Enter')
  await expect.poll(() => field.inputValue()).toMatch(/^Like this:\n\n!\[The app at night\]\(http.*\/files\/fil_\w+\)$/)

  // The board shows the picture to nobody yet, and this page's policy allows none: the preview draws it.
  await panel.getByRole('button', { name: 'Preview' }).click()
  const drawn = panel.getByRole('img', { name: 'The app at night' })
  await expect.poll(() => drawn.evaluate((canvas: HTMLCanvasElement) => canvas.width)).toBe(300)
  expect(faults).toEqual([])
  await panel.getByRole('button', { name: 'Comment', exact: true }).click()
  await panel.locator('.discussion li').getByRole('img', { name: 'The app at night' }).waitFor({ state: 'attached' })
  expect([await field.isVisible(), await field.inputValue()]).toEqual([true, '']) // for the next text
  const { body } = await app.server('GET', `/v1/posts/${post.id}/comments`)
  expect(body.data[0].body_html).toMatch(/<img src="http[^"]+\/files\/fil_\w+\?size=small" width="300" height="200"/)
})

test('a picture is pasted and dropped; what is none, and what is too much, is refused in words', async () => {
  const app = await startHost()
  await makePost(app, 'Dark mode')
  const { panel } = await openPanel(app)
  const field = await openPost(panel)
  const add = panel.getByRole('button', { name: 'Add picture', exact: true })
  for (const kind of ['paste', 'drop'] as const) {
    await field.fill('')
    await give(field, kind, await png())
    await add.click()
    await expect.poll(() => field.inputValue()).toMatch(/\/files\/fil_/)
  }
  await give(field, 'paste', Uint8Array.from([1, 2, 3]))
  await add.click()
  await panel.getByText('You can add PNG, JPEG, WebP and GIF pictures.').waitFor()
  await give(field, 'paste', (await png()).subarray(0, 60))
  await add.click()
  await panel.getByText('This picture is damaged. Save it again, then try once more.').waitFor()
  // Escape leaves the question and not the panel.
  await give(field, 'paste', await png())
  await panel.getByLabel('Describe the picture for people who can’t see it').press('Escape')
  expect([await add.isVisible(), await panel.isVisible()]).toEqual([false, true])
})

test('a text waits for the picture that is on its way', async () => {
  const app = await startHost()
  const post = await makePost(app, 'Dark mode')
  const { page, panel } = await openPanel(app)
  const field = await openPost(panel)
  const gate = Promise.withResolvers<void>()
  await page.route('**/v1/files', async (route) => {
    await gate.promise
    await route.continue()
  })
  await field.fill('See: ')
  await give(field, 'paste', await png())
  await panel.getByRole('button', { name: 'Add picture', exact: true }).click()
  await panel.getByRole('progressbar', { name: 'Uploading the picture…' }).waitFor()
  await panel.getByRole('button', { name: 'Comment', exact: true }).click()
  gate.resolve()
  await expect.poll(() => field.inputValue()).toMatch(/^See: !\[\]\(.*fil_/)
  expect((await app.server('GET', `/v1/posts/${post.id}/comments`)).body.data).toEqual([])
  await panel.getByRole('button', { name: 'Comment', exact: true }).click()
  await panel.locator('.discussion li').waitFor()
})

test('guests have the marks; pictures and the preview are there once they have signed in', async () => {
  const app = await startHost()
  await makePost(app, 'Dark mode')
  const token = app.token
  app.token = () => null
  app.serve({
    script: `let isIn = false
window.widget = FeedbackBoard.create({ projectKey: PROJECT_KEY, getToken: () => (isIn ? getToken() : null), onSignIn: () => { isIn = true } })`,
  })
  const { page } = await open(app)
  await page.getByRole('button', { name: 'Feedback' }).click()
  const panel = page.getByRole('dialog')
  const field = await openPost(panel)
  expect(await panel.getByRole('button', { name: 'Add a picture' }).count()).toBe(0)
  await field.fill('Mine')
  app.token = token
  await panel.getByRole('button', { name: 'Sign in to send' }).click()
  await panel.getByRole('button', { name: 'Add a picture' }).waitFor()
  await field.selectText()
  await panel.getByRole('button', { name: 'Italic' }).click()
  expect(await field.inputValue()).toBe('_Mine_')
})

test('axe has nothing against the tools, the question what a picture shows, and the preview', async () => {
  const app = await startHost()
  await makePost(app, 'Dark mode')
  const { page, panel } = await openPanel(app, AXED)
  const field = await openPost(panel)
  await field.fill('# Some *text*')
  await panel.getByRole('button', { name: 'Preview' }).click()
  await panel.getByRole('heading', { name: 'Some text' }).waitFor()
  await panel
    .locator('.editor input[type=file]')
    .setInputFiles({ name: 'screen.png', mimeType: 'image/png', buffer: await png() })
  await panel.getByLabel('Describe the picture for people who can’t see it').waitFor()
  expect(await complaintsAbout(page)).toEqual([])
})

test('after an @ the people of the thread are offered; Escape closes the list and not the panel', async () => {
  const app = await startHost()
  const post = await makePost(app, 'Dark mode')
  await app.server('PUT', '/v1/users/by_sub/ada', {})
  await app.server('POST', `/v1/posts/${post.id}/comments`, { body: 'I am Ada', sub: 'ada' })
  const { page, panel, faults } = await openPanel(app, AXED)
  const field = await openPost(panel)
  const options = panel.getByRole('listbox', { name: 'People in this discussion' }).getByRole('option')
  await page.keyboard.type('Yes @')
  await expect.poll(() => options.allTextContents()).toEqual(['Acme user I am Ada', 'Acme Team'])
  expect(await complaintsAbout(page)).toEqual([])
  await page.keyboard.press('Escape')
  await options.nth(0).waitFor({ state: 'hidden' })
  expect(await panel.isVisible()).toBe(true)
  await page.keyboard.type('acme u')
  await options.nth(0).waitFor()
  await page.keyboard.press('Tab')
  await expect.poll(() => field.inputValue()).toMatch(/^Yes \[@Acme user\]\(mention:usr_\w+\) $/)
  await panel.getByRole('button', { name: 'Preview' }).click()
  await panel.locator('.preview .mention', { hasText: '@Acme user' }).waitFor()
  await panel.getByRole('button', { name: 'Preview' }).click()
  await panel.getByRole('button', { name: 'Comment', exact: true }).click()
  await panel.locator('.discussion li .mention', { hasText: '@Acme user' }).waitFor()
  expect(faults).toEqual([])
})

test('a new idea has nobody to mention', async () => {
  const app = await startHost()
  const { page, panel } = await openPanel(app)
  await startIdea(panel, 'Light mode')
  await panel.getByLabel('Details').focus()
  await panel.getByRole('button', { name: 'Bold' }).waitFor()
  await page.keyboard.type('Dear @')
  expect(await panel.getByRole('listbox').count()).toBe(0)
  expect(await panel.getByLabel('Details').inputValue()).toBe('Dear @')
})
