import { expect, inject, test } from 'vitest'
import { keptDns } from '../harness/dns.ts'
import { until } from '../harness/process.ts'
import { keptService } from '../harness/service.ts'
import { type Desk, startDesk } from './desk.ts'

const SIGN_IN_URL = 'https://app.acme.example/in'

/** A desk, and the cookie of somebody who came more than 15 minutes ago. */
async function openDesk(environment: Record<string, string> = {}) {
  let time = Date.now()
  const now = () => new Date(time)
  const service = await keptService(environment, now, inject('connection'))
  const desk = await startDesk({ service, now, draft: { signInUrl: SIGN_IN_URL } })
  const cookie = await desk.enter('admin@confirmed.example', 'admin')
  time += 15 * 60_000
  return { desk, cookie, project: async () => (await desk.server('GET', '/v1/project')).body }
}

const formOf = ({ project }: Desk, changes: Record<string, string> = {}) => ({
  version: '1',
  name: project.name,
  slug: project.slug,
  sign_in_url: SIGN_IN_URL,
  domain: '',
  allowed_origins: project.allowedOrigins.join('\n'),
  allowed_traits: project.allowedTraits.join('\n'),
  language: 'english',
  accent_color: '#14614a',
  ...changes,
})

// Guarantees that a change is judged by its effect on the project at the time of the change, not at the time of the request.
test('a change that somebody else’s change makes far-reaching asks for a fresh sign-in too', async () => {
  const { desk, cookie, project } = await openDesk()
  const { slug, id } = desk.project
  const { database } = desk.service
  const evil = { sign_in_url: SIGN_IN_URL, domain: '', allowed_origins: '' }
  const races = [
    { path: '/settings', form: (version: number) => formOf(desk, { version: String(version) }) },
    { path: '/setup/addresses', form: (version: number) => ({ ...evil, version: String(version) }) },
    { path: '/setup/addresses', form: () => evil },
  ]
  let version = 1
  for (const { path, form } of races) {
    let pending: ReturnType<Desk['ask']> | undefined
    const url = `https://app.acme.example/in/${version}`
    await database.sql`update projects set sign_in_url = ${SIGN_IN_URL}, is_private = false where id = ${id}`
    // The board is closed and its address changed while the request waits, which has read how it was before.
    await database.transaction(async (sql) => {
      await sql`update projects set sign_in_url = ${url}, is_private = true, version = ${version + 1} where id = ${id}`
      pending = desk.ask('POST', `/${slug}${path}`, { cookie, form: form(version + 1) })
      const [us] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
      await until(async () => {
        const waiting = await database.sql`
          select 1 from pg_stat_activity where datname = current_database() and ${us?.pid}::int = any (pg_blocking_pids(pid))`
        return waiting.length > 0
      }, 12_000) // in which the database lets a transaction be idle
    })
    const answer = await pending
    expect([path, answer?.status]).toEqual([path, 403])
    expect(answer?.text).toContain('Confirm it’s you')
    expect(answer?.text).toContain(SIGN_IN_URL)
    expect(await project()).toMatchObject({ sign_in_url: url, is_private: true })
    version += 1
  }
})

// Guarantees that a computer left open does not take the board, and the tokens of its visitors, to somebody else's server.
test('the board’s address asks for a fresh sign-in, in each of its forms', async () => {
  const dns = await keptDns()
  const { desk, cookie, project } = await openDesk({ DNS_SERVERS: dns.address })
  const { slug } = desk.project
  const stood = await project()
  for (const changes of [{ domain: 'evil.example' }, { slug: `${slug}-evil` }]) {
    const form = formOf(desk, changes)
    const { status, text } = await desk.ask('POST', `/${slug}/settings`, { cookie, form })
    expect([status, await project()]).toEqual([403, stood])
    expect(text).toContain('Confirm it’s you')
    for (const typed of Object.values(changes)) expect(text).toContain(typed)
    const asked = await desk.ask('POST', `/${slug}/settings`, { cookie, json: form })
    expect([asked.status, JSON.parse(asked.text).code]).toEqual([403, 'confirmation_required'])
  }
  // A client's server is not asked; what it has asked for is not checked by a session that was left open either.
  expect((await desk.server('PATCH', '/v1/project', { domain: 'evil.example' })).status).toBe(200)
  const claimed = await project()
  dns.records.set(claimed.domain_challenge.name, [claimed.domain_challenge.value])
  for (const path of ['check', 'renew']) {
    const { status, headers } = await desk.ask('POST', `/${slug}/settings/domain/${path}`, { cookie, form: {} })
    expect([status, headers.location]).toEqual([303, expect.stringMatching(/^\/console\/confirm\?/)])
  }
  expect(await project()).toEqual(claimed)
})

test('new rules of a segment that sees a category ask for a fresh sign-in; a new name does not', async () => {
  const { desk, cookie } = await openDesk()
  const rules = { all: [{ trait: 'plan', op: 'is', value: 'pro' }] }
  const { body: segment } = await desk.server('POST', '/v1/segments', { name: 'Paying', rules })
  const change = (name: string, value: string) => {
    const form = { version: '1', name, join: 'all', trait: 'plan', op: 'is', value }
    return desk.ask('POST', `/${desk.project.slug}/segments/${segment.id}/change`, { cookie, form })
  }
  await desk.server('POST', '/v1/categories', { name: 'Beta', visible_to: segment.id })
  const refused = await change('Paying', 'free of charge')
  expect([refused.status, (await desk.server('GET', `/v1/segments/${segment.id}`)).body]).toEqual([403, segment])
  expect(refused.text).toContain('Confirm it’s you')
  expect(refused.text).toContain('value="free of charge"')
  expect((await change('Who pay', 'pro')).status).toBe(303)
})

test('a category that more people shall see asks for a fresh sign-in; one that fewer shall see does not', async () => {
  const { desk, cookie } = await openDesk()
  const { body: made } = await desk.server('POST', '/v1/categories', { name: 'Inside', visible_to: 'users' })
  const category = async () => (await desk.server('GET', `/v1/categories/${made.id}`)).body
  let version = 1
  const show = (visible_to: string) => {
    const form = { id: made.id, version: String(version), name: 'Inside', visible_to, posting: 'users' }
    return desk.ask('POST', `/${desk.project.slug}/categories/change`, { cookie, form })
  }
  const refused = await show('everyone')
  expect([refused.status, (await category()).visible_to]).toEqual([403, 'users'])
  expect(refused.text).toContain('Confirm it’s you')
  expect([(await show('team')).status, (await category()).visible_to]).toEqual([303, 'team'])
  version += 1
  expect([(await show('users')).status, (await category()).visible_to]).toEqual([403, 'team'])
})
