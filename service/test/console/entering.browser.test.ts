import { expect, test } from 'vitest'
import { AXED, complaintsAbout } from '../harness/axe.ts'
import type { Tab } from '../harness/tabs.ts'
import { startDesk } from './desk.ts'
import { useBrowser } from './tabs.ts'

const openTab = useBrowser()
const NOBODY = { cookie: '' }

async function giveAuthenticator({ context, page }: Tab): Promise<void> {
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('an operator enters by a link, adds a passkey, and enters by it', async () => {
  const desk = await startDesk()
  const tab = await openTab(desk, NOBODY)
  const { page, faults } = tab
  await giveAuthenticator(tab)
  await page.goto(`/console/enter#${await desk.linkFor('ada.passkey@acme.example')}`)
  await page.getByRole('button', { name: 'Sign in as ada.passkey@acme.example' }).click()
  await page.getByRole('heading', { name: 'Projects' }).waitFor()
  expect(page.url()).not.toContain('#')
  await page.getByRole('link', { name: 'ada.passkey@acme.example' }).click()
  await page.getByLabel('Name of the new passkey').fill('Laptop')
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByText('Passkey added.').waitFor()
  const added = await desk.service.database.sql`
    select 1 from events e join operators o on o.id = e.actor_id
    where e.type = 'operator.passkey_added' and o.email = 'ada.passkey@acme.example'`
  expect(added.length).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('heading', { name: 'Projects' }).waitFor()
  await page.goto('/console/me')
  await page.getByText(/last used/).waitFor()
  expect(faults).toEqual([])
})

test('a link that is pasted into the open door works as one that was followed', async () => {
  const desk = await startDesk()
  const { page, faults } = await openTab(desk, NOBODY)
  await page.goto('/console/enter')
  await page.evaluate((code) => location.assign(`#${code}`), 'wrong')
  await page.getByRole('alert').waitFor()
  await page.evaluate((code) => location.assign(`#${code}`), await desk.linkFor('ada.pasted@acme.example'))
  await page.getByRole('button', { name: 'Sign in as ada.pasted@acme.example' }).click()
  await page.getByRole('heading', { name: 'Projects' }).waitFor()
  expect(faults.filter((fault) => !fault.includes('401'))).toEqual([])
})

// Guarantees that a computer left open is not enough for what cannot be undone.
test('after 15 minutes the console asks once more, and a passkey answers', async () => {
  let now = Date.now()
  const desk = await startDesk({ now: () => new Date(now) })
  const tab = await openTab(desk, NOBODY)
  const { page, faults } = tab
  await giveAuthenticator(tab)
  await page.goto(`/console/enter#${await desk.linkFor('ada@acme.example', 'owner')}`)
  await page.getByRole('button', { name: 'Sign in as ada@acme.example' }).click()
  await page.goto('/console/me')
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByText('Passkey added.').waitFor()
  now += 15 * 60_000
  await page.goto(`/console/${desk.project.slug}/people`)
  expect(await page.getByRole('button', { name: 'Create invite link' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Confirm' }).click()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('button', { name: 'Create invite link' }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/console/${desk.project.slug}/people`)
  await page.getByLabel('E-mail address').fill('mo@acme.example')
  await page.getByRole('button', { name: 'Create invite link' }).click()
  expect(await page.getByLabel('Invite link').inputValue()).toContain('/console/enter#svc_opl_')
  expect(faults).toEqual([])
})

test('a passkey answers in place where settings ask for it, and what was typed is saved', async () => {
  let now = Date.now()
  const desk = await startDesk({ now: () => new Date(now), draft: { isPrivate: true } })
  const tab = await openTab(desk, NOBODY)
  const { page, faults } = tab
  await giveAuthenticator(tab)
  await page.goto(`/console/enter#${await desk.linkFor('grace@acme.example', 'owner')}`)
  await page.getByRole('button', { name: 'Sign in as grace@acme.example' }).click()
  await page.goto('/console/me')
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByText('Passkey added.').waitFor()
  now += 15 * 60_000
  await page.goto(`/console/${desk.project.slug}/settings`)
  await page.getByLabel('Name', { exact: true }).fill('Typed with care')
  await page.getByRole('checkbox', { name: /Private/ }).uncheck()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Typed with care')
  await page.getByRole('button', { name: 'Use a passkey and save' }).click()
  await page.getByText('Saved. Changes go live').waitFor()
  const { body } = await desk.server('GET', '/v1/project')
  expect([body.name, body.is_private]).toEqual(['Typed with care', false])
  expect(faults.filter((fault) => !/403/.test(fault))).toEqual([]) // the browser notes the answer that asked
})

test('axe finds nothing on the door, the projects, the account, the people, Today and a question, in light and dark', async () => {
  const desk = await startDesk()
  await desk.server('POST', '/v1/posts', { title: 'Dark mode' })
  const { page, faults } = await openTab(desk, { ...AXED, ...NOBODY })
  await page.goto(`/console/enter#${await desk.linkFor('ada@acme.example')}`)
  await page.getByRole('button', { name: 'Sign in as' }).waitFor()
  expect(await complaintsAbout(page)).toEqual([])
  await page.getByRole('button', { name: 'Sign in as' }).click()
  await page.getByRole('heading', { name: 'Projects' }).waitFor()
  const home = `/${desk.project.slug}`
  for (const [place, path] of ['', '/me', '/me/operators', '/confirm', home, `${home}/people`].entries()) {
    await page.goto(`/console${path}`)
    expect([path, await complaintsAbout(page, { place })]).toEqual([path, []])
  }
  await page.goto(`/console/${desk.project.slug}/secret-keys`)
  // As without script: what asks in place does not run.
  await page
    .locator('form[data-asks]')
    .first()
    .evaluate((form: HTMLFormElement) => form.submit())
  await page.getByRole('heading', { name: /^Revoke/ }).waitFor()
  expect(await complaintsAbout(page)).toEqual([])
  expect(faults).toEqual([])
})
