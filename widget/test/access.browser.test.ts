import { expect, test } from 'vitest'
import { AXED, complaintsAbout } from '../../service/test/harness/axe.ts'
import { makePost, startHost, startIdea, useHostPages, votesFor } from './host-page.ts'

const open = useHostPages()
async function startFull(accentColor = '#e8590c') {
  const app = await startHost()
  await app.server('PATCH', '/v1/project', { accent_color: accentColor })
  const { body: statuses } = await app.server('GET', '/v1/statuses')
  const posts = []
  for (const status of statuses.data) {
    posts.push(
      await makePost(app, `A wish that is ${status.name}`, {
        status_id: status.id,
        body: '# Big\n\n> quoted\n\n`code`\n\n- one\n- two',
      }),
    )
  }
  const [first] = posts
  if (!first) throw new Error('There are statuses.')
  const say = (body: string, members = {}) => app.server('POST', `/v1/posts/${first.id}/comments`, { body, ...members })
  const { body: official } = await say('We are on it.', { is_official: true })
  await say('Thanks.', { parent_id: official.id })
  await app.server('POST', '/v1/changelog', {
    title: 'News',
    body: 'It *is* there.',
    state: 'published',
    post_ids: [first.id],
  })
  return { app, title: `A wish that is ${statuses.data[0].name}` }
}

test('axe finds nothing in any view of the panel, in light and dark', async () => {
  const { app, title } = await startFull()
  app.serve({
    html: '<!doctype html><html lang="en"><meta name="color-scheme" content="light dark"><title>Acme</title><body><main><h1>Acme</h1></main>',
  })
  const { page } = await open(app, AXED)
  await page.getByRole('button', { name: 'Feedback' }).click()
  const panel = page.getByRole('dialog')
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect.poll(() => panel.getAttribute('data-theme')).toBe(colorScheme)
  }
  let place = 0
  const look = async (view: string) =>
    expect([view, await complaintsAbout(page, { place: place++ })]).toEqual([view, []])
  await panel.getByText('Signed in as').waitFor()
  await panel.getByRole('button', { name: new RegExp(`^Vote for “${title}”`) }).click()
  await look('list')
  await panel.getByRole('button', { name: title, exact: true }).click()
  await panel.getByText('Thanks.').waitFor()
  await look('post')
  await panel.getByRole('button', { name: 'Reply' }).click()
  await panel.getByLabel('Reply to Acme').waitFor()
  await look('reply')
  await panel.getByRole('button', { name: 'All ideas' }).click()
  await panel.getByLabel('What’s on your mind?').fill('A wish')
  await panel.getByRole('button', { name: 'Add “A wish” as a new idea' }).waitFor()
  await panel
    .getByRole('button', { name: /^Vote for “A wish/ })
    .first()
    .waitFor()
  await look('matches')
  await startIdea(panel, 'A wish')
  await panel.locator('.similar').waitFor()
  await look('new')
  await panel.getByLabel('Title').fill('No')
  await panel.getByRole('button', { name: 'Add idea', exact: true }).click()
  await panel.getByText('The title must have 3 to 140 characters.').waitFor()
  await look('fault')
  await panel.getByRole('button', { name: 'Roadmap' }).click()
  await panel.getByRole('heading', { name: 'Planned' }).waitFor()
  await look('roadmap')
  await panel.getByRole('button', { name: /^Changelog/ }).click()
  await panel.getByRole('heading', { name: 'News' }).waitFor()
  await look('changelog')
})

test('by keyboard alone: open, reach page and panel, vote, read, write, come back, and leave to where it was opened', async () => {
  const app = await startHost()
  const post = await makePost(app, 'Dark mode')
  const { page, faults } = await open(app)
  await page.getByRole('button', { name: 'Feedback' }).waitFor()
  const focused = () =>
    page.evaluate(() => {
      const host = document.activeElement
      const inner = host?.shadowRoot?.activeElement ?? host
      return inner?.getAttribute('aria-label') ?? inner?.textContent?.trim() ?? ''
    })
  const reach = async (name: RegExp) => {
    for (let steps = 0; steps < 40; steps += 1) {
      if (name.test(await focused())) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab never reached ${name}; it is on ${await focused()}`)
  }
  await reach(/^Feedback$/)
  await page.keyboard.press('Enter')
  await page.getByText('Signed in as').waitFor()
  await page.getByRole('button', { name: /^Vote for “Dark mode”/ }).waitFor()

  // The page beside it stays within reach, and so does the panel from there.
  await page.keyboard.type('dark')
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete') // the field had the focus
  await reach(/^Before$/)
  await reach(/^Vote for “Dark mode”/)
  await page.keyboard.press('Space')
  await expect.poll(() => votesFor(app, post)).toBe(1)
  expect(await focused()).toMatch(/^You voted for/) // focus stays where it was
  await reach(/^Dark mode$/)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Dark mode' }).waitFor()
  await reach(/^$/) // the field of a comment has a label and no text
  await page.keyboard.type('At night too.')
  await reach(/^Comment$/)
  await page.keyboard.press('Enter')
  await page.locator('.discussion', { hasText: 'At night too.' }).waitFor()
  await reach(/^All ideas$/)
  await page.keyboard.press('Enter')
  await expect.poll(focused).toBe('Dark mode') // back at what was opened
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(await focused()).toBe('Feedback')
  expect(faults).toEqual([])
})

test('on the narrowest phone nothing is cut off or has to be moved sideways', async () => {
  const { app, title } = await startFull()
  await makePost(app, 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft')
  const { page } = await open(app, { viewport: { width: 320, height: 568 }, hasTouch: true })
  await page.getByRole('button', { name: 'Feedback' }).tap()
  const panel = page.getByRole('dialog')
  const widest = () =>
    panel.evaluate((dialog) => {
      let widest = 0
      for (const element of dialog.querySelectorAll('.body, .body *:not(.prose *)')) {
        widest = Math.max(widest, element.getBoundingClientRect().right)
      }
      return widest
    })
  await panel.getByRole('button', { name: title, exact: true }).waitFor()
  expect(await widest()).toBeLessThanOrEqual(320)
  await panel.getByRole('button', { name: title, exact: true }).tap()
  await panel.getByText('Thanks.').waitFor()
  expect(await widest()).toBeLessThanOrEqual(320)
  await panel.getByRole('button', { name: 'Roadmap' }).tap()
  await panel.getByRole('heading', { name: 'Planned' }).waitFor()
  expect(await widest()).toBeLessThanOrEqual(320)
  await panel.getByRole('button', { name: /^Changelog/ }).tap()
  await panel.getByRole('heading', { name: 'News' }).waitFor()
  expect(await widest()).toBeLessThanOrEqual(320)
  await panel.getByRole('button', { name: 'Feedback', exact: true }).tap()
  await startIdea(panel, 'A wish')
  expect(await widest()).toBeLessThanOrEqual(320)
  expect(await panel.boundingBox()).toEqual({ x: 0, y: 0, width: 320, height: 568 })
})

test('screen readers hear what happens', async () => {
  const app = await startHost()
  await makePost(app, 'Dark mode')
  const { page } = await open(app)
  await page.getByRole('button', { name: 'Feedback' }).click()
  const said = page.getByRole('dialog').getByRole('status').last()
  await page.getByRole('searchbox').fill('zzzzz')
  await expect.poll(() => said.innerText()).toBe('No matching ideas')
  await page.getByLabel('What’s on your mind?').fill('dark')
  await expect.poll(() => said.innerText()).toBe('1 matching idea')
  await startIdea(page, 'Light mode')
  await page.getByRole('button', { name: 'Add idea', exact: true }).click()
  await expect.poll(() => said.innerText()).toBe('Your idea has been added. Thank you!')
})

test('an idea that is being written waits while its writer looks at others, and goes only when it is sent', async () => {
  const app = await startHost()
  await makePost(app, 'Dark mode')
  const { page } = await open(app)
  await page.getByRole('button', { name: 'Feedback' }).click()
  const panel = page.getByRole('dialog')
  await startIdea(panel, 'A darker mode')
  await panel.getByLabel('Details').fill('For the night.')
  await panel.locator('.similar').getByRole('button', { name: 'Dark mode', exact: true }).click()
  await panel.getByRole('heading', { name: 'Dark mode' }).waitFor()
  await panel.getByRole('button', { name: 'Roadmap' }).click()
  await panel.getByRole('button', { name: 'Feedback', exact: true }).click()
  await panel.getByRole('button', { name: 'Add “A darker mode” as a new idea' }).click()
  expect([await panel.getByLabel('Title').inputValue(), await panel.getByLabel('Details').inputValue()]).toEqual([
    'A darker mode',
    'For the night.',
  ])
  await panel.getByRole('button', { name: 'Add idea', exact: true }).click()
  await panel.getByRole('heading', { name: 'A darker mode' }).waitFor()
  await panel.getByRole('button', { name: 'All ideas' }).click()
  expect(await panel.getByLabel('What’s on your mind?').inputValue()).toBe('')
  await startIdea(panel, 'Something else')
  expect(await panel.getByLabel('Details').inputValue()).toBe('')
})

test('“Show more” leads a keyboard to the first that is new', async () => {
  const app = await startHost()
  for (let place = 0; place < 25; place += 1) await makePost(app, `Wish number ${place}`)
  const { page } = await open(app)
  await page.getByRole('button', { name: 'Feedback' }).click()
  await page.getByRole('button', { name: 'Show more' }).focus()
  await page.keyboard.press('Enter')
  await page.locator('.card').nth(24).waitFor()
  const place = () =>
    page.evaluate(() => {
      const root = document.activeElement?.shadowRoot
      return [...(root?.querySelectorAll('.card') ?? [])].indexOf(root?.activeElement as Element) // -1 for nothing
    })
  await expect.poll(place).toBe(20)
})

test('an idea stays as it was left while it is looked for, sent and opened anew', async () => {
  const app = await startHost()
  await makePost(app, 'Dark mode')
  const { page } = await open(app)
  await page.getByRole('button', { name: 'Feedback' }).click()
  const panel = page.getByRole('dialog')
  const title = () => panel.getByLabel('Title').inputValue()
  await panel.getByText('Signed in as').waitFor()
  await panel.getByRole('searchbox').fill('dark')
  await panel.getByRole('button', { name: 'Dark mode', exact: true }).waitFor()
  await panel.getByRole('button', { name: 'Add “dark” as a new idea' }).click()
  await expect.poll(title).toBe('dark') // what was looked for
  await panel.getByLabel('Title').fill('A darker mode')
  await panel.locator('.similar').getByRole('button', { name: 'Dark mode', exact: true }).click()
  await panel.getByRole('heading', { name: 'Dark mode' }).waitFor()
  await panel.getByRole('button', { name: 'All ideas' }).click()
  expect(await title()).toBe('A darker mode')

  // Whoever leaves while it is sent stays where they went, and finds no second copy to send.
  let release = () => {}
  await page.route(/\/v1\/posts$/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await new Promise<void>((go) => {
      release = go
    })
    await route.continue()
  })
  await panel.getByRole('button', { name: 'Add idea', exact: true }).click()
  await panel.getByRole('button', { name: 'Roadmap' }).click()
  release()
  const titles = async () =>
    (await app.server('GET', '/v1/posts')).body.data.map((post: { title: string }) => post.title)
  await expect.poll(async () => (await titles()).sort()).toEqual(['A darker mode', 'Dark mode'])
  await panel.getByRole('heading', { name: 'Planned' }).waitFor()
  await panel.getByRole('button', { name: 'Feedback', exact: true }).click()
  await panel.locator('.card').getByRole('button', { name: 'A darker mode', exact: true }).waitFor()
  await page.evaluate(`widget.open({ view: 'new', title: 'From the app' })`)
  await expect.poll(title).toBe('From the app')
  await page.evaluate(`widget.open({ view: 'new', title: 'Once more' })`)
  await expect.poll(title).toBe('Once more')
  await panel.getByRole('button', { name: 'All ideas' }).click()
  await panel.getByRole('searchbox').waitFor() // one step back is enough
})
