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
    'in force everywhere',
  )
})

test('what does not fit is said beside its field, and nothing is saved', async () => {
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

// Guarantees that of two who save the form the second learns of it before undoing the first.
test('settings that somebody changed meanwhile are not undone', async () => {
  const { desk, save } = await openDesk()
  const answers = await Promise.all([save({ name: 'One' }), save({ name: 'Two' })])
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409])
  const stale = answers.find(({ status }) => status === 409)?.text ?? ''
  expect(stale).toContain('Somebody changed this')
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
