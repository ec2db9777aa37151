import { expect, inject, test } from 'vitest'
import { keptDns } from '../harness/dns.ts'
import { until } from '../harness/process.ts'
import { keptService } from '../harness/service.ts'
import { startDesk } from './desk.ts'

const DAY_MS = 86_400_000

async function openDesk() {
  const dns = await keptDns()
  let ahead = 0
  const now = () => new Date(Date.now() + ahead)
  const environment = { DNS_SERVERS: dns.address, BOARD_ORIGIN: 'https://{slug}.boards.example' }
  const desk = await startDesk({ service: await keptService(environment, now, inject('connection')), now })
  const { slug } = desk.project
  let cookie = await desk.enter()
  const settings = async () => (await desk.ask('GET', `/${slug}/settings`, { cookie })).text
  const post = (path: string, form = {}) => desk.ask('POST', `/${slug}/settings${path}`, { cookie, form })
  const project = async () => (await desk.server('GET', '/v1/project')).body
  const save = async (changes: Record<string, string>) => {
    const version = /name="version" value="(\d+)"/.exec(await settings())?.[1] ?? ''
    const form = { version, name: 'Acme', slug, domain: '', language: 'english', accent_color: '#14614a', ...changes }
    return post('', form)
  }
  const later = async (ms: number) => {
    ahead += ms
    cookie = await desk.enter()
  }
  return { desk, dns, slug, settings, post, save, project, later }
}

test('the settings show the record to add, check it, and say what moves', async () => {
  const { dns, slug, settings, post, save, project } = await openDesk()
  const domain = `${slug}.acme.example`
  expect(await settings()).not.toContain('Waiting for verification')
  expect((await save({ domain })).status).toBe(303)
  const waiting = await settings()
  const { name, value } = (await project()).domain_challenge
  for (const text of [
    'Waiting for verification',
    name,
    value,
    `the board moves to https://${domain}`,
    'For 24 hours',
  ]) {
    expect(waiting).toContain(text)
  }
  expect(waiting).toMatch(new RegExp(`CNAME.*value="${slug}\\.boards\\.example"`, 's'))
  expect(waiting).toContain(`Make sure that https://${domain} opens this service`)
  const unproven = await post('/domain/check')
  expect(unproven.status).toBe(409)
  expect(unproven.text).toContain(`No TXT record was found at ${name}. DNS changes can take an hour to be seen.`)
  expect(unproven.text).toContain('Waiting for verification')

  dns.records.set(name, [value])
  const proven = await post('/domain/check')
  expect([proven.status, proven.headers.location]).toEqual([303, `/console/${slug}/settings?done=domain_verified`])
  const verified = await settings()
  expect(verified).toContain('Verified')
  expect(verified).not.toContain('Check now')
  expect(verified).toContain(`The board’s address was <b>https://${slug}.boards.example</b>`)
})

test('a claim that lapsed is shown as such, is not renewed by saving something else, and is by asking for it', async () => {
  const { slug, settings, post, save, project, later } = await openDesk()
  const domain = `${slug}.acme.example`
  await save({ domain })
  await later(8 * DAY_MS)
  expect(await settings()).toContain('Lapsed')
  await save({ domain, name: 'Globex' })
  expect(await project()).toMatchObject({ name: 'Globex', domain_state: 'lapsed' })
  const renewed = await post('/domain/renew')
  expect(renewed.headers.location).toBe(`/console/${slug}/settings?done=domain_claimed`)
  expect((await project()).domain_state).toBe('waiting')
})

test('a change that moves the board is asked about first, with what to change and until when both work; a no shows what was typed', async () => {
  const { desk, dns, slug, post, save, project } = await openDesk()
  const asked = await save({ slug: `${slug}-new`, confirmed: '' })
  expect(asked.status).toBe(200)
  expect(asked.text).toContain('Change the board’s address?')
  expect(asked.text).toContain(`set aud of board tokens to https://${slug}-new.boards.example`)
  expect((await project()).slug).toBe(slug)
  expect((await save({ name: 'Globex', confirmed: '' })).status).toBe(303) // nothing moves
  expect((await save({ slug: 'Not A Slug', confirmed: '' })).status).toBe(400) // what does not fit is said first

  const before = await project()
  expect(asked.text).toMatch(/<button class="button" type="submit" name="no" value="yes">\s*Cancel/)
  const typed = { slug: `${slug}-new`, name: 'Initech', sign_in_url: 'https://initech.example/in', version: '1' }
  const back = await save({ ...typed, confirmed: 'yes', no: 'yes' })
  expect(back.status).toBe(200)
  for (const [name, value] of Object.entries(typed)) {
    expect(back.text).toMatch(
      new RegExp(`<input[^>]*value="${value}"[^>]* name="${name}"|name="${name}" value="${value}"`),
    )
  }
  expect(await project()).toEqual(before)

  const domain = `${slug}.acme.example`
  await save({ domain })
  const { name, value } = (await project()).domain_challenge
  dns.records.set(name, [value])
  await post('/domain/check')
  expect((await save({ domain: '', confirmed: '' })).text).toContain('Change the board’s address?')
  expect((await project()).domain).toBe(domain)
  expect((await save({ domain: '' })).status).toBe(303)
  await until(async () => (await project()).domain === null)
  const { text } = await desk.ask('GET', `/${slug}/audit`, { cookie: await desk.enter() })
  expect(text).toContain('verified the custom domain')
})
