import { expect, test } from 'vitest'
import { type DeskAnswer, startDesk } from './desk.ts'

const codeIn = (page: string) => /svc_opl_\w+/.exec(page)?.[0] ?? ''
const cookieOf = ({ cookies }: DeskAnswer) => cookies[0]?.split(';')[0] ?? ''

test('an owner invites somebody, who enters by the link with that role and no other', async () => {
  const { ask, enter, project } = await startDesk()
  const owner = await enter()
  const invited = await ask('POST', `/${project.slug}/people/invite`, {
    cookie: owner,
    form: { email: 'mo@acme.example', role: 'moderator' },
  })
  const code = codeIn(invited.text)
  const peek = await ask('POST', '/enter/peek', { json: { code } })
  expect(JSON.parse(peek.text)).toEqual({
    email: 'mo@acme.example',
    project: 'Acme',
    role: 'moderator',
  })
  const { cookies } = await ask('POST', '/enter', { form: { code } })
  const cookie = cookies[0]?.split(';')[0] ?? ''
  expect((await ask('GET', '', { cookie })).text).toContain(project.slug)
  expect((await ask('GET', `/${project.slug}/people`, { cookie })).status).toBe(403)
})

// Guarantees that inviting somebody who runs other projects does not hand over their account.
test('an invitation lets nobody in as an operator who is there already, whatever address it was made for', async () => {
  const desk = await startDesk()
  const other = await startDesk({ service: desk.service })
  const { ask, enter, linkFor, project } = desk
  const eve = await enter('eve@people.example')
  const victim = 'root@people.example'
  const root = cookieOf(await ask('POST', '/enter', { form: { code: await linkFor(victim) } }))
  const form = { email: victim, role: 'moderator' }
  const invite = async () => codeIn((await ask('POST', `/${project.slug}/people/invite`, { cookie: eve, form })).text)
  const taken = cookieOf(await ask('POST', '/enter', { form: { code: await invite() } }))
  expect((await ask('GET', `/${project.slug}`, { cookie: taken })).status).toBe(200)
  for (const path of [`/${other.project.slug}`, `/${project.slug}/people`, '/new']) {
    expect([path, (await ask('GET', path, { cookie: taken })).status === 200]).toEqual([path, false])
  }
  // Later the machine's owner lets the real one in: whoever took the address before gains nothing.
  await linkFor(victim)
  expect((await ask('GET', `/${other.project.slug}`, { cookie: taken })).status).toBe(404)
  expect((await ask('GET', `/${other.project.slug}`, { cookie: root })).status).toBe(200)
})

test('whoever is signed in takes an invitation as themselves', async () => {
  const { ask, enter, project, service } = await startDesk()
  const other = await startDesk({ service })
  const owner = await enter('owner@people.example')
  const form = { email: 'somebody@people.example', role: 'admin' }
  const code = codeIn((await ask('POST', `/${project.slug}/people/invite`, { cookie: owner, form })).text)
  const guest = await other.enter('guest@people.example')
  const peek = await ask('POST', '/enter/peek', { cookie: guest, json: { code } })
  expect(JSON.parse(peek.text)).toEqual({ email: 'guest@people.example', project: 'Acme', role: 'admin' })
  const cookie = cookieOf(await ask('POST', '/enter', { cookie: guest, form: { code } }))
  for (const { slug } of [project, other.project])
    expect((await ask('GET', `/${slug}/keys`, { cookie })).status).toBe(200)
})

test('what names nothing is not there, also with characters that no name has', async () => {
  const { ask, enter, project } = await startDesk()
  const cookie = await enter('nul@people.example')
  for (const id of ['', 'a\0b', 'inv_x', '\ud800', 'x'.repeat(10_000)]) {
    for (const path of [`/${project.slug}/people/withdraw`, `/${project.slug}/people/remove`, '/me/passkeys/remove']) {
      expect([path, (await ask('POST', path, { cookie, form: { id } })).status]).toEqual([path, 404])
    }
  }
})

test('a project keeps an owner, also when two remove each other at once', async () => {
  const { ask, enter, project } = await startDesk()
  const [one, two] = [await enter('one@acme.example'), await enter('two@acme.example')]
  const page = (await ask('GET', `/${project.slug}/people`, { cookie: one })).text
  const ids = [...page.matchAll(/people\/remove"[^>]*>.*?name="id" value="(opr_\w+)"/gs)].map(([, id = '']) => id)
  expect(ids).toHaveLength(2)
  const remove = (cookie: string, id: string) => ask('POST', `/${project.slug}/people/remove`, { cookie, form: { id } })
  const answers = await Promise.all([remove(one, ids[1] ?? ''), remove(two, ids[0] ?? '')])
  expect(answers.map(({ status }) => status).filter((status) => status === 303)).toHaveLength(1)
})
