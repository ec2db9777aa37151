import { expect, test } from 'vitest'
import { newId } from '../../src/foundation/ids/index.ts'
import { AXED, complaintsAbout } from '../harness/axe.ts'
import { type Desk, startDesk } from './desk.ts'
import { useBrowser } from './tabs.ts'

const openTab = useBrowser()
/** A project in which every page has something to show. */
async function fill(desk: Desk): Promise<string[]> {
  const { userId, session } = await desk.signIn({
    given_name: 'Ada',
    email: 'ada@acme.example',
    email_verified: true,
    traits: { plan: 'team' },
  })
  const { body: post } = await desk.app('POST', '/v1/posts', { body: { title: 'Dark mode', body: 'Please.' }, session })
  await desk.server('POST', '/v1/tags', { name: 'Mobile' })
  const entry = { title: 'It is dark', body: 'Yes.', state: 'published' }
  const { id } = (await desk.server('POST', '/v1/changelog', entry)).body
  const [mail, event] = [newId('mail'), newId('event')]
  const { sql } = desk.service.database
  await sql`
    insert into notifications (project_id, user_id, event_id, type, post_id, status_id, actor_kind, created_at)
    values (${desk.project.id}, ${userId}, ${event}, 'approved', ${post.id}, ${post.status.id}, 'system', now())`
  await sql`
    insert into mails (project_id, id, user_id, about, event_ids, state, reason, answer, due_at, created_at, settled_at)
    values (${desk.project.id}, ${mail}, ${userId}, ${post.id}, ${[event]}, 'refused', 'mail_refused', '554 5.7.1 Message rejected', now(), now(), now())`
  await desk.server('POST', '/v1/mail_suppressions', { email: `${'long'.repeat(15)}@acme.example`, reason: 'Bounced.' })
  const pages = ['users', `users/${userId}`, `users/${userId}/erase`, 'roadmap', 'changelog', 'changelog/new']
  return [
    ...pages,
    `changelog/${id}?find=dark`,
    'statuses',
    'settings',
    'audit',
    'users?q=nobody',
    'mail',
    `mail/${mail}`,
    'mail/suppressed',
  ]
}

test('in light and dark, axe finds nothing on these pages, and nothing sticks out at 320 px', async () => {
  const desk = await startDesk()
  const paths = await fill(desk)
  const { page } = await openTab(desk, AXED)
  for (const [place, path] of paths.entries()) {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(`/console/${desk.project.slug}/${path}`)
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('main details')) (details as HTMLDetailsElement).open = true // as selected
    })
    expect([path, await complaintsAbout(page, { place })]).toEqual([path, []])
    await page.setViewportSize({ width: 320, height: 640 })
    const sticksOut = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect([path, sticksOut]).toEqual([path, 0])
  }
})

test('on a phone the audit log stands on the screen, each part with its label, and nothing is scrolled sideways', async () => {
  const desk = await startDesk()
  await desk.server('POST', '/v1/tags', { name: 'Überweisungen-und-Rechnungen'.repeat(2) })
  const { page } = await openTab(desk, { viewport: { width: 390, height: 844 } })
  await page.goto(`/console/${desk.project.slug}/audit`)
  const [hidden, labels] = await page
    .locator('.scroll')
    .evaluate((log) => [
      log.scrollWidth - log.clientWidth,
      [...log.querySelectorAll('tbody tr:first-child td')].map((cell) => getComputedStyle(cell, '::before').content),
    ])
  expect([hidden, labels]).toEqual([0, ['"When (UTC)"', '"Who"', '"Action"']])
})
