import { expect, test } from 'vitest'
import { ROLES } from '../../src/domain/call/index.ts'
import { isHeldBy } from '../access/pages.ts'
import { turnOf } from '../harness/effort.ts'
import { startDesk } from './desk.ts'

/** Something for each name in a path; what it names need not exist, since who may ask is settled first. */
const filled = (path: string, slug: string) => path.replace('/console', '').replace(':slug', slug).replace(/:\w+/g, '1')

// Guarantees that knowing an address is not enough: each page and form asks for its role, and for a session of its project.
test('every page and form of a project needs its role or a higher one, in this project', async () => {
  const desk = await startDesk()
  const other = await startDesk({ service: desk.service })
  const cookies = await Promise.all(ROLES.map((role) => desk.enter(`${role}@acme.example`, role)))
  const stranger = await other.enter('stranger@acme.example')
  const declared = desk.service.consoleRoutes
    .flatMap(({ needs, ...route }) => (needs ? [{ needs, ...route }] : []))
    .toSorted((one, other) => one.method.localeCompare(other.method)) // pages, then forms: each kind meets both halves
  expect(declared.length).toBeGreaterThan(40)
  const halves = [ROLES.filter((_, at) => at % 2 === 0), ROLES.filter((_, at) => at % 2 === 1)]
  for (const [place, { method, path, needs }] of declared.entries()) {
    const target = filled(path, desk.project.slug)
    const ask = async (cookie?: string) => {
      const sent = { ...(cookie && { cookie }), ...(method === 'POST' && { form: {} }) }
      return (await desk.ask(method, target, sent)).status
    }
    for (const role of turnOf(halves, place).flat()) {
      const status = await ask(cookies[ROLES.indexOf(role)])
      if (needs.every((permission) => isHeldBy(role, permission)))
        expect([method, target, role, status < 500 && status !== 403]).toEqual([method, target, role, true])
      else expect([method, target, role, status]).toEqual([method, target, role, 403])
    }
    expect([method, target, await ask(stranger)]).toEqual([method, target, 404])
    expect([method, target, await ask()]).toEqual([method, target, 303])
  }
})

// Guarantees that what cannot be undone is not done from a computer that was left open.
test('every sensitive form asks for a sign-in of the last 15 minutes', async () => {
  let now = Date.now()
  const desk = await startDesk({ now: () => new Date(now) })
  const cookie = await desk.enter()
  now += 15 * 60_000
  const sensitive = desk.service.consoleRoutes.filter(({ isSensitive }) => isSensitive)
  expect(sensitive.length).toBeGreaterThan(10)
  for (const { method, path } of sensitive) {
    const target = filled(path, desk.project.slug)
    const { status, headers } = await desk.ask(method, target, { cookie, form: {} })
    expect([target, status, headers.location?.startsWith('/console/confirm?')]).toEqual([target, 303, true])
    const asked = await desk.ask(method, target, { cookie, json: {} })
    expect([target, asked.status, JSON.parse(asked.text).code]).toEqual([target, 403, 'confirmation_required'])
  }
})

// Guarantees that a body that is nested too deeply is refused before any code walks it.
test('JSON that is nested 5,000 deep is refused by every form', async () => {
  const desk = await startDesk()
  const cookie = await desk.enter()
  const text = `{"confirmed":"yes","form_id":"${'f'.repeat(22)}","a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`
  const forms = desk.service.consoleRoutes.filter(({ method }) => method === 'POST')
  expect(forms.length).toBeGreaterThan(20)
  for (const { path } of forms) {
    const answer = await desk.ask('POST', filled(path, desk.project.slug), { cookie, text })
    expect([path, answer.status, JSON.parse(answer.text).code]).toEqual([path, 400, 'invalid_json'])
  }
})

// Guarantees that operators cannot find out which projects exist: the answer for another's project equals that for an unknown one, byte for byte.
test('a project of others and one that does not exist are the same 404, as a page and as JSON', async () => {
  const desk = await startDesk()
  const other = await startDesk({ service: desk.service })
  const cookie = await desk.enter('eve@roles.example')
  const foreign = other.project.slug
  const missing = foreign.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'))
  const declared = desk.service.consoleRoutes
    .filter(({ needs }) => needs)
    .toSorted((one, other) => one.method.localeCompare(other.method))
  expect(declared.length).toBeGreaterThan(40)
  for (const [place, { method, path }] of declared.entries()) {
    for (const accept of turnOf(['text/html', 'application/json'], place)) {
      const [one, two] = await Promise.all(
        [foreign, missing].map(async (slug) => {
          const sent = { cookie, headers: { accept }, ...(method === 'POST' && { form: {} }) }
          const { status, headers, text } = await desk.ask(method, filled(path, slug), sent)
          const { date: _, 'request-id': __, 'content-security-policy': policy = '', ...rest } = headers
          const alike = (words: string) =>
            words.replaceAll(slug, 'SLUG').replace(/req_\w+|nonce-[^']+|nonce="[^"]+"/g, '')
          return { status, headers: rest, policy: alike(String(policy)), text: alike(text) }
        }),
      )
      expect([method, path, one?.status]).toEqual([method, path, 404])
      expect([method, path, two]).toEqual([method, path, one])
    }
  }
})
