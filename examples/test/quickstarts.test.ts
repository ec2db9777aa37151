import { expect, test } from 'vitest'
import { skipWithout } from '../../service/test/harness/missing-tools.ts'
import { useTabs } from '../../service/test/harness/tabs.ts'
import { FRAMEWORKS } from './frameworks.ts'
import { runExample } from './run-example.ts'

const openTab = useTabs()

// Guarantees that whoever copies an example has guests, users, a widget and a board that work together.
test.for(FRAMEWORKS)(
  '$name: a guest is refused in JSON, signs in from the board, and is known in the widget and on the board from then on',
  async (framework, context) => {
    const missing = framework.missing()
    if (missing) skipWithout(missing, context)
    const { client, origin, boardOrigin, said } = await runExample(framework)
    const { body: post } = await client.server('POST', '/v1/posts', { title: 'Dark mode' })
    const votes = async () => (await client.server('GET', `/v1/posts/${post.id}`)).body.vote_count
    const ask = (path: string, init: RequestInit = {}) => fetch(origin + path, { redirect: 'manual', ...init })

    const refused = await ask('/feedback/token')
    expect(refused.status).toBe(401)
    expect(refused.headers.get('content-type')).toMatch(/^application\/json/)
    expect(refused.headers.get('cache-control')).toMatch(/\bno-store\b/)
    expect(refused.headers.get('access-control-allow-origin')).toBeNull()
    expect(await refused.json()).toEqual({ error: 'not_signed_in' })

    const stateless = await ask('/feedback/sign-in')
    expect([stateless.status, stateless.headers.get('location')]).toEqual([
      expect.toBeOneOf([302, 303]),
      expect.toBeOneOf([boardOrigin, `${boardOrigin}/`]),
    ])

    // A form that another site sends.
    const forged = await ask('/login', {
      method: 'POST',
      headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      body: new URLSearchParams({ username: 'ada', password: 'demo' }),
    })
    const planted = new Map(forged.headers.getSetCookie().map((cookie) => [cookie.split('=')[0], cookie.split(';')[0]]))
    const asPlanted = { headers: { cookie: [...planted.values()].join('; ') } }
    expect((await ask('/feedback/token', asPlanted)).status).toBe(401)

    const { page, context: browser, faults } = await openTab({ baseURL: origin })
    const panel = page.getByRole('button', { name: 'Feedback' })
    expect((await page.goto('/'))?.status()).toBe(200)
    await page.getByText('You are a guest here.').waitFor()
    await panel.click()
    await page.getByRole('button', { name: /^Vote for “Dark mode”/ }).waitFor()

    await page.goto(boardOrigin)
    await page.getByRole('button', { name: 'Vote for “Dark mode”' }).click()
    await page.getByRole('button', { name: 'Continue with Acme' }).click()
    await page.getByLabel('Name').fill('ada')
    await page.getByLabel('Password').fill('demo')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: /You voted for “Dark mode”/ }).waitFor()
    expect([new URL(page.url()).origin, await votes()]).toEqual([boardOrigin, 1])

    await page.goto(origin)
    await page.getByText('You are signed in as').waitFor()
    await panel.click()
    await page.getByText('Signed in as Acme user').waitFor()
    await page
      .getByRole('button', { name: /Dark mode/ })
      .first()
      .waitFor()
    const user = await client.server('GET', `/v1/users/by_sub/${framework.sub ?? 'user-1'}`)
    expect(user.status).toBe(200)

    // Signed in: straight back to the board, with the state in the fragment.
    const cookie = (await browser.cookies(origin)).map(({ name, value }) => `${name}=${value}`).join('; ')
    const straight = await ask('/feedback/sign-in?state=from%26the%2Fboard', { headers: { cookie } })
    expect(straight.status).toBeOneOf([302, 303])
    expect(straight.headers.get('location')).toMatch(
      new RegExp(`^${boardOrigin}/sso/callback#token=[\\w.-]+&state=from%26the%2Fboard$`),
    )
    expect(straight.headers.get('cache-control')).toMatch(/\bno-store\b/)
    for (const state of ['state=%00', 'state[]=a', 'state[a]=b', 'state=a&state=b', `state=${'x'.repeat(9_000)}`]) {
      const answer = await ask(`/feedback/sign-in?${state}`, { headers: { cookie } })
      expect([state.slice(0, 20), answer.status]).toEqual([
        state.slice(0, 20),
        expect.toBeOneOf([302, 303, 400, 414, 431]),
      ])
    }

    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You are a guest here.').waitFor()
    expect((await page.request.get('/feedback/token')).status()).toBe(401)
    const session = (await browser.cookies(origin)).filter(({ httpOnly }) => !httpOnly).map(({ name }) => name)
    expect(session.filter((name) => !/csrf|xsrf/i.test(name))).toEqual([])
    expect(faults.filter((fault) => !fault.includes('status of 401'))).toEqual([])

    if (!framework.sub) {
      // Bob has not confirmed his address. Whoever says that he has gives him what was imported for that address.
      await page.goto('/login')
      await page.getByLabel('Name').fill('bob')
      await page.getByLabel('Password').fill('demo')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByText('You are signed in as').waitFor()
      const { token } = await (await page.request.get('/feedback/token')).json()
      const claims = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString())
      expect(claims).toMatchObject({ sub: 'user-2', email: 'bob@acme.example', email_verified: false })
    }
    expect(said()).not.toMatch(/eyJ[\w-]+\.eyJ/)
  },
)

const SWITCHED = FRAMEWORKS.filter(({ folder }) => ['express', 'flask', 'django', 'rails', 'go'].includes(folder))

// Guarantees that a session cannot be read on the way when a proxy ends TLS in front of the app.
test.for(SWITCHED)('$name with HTTPS=1: the cookies of a login are Secure', async (framework, context) => {
  const missing = framework.missing()
  if (missing) skipWithout(missing, context)
  const { origin } = await runExample(framework, { HTTPS: '1' })
  const secureOrigin = origin.replace('http:', 'https:')
  const headers = {
    'x-forwarded-proto': 'https',
    'sec-fetch-site': 'same-origin',
    origin: secureOrigin,
    referer: `${secureOrigin}/login`,
  }
  const form = await fetch(`${origin}/login`, { headers })
  const fields = new URLSearchParams({ username: 'ada', password: 'demo' })
  for (const [input] of (await form.text()).matchAll(/<input[^>]*type="hidden"[^>]*>/g)) {
    fields.set(/name="([^"]*)"/.exec(input)?.[1] ?? '', /value="([^"]*)"/.exec(input)?.[1] ?? '')
  }
  const cookie = form.headers.getSetCookie().map((one) => one.split(';')[0])
  const answer = await fetch(`${origin}/login`, {
    method: 'POST',
    headers: { ...headers, cookie: cookie.join('; ') },
    body: fields,
    redirect: 'manual',
  })
  expect(answer.status).toBeOneOf([302, 303])
  const cookies = [form, answer].flatMap((one) => one.headers.getSetCookie())
  expect(answer.headers.getSetCookie()).not.toEqual([])
  expect(cookies.filter((one) => !/; *secure/i.test(one))).toEqual([])
})
