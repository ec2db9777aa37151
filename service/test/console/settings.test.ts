import { expect, test } from 'vitest'
import { startDesk } from './desk.ts'

async function openDesk() {
  const desk = await startDesk()
  const cookie = await desk.enter('admin@acme.example', 'admin')
  const { slug } = desk.project
  const form = {
    version: '1',
    name: 'Acme',
    slug,
    domain: '',
    sign_in_url: '',
    allowed_origins: 'https://app.acme.example',
    allowed_traits: 'plan',
    language: 'english',
    accent_color: '#14614a',
  }
  const save = (changes: Record<string, string | readonly string[]>) =>
    desk.ask('POST', `/${slug}/settings`, { cookie, form: { ...form, ...changes } })
  return { desk, cookie, slug, save }
}

test('an admin changes every setting at once, also the slug, and lands where it then is', async () => {
  const { desk, cookie, slug, save } = await openDesk()
  const saved = await save({
    name: 'Acme & Sons',
    slug: `${slug}-new`,
    domain: ` ${slug}.Acme.example `,
    is_private: 'yes',
    requires_approval: 'yes',
    sign_in_url: 'https://app.acme.example/in',
    allowed_origins: 'https://a.example\r\n\r\n https://b.example \nhttps://a.example',
    allowed_traits: 'plan\nseats',
    language: 'german',
    accent_color: '#AA00BB',
  })
  expect(saved.headers.location).toBe(`/console/${slug}-new/settings?done=settings_saved`)
  expect((await desk.server('GET', '/v1/project')).body).toMatchObject({
    name: 'Acme & Sons',
    slug: `${slug}-new`,
    domain: `${slug}.acme.example`,
    is_private: true,
    requires_approval: true,
    sign_in_url: 'https://app.acme.example/in',
    allowed_origins: ['https://a.example', 'https://b.example'],
    allowed_traits: ['plan', 'seats'],
    language: 'german',
    accent_color: '#aa00bb',
  })
  expect((await desk.ask('GET', `/${slug}-new/settings?done=settings_saved`, { cookie })).text).toContain(
    'Changes go live',
  )
})

test('an invalid field is marked, and nothing is saved', async () => {
  const { desk, save } = await openDesk()
  const refused = await save({
    name: 'New name',
    slug: 'Not A Slug',
    domain: 'x',
    sign_in_url: 'ftp://x',
    allowed_origins: 'nonsense',
    accent_color: 'red',
  })
  expect(refused.status).toBe(400)
  for (const field of ['slug', 'domain', 'sign_in_url', 'allowed_origins', 'accent_color']) {
    expect(refused.text).toContain(`id="${field}-fault"`)
  }
  expect(refused.text).toContain('value="New name"')
  for (const changes of [
    { language: 'klingon' },
    { name: ['a', 'b'] },
    { slug: 'api' },
    { name: '\0' },
    { allowed_origins: 'https://a.example\0x\nb' },
    { sign_in_url: 'x'.repeat(5000) },
  ]) {
    expect([changes, (await save(changes)).status]).toEqual([changes, 400])
  }
  expect((await save({ sign_in_url: 'https://app.acme.example/\0in' })).status).toBe(303)
  expect((await desk.server('GET', '/v1/project')).body).toMatchObject({
    name: 'Acme',
    sign_in_url: 'https://app.acme.example/in',
  })
})

test('the slug of another project is refused with words', async () => {
  const { desk, save } = await openDesk()
  const other = await startDesk({ service: desk.service })
  const refused = await save({ slug: other.project.slug })
  expect([refused.status, refused.text.includes('Another project has this')]).toEqual([409, true])
})

// Guarantees that the second of two people who save the form is warned before undoing the first.
test('settings that somebody changed meanwhile are not undone', async () => {
  const { desk, save } = await openDesk()
  const answers = await Promise.all([save({ name: 'One' }), save({ name: 'Two' })])
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409])
  const stale = answers.find(({ status }) => status === 409)?.text ?? ''
  expect(stale).toContain('Somebody else changed this')
  const version = /name="version" value="(\d+)"/.exec(stale)?.[1] ?? ''
  expect((await save({ name: 'Three', version: '2' })).status).toBe(303)
  expect(['1', '2']).toContain(version)
  expect((await desk.server('GET', '/v1/project')).body.name).toBe('Three')
})

test('the preview asks for the tones of a colour, which can always be read', async () => {
  const { desk, cookie, slug } = await openDesk()
  for (const color of ['ffffff', '000000', '7f7f7f', 'ffff00']) {
    const { text } = await desk.ask('GET', `/${slug}/settings/accent?color=${color}`, { cookie })
    const { light, dark } = JSON.parse(text)
    expect([color, light.contrast >= 4.5, dark.contrast >= 4.5]).toEqual([color, true, true])
  }
  for (const color of ['red', '', 'ffffff"', '%00']) {
    expect((await desk.ask('GET', `/${slug}/settings/accent?color=${color}`, { cookie })).status).toBeLessThan(500)
  }
  const moderator = await desk.enter('moderator@acme.example', 'moderator')
  expect((await desk.ask('GET', `/${slug}/settings`, { cookie: moderator })).status).toBe(403)
  expect((await desk.ask('POST', `/${slug}/settings`, { cookie: moderator, form: {} })).status).toBe(403)
})

// Guarantees that a computer left open neither shows a private board to everybody nor sends its visitors to another sign-in page.
test('opening a private board and changing the sign-in URL ask for a fresh sign-in, and keep what was typed', async () => {
  let now = Date.now()
  const signInUrl = 'https://app.acme.example/in'
  const desk = await startDesk({ now: () => new Date(now), draft: { isPrivate: true, signInUrl } })
  const cookie = await desk.enter('admin@confirmed.example', 'admin')
  const { slug } = desk.project
  const before = async () => (await desk.server('GET', '/v1/project')).body
  const form = {
    version: String(
      (
        await desk.call().sql<{ version: number }[]>`
      select version from projects where id = ${desk.project.id}`
      )[0]?.version,
    ),
    name: 'Typed with care',
    slug,
    is_private: 'yes',
    sign_in_url: signInUrl,
    allowed_origins: 'https://typed.example',
    allowed_traits: 'typed_trait',
    language: 'german',
    accent_color: '#aa00bb',
  }
  const save = (form: Record<string, string>) => desk.ask('POST', `/${slug}/settings`, { cookie, form })
  now += 15 * 60_000
  const { is_private: _, ...open } = form
  for (const risky of [open, { ...form, sign_in_url: 'https://evil.example/in' }, { ...form, sign_in_url: '' }]) {
    const stood = await before()
    const { status, text } = await save(risky)
    expect([status, await before()]).toEqual([403, stood])
    expect(text).toContain('Confirm it’s you')
    for (const typed of ['Typed with care', 'https://typed.example', 'typed_trait', '#aa00bb', risky.sign_in_url]) {
      expect(text).toContain(typed)
    }
    expect(/name="is_private"[^>]*checked/.test(text)).toBe('is_private' in risky)
    expect(text).toMatch(/value="german" selected|selected value="german"/)
    expect(text).toContain(`name="version" value="${form.version}"`)
    const asked = await desk.ask('POST', `/${slug}/settings`, { cookie, json: risky })
    expect([asked.status, JSON.parse(asked.text).code]).toEqual([403, 'confirmation_required'])
  }
  // The assistant has the same address in a form of its own.
  const typed = { sign_in_url: 'https://evil.example/in', allowed_origins: 'https://typed.example' }
  const addresses = await desk.ask('POST', `/${slug}/setup/addresses`, { cookie, form: typed })
  expect([addresses.status, addresses.text]).toEqual([403, expect.stringContaining('Confirm it’s you')])
  for (const value of Object.values(typed)) expect(addresses.text).toContain(value)
  // Settings without such effects are saved as usual; after the confirmation all are saved.
  expect((await save({ ...form, name: 'Another name' })).status).toBe(303)
  const fresh = await desk.enter('admin@confirmed.example', 'admin')
  const version = String(Number(form.version) + 1)
  const saved = await desk.ask('POST', `/${slug}/settings`, { cookie: fresh, form: { ...open, version } })
  expect([saved.status, (await before()).is_private]).toEqual([303, false])
})

// Guarantees that a team can leave without a key or a shell, and that only an owner takes everything.
test('an owner downloads everything, the log says who, and an admin is not offered it', async () => {
  const { desk, cookie: admin, slug } = await openDesk()
  const owner = await desk.enter('leaving@acme.example', 'owner')
  const offered = async (cookie: string) =>
    (await desk.ask('GET', `/${slug}/settings`, { cookie })).text.includes(`/console/${slug}/settings/export`)
  expect([await offered(owner), await offered(admin)]).toEqual([true, false])
  expect((await desk.ask('POST', `/${slug}/settings/export`, { cookie: admin, form: {} })).status).toBe(403)
  const file = await desk.ask('POST', `/${slug}/settings/export`, { cookie: owner, form: {} })
  expect([file.status, file.headers['content-type']]).toEqual([200, 'application/gzip'])
  expect(file.headers['content-disposition']).toMatch(new RegExp(`^attachment; filename="${slug}-.*\\.ndjson\\.gz"$`))
  const log = await desk.ask('GET', `/${slug}/audit`, { cookie: owner })
  expect(log.text).toContain('downloaded everything in the project')
  expect(log.text).toContain('leaving@acme.example')
})
