import { expect, test } from 'vitest'
import { startDesk } from './desk.ts'

const MINUTE = 60_000

test('a link lets its operator in once, by a click alone', async () => {
  const { ask, linkFor } = await startDesk()
  const code = await linkFor('ada@acme.example')
  for (const method of ['GET', 'HEAD']) {
    for (const path of ['/enter', `/enter?code=${code}`]) expect((await ask(method, path)).cookies).toEqual([])
  }
  const peek = await ask('POST', '/enter/peek', { json: { code } })
  expect(JSON.parse(peek.text)).toEqual({ email: 'ada@acme.example', project: null, role: null })
  const entered = await ask('POST', '/enter', { form: { code: `http://localhost/console/enter#${code}` } })
  expect([entered.status, entered.headers.location]).toEqual([303, '/console'])
  expect(entered.cookies[0]).toMatch(/^console=svc_ops_\w+; Path=\/console; HttpOnly; SameSite=Lax; Max-Age=604800$/)
  const again = await ask('POST', '/enter', { form: { code } })
  expect([again.status, again.cookies.length]).toEqual([401, 0])
  expect((await ask('POST', '/enter/peek', { json: { code } })).status).toBe(401)
})

// Guarantees single use under concurrency: the link is decided by one statement.
test('one of fifty requests that use a link at once is let in', async () => {
  const { ask, linkFor } = await startDesk()
  const code = await linkFor('ada@acme.example')
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask('POST', '/enter', { form: { code } })))
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
})

test('a link works for 15 minutes to the second', async () => {
  let now = Date.parse('2091-01-01T00:00:00Z')
  const { ask, linkFor } = await startDesk({ now: () => new Date(now) })
  const [late, intime] = [await linkFor('a@acme.example'), await linkFor('b@acme.example')]
  now += 15 * MINUTE - 1
  expect((await ask('POST', '/enter', { form: { code: intime } })).status).toBe(303)
  now += 1
  expect((await ask('POST', '/enter', { form: { code: late } })).status).toBe(401)
})

test('a visitor without a session is redirected to the entrance and learns nothing else', async () => {
  const { ask, project, signIn } = await startDesk()
  for (const path of ['', '/', `/${project.slug}/people`, '/nothing', '/no-such-project/posts']) {
    const { status, headers } = await ask('GET', path)
    expect([path, status, headers.location]).toEqual([path, 303, '/console/enter'])
  }
  expect((await ask('POST', '/nothing', { form: {} })).status).toBe(401)
  const { session } = await signIn()
  expect((await ask('GET', '', { cookie: `console=${session}` })).headers.location).toBe('/console/enter')
})

test('signing out ends the session, and everywhere ends all of them', async () => {
  const { ask, enter } = await startDesk()
  const [one, two] = [await enter('ada@acme.example'), await enter('ada@acme.example')]
  const isIn = async (cookie: string) => (await ask('GET', '', { cookie })).status === 200
  expect([await isIn(one), await isIn(two)]).toEqual([true, true])
  await ask('POST', '/sign-out', { cookie: one, form: {} })
  expect([await isIn(one), await isIn(two)]).toEqual([false, true])
  const three = await enter('ada@acme.example')
  await ask('POST', '/me/sign-out-everywhere', { cookie: three, form: {} })
  expect([await isIn(two), await isIn(three)]).toEqual([false, false])
})

// Guarantees that no other page can make an operator's browser do anything.
test('a form from anywhere else is refused and changes nothing', async () => {
  const { ask, enter, project, service } = await startDesk()
  const cookie = await enter()
  const form = { email: 'eve@evil.example', role: 'owner' }
  for (const headers of [
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: service.origin, 'sec-fetch-site': 'same-site' },
    { origin: `http://${project.slug}.localhost`, 'sec-fetch-site': 'same-site' },
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
  ]) {
    const { status } = await ask('POST', `/${project.slug}/people/invite`, { cookie, form, headers })
    expect([JSON.stringify(headers), status]).toEqual([JSON.stringify(headers), 403])
  }
  expect((await ask('GET', `/${project.slug}/people`, { cookie })).text).not.toContain('evil')
})

// Guarantees that after a session ends, a new sign-in leads back to the same page.
test('an operator who must sign in again comes back to where they were, by a link in any tab', async () => {
  const { ask, linkFor, enter, project, service } = await startDesk()
  const cookieIn = ({ cookies }: { cookies: readonly string[] }) => cookies.map((line) => line.split(';')[0]).join('; ')
  const page = `/${project.slug}/setup?step=key`
  const led = await ask('GET', page)
  expect(led.headers.location).toBe('/console/enter')
  expect(led.cookies[0]).toMatch(/^console-return=[^;]+; Path=\/console; HttpOnly; SameSite=Lax; Max-Age=900$/)
  const sent = await ask('POST', `/${project.slug}/setup/key`, {
    form: { jwk: '{}' },
    headers: { referer: `${service.origin}/console${page}` },
  })
  for (const answer of [led, sent]) {
    const code = await linkFor('ada@acme.example', 'owner')
    const entered = await ask('POST', '/enter', { form: { code }, cookie: cookieIn(answer) })
    expect(entered.headers.location).toBe(`/console${page}`)
    expect(entered.cookies[1]).toMatch(/^console-return=;.*Max-Age=0$/)
  }
  const other = await startDesk({ service })
  const foreign = await other.linkFor('stranger@acme.example', 'owner')
  const elsewhere = await ask('POST', '/enter', { form: { code: foreign }, cookie: cookieIn(led) })
  expect(elsewhere.headers.location).toBe('/console')
  for (const path of ['https%3A%2F%2Fevil.example', '%2Fconsole%2F..%2Fv1', '%E0%A4', '%00', '/console//evil']) {
    const code = await linkFor('ada@acme.example', 'owner')
    const answer = await ask('POST', '/enter', { form: { code }, cookie: `console-return=${path}` })
    expect([path, answer.headers.location]).toEqual([path, '/console'])
  }
  const cookie = `${await enter()}; ${cookieIn(led)}`
  expect((await ask('POST', '/sign-out', { cookie, form: {} })).cookies[1]).toMatch(/^console-return=;.*Max-Age=0$/)
})

test('an operator without a passkey confirms with a new link, and comes back too', async () => {
  let now = Date.parse('2091-01-01T00:00:00Z')
  const { ask, linkFor, enter, project } = await startDesk({ now: () => new Date(now) })
  const cookie = await enter('ada@acme.example', 'owner')
  now += 15 * MINUTE
  const page = `/console/${project.slug}/people`
  const asked = await ask('GET', `/confirm?return_to=${encodeURIComponent(page)}`, { cookie })
  const [kept = ''] = asked.cookies.map((line) => line.split(';')[0])
  const code = await linkFor('ada@acme.example', 'owner')
  const entered = await ask('POST', '/enter', { form: { code }, cookie: `${cookie}; ${kept}` })
  expect(entered.headers.location).toBe(page)
})
