import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openBrowser } from '../harness/browser.ts'
import { startDesk } from './desk.ts'

/** Goes on by Tab until the focus, which has to be seen, is on what has this name. */
async function reach(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab')
    const here = await page.evaluate(() => {
      const element = document.activeElement
      if (!(element instanceof HTMLElement)) return undefined
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      const isSeen = outlineStyle !== 'none' && outlineWidth !== '0px'
      return { name: element.getAttribute('aria-label') ?? label ?? element.textContent ?? '', isSeen }
    })
    if (here?.name.trim().startsWith(name)) return expect([name, here.isSeen]).toEqual([name, true])
  }
  throw new Error(`${name} cannot be reached by keyboard.`)
}

// Guarantees that the keyboard is enough: from the link to a project with a key, an address and a colleague.
test('somebody enters, sets a project up and invites a colleague by keyboard alone', async () => {
  const desk = await startDesk()
  const browser = await openBrowser()
  const page = await browser.newPage({ baseURL: desk.service.origin })
  await page.goto(`/console/enter#${await desk.linkFor('keys.alone@console.example')}`)
  await page.getByRole('button', { name: 'Sign in as' }).waitFor()
  await reach(page, 'Sign in as')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Projects' }).waitFor()
  await reach(page, 'New project')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'New project' }).waitFor()
  await reach(page, 'Name')
  const slug = `by-keyboard-${Date.now().toString(36)}`
  await page.keyboard.type(slug.replaceAll('-', ' '))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Create key pair' }).waitFor()
  await reach(page, 'Create key pair')
  await page.keyboard.press('Enter')
  await page.getByLabel('Private key (PKCS#8 PEM)').waitFor()
  await reach(page, 'I saved it')
  await page.keyboard.press('Enter')
  await page.getByLabel('Sign-in URL').waitFor()
  await reach(page, 'Sign-in URL')
  await page.keyboard.type('https://app.example.com/feedback/sign-in')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Code for your backend' }).waitFor()
  await reach(page, 'Team')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Invite someone' }).waitFor()
  await reach(page, 'E-mail address')
  await page.keyboard.type('colleague@console.example')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Send this link to colleague@console.example' }).waitFor()
  expect(page.url()).toContain(slug)
})
