import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { systemCall } from '../../src/domain/call/index.ts'
import { projectBySlug } from '../../src/domain/projects/index.ts'
import { type Desk, startDesk } from './desk.ts'

const read = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
const newJwk = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })
let slugs = 0
const newSlug = () => `s${process.pid}-${Date.now().toString(36)}-${++slugs}`

/** The person who installed the service. */
async function ownerOf({ ask, linkFor }: Desk): Promise<string> {
  const { cookies } = await ask('POST', '/enter', { form: { code: await linkFor('root.setup@acme.example') } })
  return cookies[0]?.split(';')[0] ?? ''
}

test('from a name to a project whose next step is its key', async () => {
  const desk = await startDesk()
  const cookie = await ownerOf(desk)
  expect((await desk.ask('GET', '/new', { cookie })).text).toContain('New project')
  const slug = newSlug()
  const made = await desk.ask('POST', '/new', { cookie, form: { name: 'Ärger & Söhne', slug } })
  expect(made.headers.location).toBe(`/console/${slug}/setup?done=project_made`)
  const page = await desk.ask('GET', `/${slug}/setup`, { cookie })
  expect(read(page.text)).toMatch(/✓ Project \(done\).*2 Key pair \(next\).*Create a key pair here/)
  const project = await projectBySlug(systemCall(desk.service.database, desk.service.config, new Date()), slug)
  expect(project.name).toBe('Ärger & Söhne')
})

test('a slug that is left empty is made of the name; a double click makes one project', async () => {
  const desk = await startDesk()
  const cookie = await ownerOf(desk)
  const name = `Café  Zoë ${newSlug()}`
  const click = () => desk.ask('POST', '/new', { cookie, form: { name, slug: '', form_id: 'C'.repeat(22) } })
  const first = await click()
  const second = await click()
  expect(first.headers.location).toMatch(/^\/console\/cafe-zoe-s[a-z0-9-]+\/setup\?done=project_made$/)
  expect(second.headers.location).toBe(first.headers.location)
  expect(await desk.service.database.sql`select id from projects where name = ${name}`).toHaveLength(1)
})

test('an invalid project is refused with an explanation, and what was typed stays', async () => {
  const desk = await startDesk()
  const cookie = await ownerOf(desk)
  const make = (form: Record<string, string | string[]>) => desk.ask('POST', '/new', { cookie, form })
  const taken = await make({ name: 'Another', slug: desk.project.slug })
  expect([taken.status, taken.text]).toEqual([409, expect.stringContaining('Another project has this slug')])
  expect(taken.text).toContain('value="Another"')
  for (const slug of ['new', 'me', 'console', 'A B', '-a', 'xn--a', '\0', 'x'.repeat(10_000)]) {
    const { status, text } = await make({ name: 'Another', slug })
    expect([slug.slice(0, 9), status, read(text)]).toEqual([slug.slice(0, 9), 400, expect.stringContaining('The slug')])
  }
  for (const name of ['', '日本', '\0', 'x'.repeat(61), '\u202eevil'])
    expect((await make({ name, slug: '' })).status).toBe(400)
  expect((await make({ name: ['a', 'b'], slug: ['a', 'b'] })).status).toBe(400)
})

test('only an owner of everything makes projects, and only an admin sets one up', async () => {
  const { ask, enter, project } = await startDesk()
  const owner = await enter('owner.setup@acme.example')
  expect((await ask('GET', '/new', { cookie: owner })).status).toBe(404)
  expect((await ask('POST', '/new', { cookie: owner, form: { name: 'Mine', slug: newSlug() } })).status).toBe(403)
  const cookie = await enter('mo.setup@acme.example', 'moderator')
  for (const path of ['/setup', '/setup/check'])
    expect((await ask('GET', `/${project.slug}${path}`, { cookie })).status).toBe(403)
  for (const path of ['/setup/key', '/setup/addresses']) {
    expect((await ask('POST', `/${project.slug}${path}`, { cookie, form: {} })).status).toBe(403)
  }
})

async function openSetup(options: Parameters<typeof startDesk>[0] = {}) {
  const desk = await startDesk(options)
  const cookie = await desk.enter('ada.setup@acme.example', 'admin')
  const path = `/${desk.project.slug}/setup`
  return {
    ...desk,
    cookie,
    path,
    page: async (query = '') => (await desk.ask('GET', path + query, { cookie })).text,
    post: (step: string, form: Record<string, string | string[]>) =>
      desk.ask('POST', `${path}/${step}`, { cookie, form }),
    now: () => projectBySlug(desk.call(), desk.project.slug),
    news: async (since: Date | string) => {
      const { text } = await desk.ask(
        'GET',
        `${path}/check?since=${encodeURIComponent(String(since instanceof Date ? since.toISOString() : since))}`,
        { cookie },
      )
      return JSON.parse(text)
    },
  }
}

test('each step is done when it is true of the project, and each can be opened again', async () => {
  const { page, post, signIn, exchange, ask, cookie } = await openSetup()
  expect(read(await page())).toMatch(/✓ Key pair \(done\) 3 Addresses \(next\).*Where your app is/)
  const saved = await post('addresses', {
    sign_in_url: 'https://app.example.com/in',
    allowed_origins: 'https://app.example.com/',
  })
  expect(saved.headers.location).toMatch(/setup\?step=code&done=addresses_saved$/)
  expect(read(await page())).toMatch(/✓ Addresses \(done\) 4 Code \(next\).*Code for your backend/)
  await exchange('x')
  expect(read(await page())).toMatch(/✓ Code \(done\) 5 Check \(next\).*A token was refused/)
  await signIn()
  expect(read(await page())).toMatch(/✓ Check \(done\).*A token was accepted/)
  await exchange('x')
  expect(read(await page())).toMatch(/5 Check \(next\).*A token was refused/)
  for (const step of ['project', 'key', 'addresses', 'code', 'check', 'nonsense', '%00']) {
    expect((await page(`?step=${step}`)).length).toBeGreaterThan(2000)
  }
  expect((await ask('GET', '/%00/setup', { cookie })).status).toBe(404)
})

test('the addresses are saved as they are meant, or refused in words', async () => {
  const { post, now, page } = await openSetup()
  await post('addresses', {
    sign_in_url: ' https://app.example.com/in ',
    allowed_origins: 'https://APP.example.com/\r\n\r\nhttps://app.example.com\nhttp://localhost:3000',
  })
  expect(await now()).toMatchObject({
    signInUrl: 'https://app.example.com/in',
    allowedOrigins: ['https://app.example.com', 'http://localhost:3000'],
  })
  const wrong = await post('addresses', {
    sign_in_url: 'http://app.example.com',
    allowed_origins: 'https://a.example/path',
  })
  expect([wrong.status, read(wrong.text)]).toEqual([
    400,
    expect.stringMatching(
      /The sign-in URL must be an https address.*The allowed origins must hold nothing but an origin/,
    ),
  ])
  expect(wrong.text).toContain('https://a.example/path')
  for (const form of [
    { sign_in_url: 'https://a.example/\0', allowed_origins: '\0' },
    { sign_in_url: ['a', 'b'], allowed_origins: ['a', 'b'], version: ['1'] },
    { sign_in_url: 'x'.repeat(200_000), allowed_origins: 'x '.repeat(90_000), version: '99999999999999999999' },
  ]) {
    expect((await post('addresses', form)).status).toBeLessThan(500)
  }
  const { version } = await now()
  const stale = await post('addresses', { sign_in_url: 'https://other.example/in', version: String(version - 1) })
  expect([stale.status, read(stale.text)]).toEqual([409, expect.stringContaining('Somebody else changed this')])
  expect(stale.text).toContain('https://other.example/in')
  expect(await page('?step=addresses')).toContain(`name="version" value="${version}"`)
})

test('a key is added in the assistant like anywhere else, and a private one is refused there too', async () => {
  const { post, ask, cookie, path, call, service } = await openSetup()
  await service.database.sql`delete from signing_keys where project_id = ${call().project.id}`
  const secret = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  const burnt = await post('key', { jwk: JSON.stringify(secret) })
  expect([burnt.status, read(burnt.text)]).toEqual([400, expect.stringContaining('This private key is compromised')])
  expect(burnt.text).not.toContain(secret.d)
  const added = await ask('POST', `${path}/key`, { cookie, json: { jwk: newJwk() } })
  expect(JSON.parse(added.text)).toEqual({ to: `/console${path}?step=addresses&done=key_added` })
})

test('the live check tells what became of tokens since it was opened, and of those of this project alone', async () => {
  const { news, exchange, signToken, signIn, service } = await openSetup()
  const opened = service.database.clock.now()
  expect(await news(opened)).toEqual({ accepted_at: null, refused: null })
  const other = await startDesk({ service })
  await other.signIn()
  await other.exchange('x')
  expect(await news(opened)).toEqual({ accepted_at: null, refused: null })
  await exchange(signToken({ iss: 'prj_x' }))
  const { refused } = await news(opened)
  expect(refused).toMatchObject({
    code: 'token_issuer_mismatch',
    title: 'The sign-in token was issued for another project.',
    remedy: 'Set `iss` to the project’s id (`prj_…`).',
    kid: 'key-1',
    audience: 'app',
  })
  await signIn()
  const { accepted_at: acceptedAt } = await news(opened)
  expect(acceptedAt > refused.at).toBe(true)
  expect(await news(service.database.clock.now())).toEqual({ accepted_at: null, refused: null })
  expect(await news('nonsense')).toMatchObject({ accepted_at: acceptedAt })
})

test('an operator who signed in more than 15 minutes ago confirms before making a key', async () => {
  let now = Date.parse('2091-07-01T00:00:00Z')
  const { page, post, service, project } = await openSetup({ now: () => new Date(now) })
  await service.database.sql`delete from signing_keys where project_id = ${project.id}`
  now += 15 * 60_000
  const shown = await page('?step=key')
  expect(shown).toContain('Confirm it’s you')
  expect(shown).not.toContain('Create a key pair here')
  expect((await post('key', { jwk: JSON.stringify(newJwk()) })).headers.location).toMatch(/^\/console\/confirm/)
})

/** The parts of the page that a person sees, in the order in which they stand. */
const shownIn = (html: string) =>
  read(html.replace(/<div data-when="\w+" hidden>.*?<\/div>/gs, '').replace(/<p data-broken hidden>.*?<\/p>/gs, ''))

// Guarantees that the check is consistent: an earlier success with a key does not hide a refusal of now.
test('while the last token was refused nothing on the page says that sign-in works', async () => {
  const { page, signIn, exchange, signToken } = await openSetup()
  await signIn()
  expect(shownIn(await page('?step=check'))).toContain('Sign-in works')
  await exchange(signToken({ aud: 'https://elsewhere.example' }))
  const refused = shownIn(await page('?step=check'))
  expect(refused).toContain('A token was refused')
  expect(refused).toMatch(/aud: expected \S*http\S*; found \S*https:\/\/elsewhere\.example\S*/)
  expect(refused).not.toMatch(/Sign-in works|w(?:as|ere) accepted/)
})

// Guarantees that the page is consistent if the app's tokens are accepted but the board has no sign-in URL yet.
test('without a sign-in URL the check says that the app works, and what the board still needs', async () => {
  const { page, signIn } = await openSetup()
  const before = shownIn(await page('?step=check'))
  expect(before).toContain('No one can sign in on the board yet')
  await signIn()
  const after = shownIn(await page('?step=check'))
  expect(after).toMatch(/Sign-in from your app works\. For the board, add your sign-in URL ?\./)
  expect(after).not.toMatch(/cannot|You are done/)
})
