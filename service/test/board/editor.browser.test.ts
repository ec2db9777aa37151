import { expect, test } from 'vitest'
import { newId } from '../../src/foundation/ids/index.ts'
import { housekeeping } from '../../src/housekeeping.ts'
import { png } from '../files/pictures.ts'
import { AXED, complaintsAbout } from '../harness/axe.ts'
import { ownDatabase } from '../harness/own-database.ts'
import { startService } from '../harness/service.ts'
import { type Stage, startBoard } from './stage.ts'
import { GRACE, makePost, useBrowser } from './tabs.ts'
import { visitorOf } from './visitor.ts'

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

test('a picture can be pasted and dropped; any other file is refused with an explanation', async () => {
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

test('after an @ the people of the thread are offered, by keys and by pointer, and two of one name are told apart', async () => {
  const stage = await startBoard()
  const post = await makePost(stage, 'Dark mode')
  await stage.server('PUT', '/v1/users/by_sub/ada', {})
  await stage.server('PUT', '/v1/users/by_sub/bob', {})
  for (const sub of ['ada', 'bob']) {
    await stage.server('POST', `/v1/posts/${post.id}/comments`, { body: `I am ${sub}`, sub })
  }
  const { page, faults } = await openTab(stage, { ...AXED, as: GRACE })
  await page.goto(`/posts/${post.number}`)
  const field = page.getByLabel('Add a comment')
  await field.focus()
  await page.getByRole('button', { name: 'Bold' }).waitFor()
  const options = page.getByRole('listbox', { name: 'People in this discussion' }).getByRole('option')
  await page.keyboard.type('Yes @')
  await expect.poll(() => options.allTextContents()).toEqual(['Acme user I am bob', 'Acme user I am ada', 'Acme Team'])
  expect(await complaintsAbout(page)).toEqual([])
  const active = () => field.evaluate((area) => area.getAttribute('aria-activedescendant'))
  expect(await active()).toBe(await options.nth(0).getAttribute('id'))
  await page.keyboard.press('ArrowDown')
  expect(await active()).toBe(await options.nth(1).getAttribute('id'))
  expect(await options.nth(1).getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('Enter')
  await expect.poll(() => field.inputValue()).toMatch(/^Yes \[@Acme user\]\(mention:usr_\w+\) $/)
  expect(await active()).toBeNull()

  await page.keyboard.type('and @Nobody, mail@')
  await expect.poll(() => options.count()).toBe(0)
  await page.keyboard.type(' @ac')
  await options.nth(0).waitFor()
  await page.keyboard.press('Escape')
  await options.nth(0).waitFor({ state: 'hidden' })
  await page.keyboard.type('m')
  await options.getByText('Team').click()
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect.poll(() => page.locator('.preview .mention').allTextContents()).toEqual(['@Acme user', '@Acme'])
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect.poll(() => page.locator('.comment .mention').allTextContents()).toEqual(['@Acme user', '@Acme'])
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

test('without script an idea and a comment take a picture by a file field; any other file is refused, and the text is kept', async () => {
  const stage = await startBoard()
  const post = await makePost(stage, 'Dark mode')
  const { page, faults } = await openTab(stage, { as: GRACE, javaScriptEnabled: false })
  const choose = async (buffer: Buffer) => {
    await page.getByLabel('Add a picture').setInputFiles({ name: 'screen.png', mimeType: 'image/png', buffer })
    await page.getByLabel('Describe the picture for people who can’t see it').fill('The app at [night]')
  }
  const shown = page.locator('.prose').getByRole('img', { name: 'The app at night' })
  await page.goto('/new')
  expect(await page.getByRole('button', { name: 'Bold' }).count()).toBe(0)
  await page.locator('input[name=title]').fill('Light mode')
  await page.locator('textarea[name=body]').fill('Like this:')
  await choose(await png(300, 200))
  await page.getByRole('button', { name: 'Add idea' }).click()
  await page.getByRole('heading', { name: 'Light mode' }).waitFor()
  await expect.poll(() => shown.getAttribute('width')).toBe('300')

  await page.goto(`/posts/${post.number}`)
  const field = page.getByLabel('Add a comment')
  await field.fill('Or like this:')
  await choose((await png()).subarray(0, 60))
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.getByText('This picture is damaged. Save it again, then try once more.').waitFor()
  expect(await field.inputValue()).toBe('Or like this:')
  await choose(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.getByText('You can add PNG, JPEG, WebP and GIF pictures.').waitFor()
  await choose(await png())
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await shown.waitFor()
  expect(await page.locator('.comment').count()).toBe(1)
  expect(faults.filter((fault) => !fault.includes('400'))).toEqual([])
})

/** A form as a browser without script sends it. */
async function sendForm(stage: Stage, cookie: string, path: string, fields: Record<string, string>, picture: Buffer) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('picture', new File([Uint8Array.from(picture)], 'picture.png'))
  const request = new Request(stage.boardOrigin, { method: 'POST', body: form })
  return stage.board('POST', path, {
    headers: { ...visitorOf(stage).own, cookie, 'content-type': request.headers.get('content-type') ?? '' },
    body: Buffer.from(await request.arrayBuffer()),
  })
}

test('a form with the same picture that is sent twice makes one comment; with another picture, another one', async () => {
  const stage = await startBoard()
  const post = await makePost(stage, 'Dark mode')
  const cookie = await visitorOf(stage).signIn(GRACE)
  const send = async (picture: Buffer) => {
    const fields = { form_id: 'a'.repeat(22), body: 'See:' }
    const { status, headers } = await sendForm(stage, cookie, `/posts/${post.number}/comments`, fields, picture)
    return [status, headers.location]
  }
  const picture = await png()
  const first = await send(picture)
  expect(first).toEqual([303, expect.stringContaining('#cmt_')])
  expect(await send(picture)).toEqual(first)
  expect(await send(await png(20, 20))).not.toEqual(first)
})

// Guarantees that a text is as long in a form with a picture as in any other: what is refused comes back with the page.
test('a form with a picture has no room for a text of megabytes', async () => {
  const stage = await startBoard()
  const cookie = await visitorOf(stage).signIn(GRACE)
  for (const fields of [
    { title: 'x'.repeat(2_000_000), body: 'Text' },
    { title: 'Light mode', body: '\u{1f319}'.repeat(500_000) },
  ]) {
    const { status, text } = await sendForm(stage, cookie, '/new', fields, await png())
    expect([status, text.length < 50_000]).toEqual([413, true])
  }
  const long = { title: 'Light mode', body: '\u{1f319}'.repeat(9_900), form_id: 'd'.repeat(22) }
  expect((await sendForm(stage, cookie, '/new', long, await png())).status).toBe(303)
})

test('a text with six pictures is refused with the reason, whether it is new or changed', async () => {
  const stage = await startBoard()
  const { form, signIn } = visitorOf(stage)
  const cookie = await signIn(GRACE)
  const made = await form('/new', { title: 'Light mode', body: 'Text', form_id: 'e'.repeat(22) }, { cookie })
  const [idea = ''] = /^\/posts\/\d+/.exec(String(made.headers.location)) ?? []
  const body = Array.from({ length: 6 }, () => `![](${stage.boardOrigin}/files/${newId('file')})`).join('\n')
  for (const [path, fields] of [
    ['/new', { title: 'Dark mode', body, form_id: 'f'.repeat(22) }],
    [`${idea}/edit`, { title: 'Light mode', body, version: '1' }],
    [`${idea}/comments`, { body, form_id: 'g'.repeat(22) }],
  ] as const) {
    const { status, text } = await form(path, fields, { cookie })
    expect([path, status, text]).toEqual([path, 400, expect.stringContaining('A text can have up to 5 pictures.')])
  }
})

test('without script an idea and a comment that are changed take a picture too; what is none is refused with the text kept', async () => {
  const stage = await startBoard()
  const { form, signIn } = visitorOf(stage)
  const cookie = await signIn(GRACE)
  const made = await form('/new', { title: 'Light mode', body: 'Text', form_id: 'b'.repeat(22) }, { cookie })
  const [idea = ''] = /^\/posts\/\d+/.exec(String(made.headers.location)) ?? []
  const said = await form(`${idea}/comments`, { body: 'Mine', form_id: 'c'.repeat(22) }, { cookie })
  const [, comment = ''] = String(said.headers.location).split('#')
  const page = await stage.board('GET', String(made.headers.location), { headers: { cookie } })
  expect(page.text.match(/<input[^>]* name="picture"/g)).toHaveLength(4) // a comment, an answer, and both changes
  for (const [path, fields] of [
    [`${idea}/edit`, { title: 'Light mode', body: 'New text', version: '1', picture_alt: 'The app at [noon]' }],
    [`${idea}/comments/${comment}/edit`, { body: 'New text', version: '1', picture_alt: 'The app at [noon]' }],
  ] as const) {
    const refused = await sendForm(stage, cookie, path, fields, Buffer.from('<svg/>'))
    expect([refused.status, refused.text]).toEqual([400, expect.stringMatching(/<textarea[^>]*>New text<\/textarea>/)])
    expect(refused.text).toContain('You can add PNG, JPEG, WebP and GIF pictures.')
    const saved = await sendForm(stage, cookie, path, fields, await png())
    expect([path, saved.status]).toEqual([path, 303])
  }
  const { text } = await stage.board('GET', String(made.headers.location), { headers: { cookie } })
  expect(text.match(/<img [^>]*alt="The app at noon"/g)).toHaveLength(2)
})

test('a picture of a form that is refused is in the text that comes back; if it is not sent again, the picture goes after a day', async () => {
  const { connection } = await ownDatabase() // the housekeeping of tomorrow takes what other tests have
  const stage = await startBoard({}, {}, { service: await startService({}, undefined, connection) })
  const cookie = await visitorOf(stage).signIn(GRACE)
  const { status, text } = await sendForm(stage, cookie, '/new', { title: 'No', body: 'See:' }, await png())
  expect([status, text]).toEqual([400, expect.stringMatching(/See:\n\n!\[\]\(http[^)]+\/files\/fil_\w+\)/)])
  const { service, project } = stage
  const kept = async () => (await service.database.sql`select id from files where project_id = ${project.id}`).length
  expect(await kept()).toBe(1)
  const { clock } = service.database
  const later = { ...clock, now: () => new Date(clock.now().getTime() + 25 * 60 * 60 * 1000) }
  await housekeeping({ ...service.database, clock: later }, service.config).run({})
  expect(await kept()).toBe(0)
})
