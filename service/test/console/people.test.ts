import { expect, test } from 'vitest'
import { systemCall } from '../../src/domain/call/index.ts'
import { issueLinkAgain, issueOperatorLink, operatorNamed, ROLES } from '../../src/domain/operators/index.ts'
import { type Desk, type DeskAnswer, startDesk } from './desk.ts'

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
test('an invitation never signs in as an existing operator, whatever address it was made for', async () => {
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
  // Later the machine's owner invites the real person: an operator who took the address before gains nothing.
  await linkFor(victim)
  expect((await ask('GET', `/${other.project.slug}`, { cookie: taken })).status).toBe(404)
  expect((await ask('GET', `/${other.project.slug}`, { cookie: root })).status).toBe(200)
})

test('a signed-in operator accepts an invitation with their own account', async () => {
  const { ask, enter, project, service } = await startDesk()
  const other = await startDesk({ service })
  const owner = await enter('owner@people.example')
  const form = { email: 'somebody@people.example', role: 'admin' }
  const code = codeIn((await ask('POST', `/${project.slug}/people/invite`, { cookie: owner, form })).text)
  const guest = await other.enter('guest@people.example')
  const peek = await ask('POST', '/enter/peek', { cookie: guest, json: { code } })
  expect(JSON.parse(peek.text)).toEqual({ email: 'guest@people.example', project: 'Acme', role: 'admin' })
  expect((await ask('POST', '/enter', { cookie: guest, form: { code } })).cookies).toEqual([])
  for (const { slug } of [project, other.project])
    expect((await ask('GET', `/${slug}/keys`, { cookie: guest })).status).toBe(200)
})

test('an unknown id is a 404, even with impossible characters', async () => {
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

const rolesOf = async ({ service, project }: Desk) => {
  const rows = await service.database.sql<{ email: string; role: string }[]>`
    select o.email, r.role from operator_roles r join operators o on o.id = r.operator_id where r.project_id = ${project.id}`
  return Object.fromEntries(rows.map(({ email, role }) => [email, role]))
}

// Guarantees that operators do not lose a project by a click on a link that somebody sent them.
test.each(ROLES)('an invitation as %s never lowers the role of the operator who accepts it', async (role) => {
  const desk = await startDesk()
  const { ask, enter, project } = desk
  const [owner, email] = [await enter('only@lowered.example'), 'only@lowered.example']
  const invite = async () => {
    const form = { email: 'somebody@lowered.example', role }
    return codeIn((await ask('POST', `/${project.slug}/people/invite`, { cookie: owner, form })).text)
  }
  await ask('POST', '/enter', { cookie: owner, form: { code: await invite() } })
  expect(await rolesOf(desk)).toEqual({ [email]: 'owner' })
  expect((await ask('GET', `/${project.slug}/people`, { cookie: owner })).status).toBe(200)
  // The same at the command line, for an address that is there already.
  const call = systemCall(desk.service.database, desk.service.config, desk.service.database.clock.now())
  await issueOperatorLink(call, email, { project, role })
  expect(await rolesOf(desk)).toEqual({ [email]: 'owner' })
  // An invitation can raise a role, and an owner of everything stays one.
  const low = await enter('low@lowered.example', 'viewer')
  await ask('POST', '/enter', { cookie: low, form: { code: await invite() } })
  expect((await rolesOf(desk))['low@lowered.example']).toBe(role)
  const root = cookieOf(await ask('POST', '/enter', { form: { code: await desk.linkFor('root@lowered.example') } }))
  await ask('POST', '/enter', { cookie: root, form: { code: await invite() } })
  expect((await ask('GET', '/new', { cookie: root })).status).toBe(200)
  expect((await ask('GET', `/${project.slug}/people`, { cookie: root })).status).toBe(200)
})

const idOf = async ({ service }: Desk, email: string) => {
  const [row] = await service.database.sql<{ id: string }[]>`
    select id from operators where email = ${email} and removed_at is null`
  return row?.id ?? ''
}

// Guarantees that an owner ends a person's sessions in this project, and none in other projects.
test('an owner signs somebody out of their project: it asks who they are, and other projects do not', async () => {
  let now = Date.now()
  const desk = await startDesk({ now: () => new Date(now) })
  const other = await startDesk({ service: desk.service, now: () => new Date(now) })
  const email = `guest${desk.project.id}@signed-out.example`
  const owner = await desk.enter('owner@signed-out.example')
  const guest = await desk.enter(email, 'admin')
  await other.enter(email, 'admin')
  now += 1000
  const id = await idOf(desk, email)
  const signOut = (id: string) =>
    desk.ask('POST', `/${desk.project.slug}/people/sign-out`, { cookie: owner, form: { id } })
  expect((await signOut(id)).status).toBe(303)
  now += 1000
  const page = await desk.ask('GET', `/${desk.project.slug}/keys`, { cookie: guest })
  expect([page.status, page.headers.location]).toEqual([303, expect.stringMatching(/^\/console\/confirm\?/)])
  const asked = await desk.ask('POST', `/${desk.project.slug}/keys/retire`, { cookie: guest, json: { kid: 'key-1' } })
  expect([asked.status, JSON.parse(asked.text).code]).toEqual([403, 'confirmation_required'])
  expect((await desk.ask('GET', `/${other.project.slug}/keys`, { cookie: guest })).status).toBe(200)
  const again = await desk.enter(email, 'admin')
  expect((await desk.ask('GET', `/${desk.project.slug}/keys`, { cookie: again })).status).toBe(200)
  expect((await desk.ask('GET', `/${desk.project.slug}/keys`, { cookie: guest })).status).toBe(303)
  // Neither a person of another project nor an owner of everything.
  const stranger = await other
    .enter('stranger@signed-out.example')
    .then(() => idOf(desk, 'stranger@signed-out.example'))
  expect((await signOut(stranger)).status).toBe(404)
  await desk.enter('root@signed-out.example', 'admin')
  await desk.linkFor('root@signed-out.example')
  expect((await signOut(await idOf(desk, 'root@signed-out.example'))).status).toBe(409)
})

test('an owner of everything removes, signs out and limits operators; an owner of a project cannot', async () => {
  const desk = await startDesk()
  const root = cookieOf(await desk.ask('POST', '/enter', { form: { code: await desk.linkFor('root@all.example') } }))
  const owner = await desk.enter('owner@all.example')
  const email = `guest${desk.project.id}@all.example`
  const guest = await desk.enter(email, 'admin')
  const id = await idOf(desk, email)
  const act = (verb: string, cookie: string, id: string) =>
    desk.ask('POST', `/me/operators/${verb}`, { cookie, form: { id } })
  expect((await desk.ask('GET', '/me/operators', { cookie: owner })).status).toBe(404)
  for (const verb of ['sign-out', 'end-passkeys', 'remove', 'limit']) {
    expect([verb, (await act(verb, owner, id)).status]).toEqual([verb, 404])
    const unasked = await desk.ask('POST', `/me/operators/${verb}`, { cookie: owner, form: { id, confirmed: '' } })
    expect([verb, unasked.status]).toEqual([verb, 404]) // the question alone would say that there is such a form
    expect([verb, (await act(verb, root, await idOf(desk, 'root@all.example'))).status]).toEqual([verb, 409])
    for (const none of ['', 'opr_x', 'a\0b']) expect([verb, (await act(verb, root, none)).status]).toEqual([verb, 404])
  }
  const isIn = async (cookie: string) =>
    (await desk.ask('GET', `/${desk.project.slug}/keys`, { cookie })).status === 200
  expect(await isIn(guest)).toBe(true)
  expect((await desk.ask('GET', '/me/operators', { cookie: root })).text).toContain(email)
  expect((await act('sign-out', root, id)).status).toBe(303)
  expect(await isIn(guest)).toBe(false)
  const back = await desk.enter(email, 'admin')
  await desk.linkFor(email)
  expect((await desk.ask('GET', '/new', { cookie: back })).status).toBe(200)
  expect((await act('limit', root, id)).status).toBe(303)
  expect([(await desk.ask('GET', '/new', { cookie: back })).status, await isIn(back)]).toEqual([404, true])
  expect((await act('remove', root, id)).status).toBe(303)
  expect(await isIn(back)).toBe(false)
  expect((await desk.ask('GET', '/me/operators', { cookie: root })).text).not.toContain(id)
  expect((await act('remove', root, id)).status).toBe(404)
})

// Guarantees that a lost device opens nothing any more, and that its owner keeps their account.
test('an owner of everything removes an operator’s passkeys: then only a link from the command line signs them in', async () => {
  const desk = await startDesk()
  const root = cookieOf(await desk.ask('POST', '/enter', { form: { code: await desk.linkFor('root@lost.example') } }))
  const email = `guest${desk.project.id}@lost.example`
  const guest = await desk.enter(email, 'admin')
  const id = await idOf(desk, email)
  const { sql } = desk.service.database
  const page = async () => (await desk.ask('GET', '/me/operators', { cookie: root })).text
  const label = `aria-label="End passkeys ${email}"`
  expect(await page()).not.toContain(label)
  await sql`
    insert into operator_passkeys (id, operator_id, public_key, counter, name, created_at)
    select ${`lost-${id}`} || n, ${id}, ''::bytea, 0, 'Phone', now() from generate_series(1, 2) as n`
  expect(await page()).toContain(label)
  expect(await page()).toContain(`End all 2 passkeys of ${email}?`)
  const send = (form: Record<string, string>) =>
    desk.ask('POST', '/me/operators/end-passkeys', { cookie: root, form: { id, ...form } })
  const passkeys = async () => (await sql`select 1 from operator_passkeys where operator_id = ${id}`).length
  expect([(await send({ confirmed: '' })).status, await passkeys()]).toEqual([200, 2])
  const { status, headers } = await send({ confirmed: 'yes' })
  expect([status, await passkeys()]).toEqual([303, 0])
  const done = await desk.ask('GET', String(headers.location).replace('/console', ''), { cookie: root })
  expect(done.text).toContain('npx svc operator link')
  const keys = async (cookie: string) => (await desk.ask('GET', `/${desk.project.slug}/keys`, { cookie })).status
  expect(await keys(guest)).toBe(303)
  const rows = (await desk.server('GET', '/v1/audit_log?limit=100')).body.data
  const about = rows.filter(({ subject_id }: { subject_id: string }) => subject_id === id)
  expect(about.slice(0, 2).map(({ action }: { action: string }) => action)).toEqual([
    'operator.passkey_removed',
    'operator.signed_out',
  ])
  const { url } = await issueLinkAgain(desk.call(), await operatorNamed(desk.call(), email))
  const back = cookieOf(await desk.ask('POST', '/enter', { form: { code: codeIn(url) } }))
  expect([await keys(back), await idOf(desk, email)]).toEqual([200, id])
})

test('somebody signs out on their other devices, and stays on this one', async () => {
  const { ask, enter, project } = await startDesk()
  const [here, there] = [await enter('two@devices.example'), await enter('two@devices.example')]
  expect((await ask('GET', '/me', { cookie: here })).text).toContain('one other')
  expect((await ask('POST', '/me/sign-out-elsewhere', { cookie: here, form: {} })).status).toBe(303)
  const states = await Promise.all([here, there].map((cookie) => ask('GET', `/${project.slug}`, { cookie })))
  expect(states.map(({ status }) => status)).toEqual([200, 303])
  expect((await ask('GET', '/me', { cookie: here })).text).toContain('Only in this browser')
})

test('inviting an address that is here already is said, and rows with one address say so', async () => {
  const desk = await startDesk()
  const { ask, enter, project } = desk
  const owner = await enter('boss@twins.example')
  const invite = (role: string) =>
    ask('POST', `/${project.slug}/people/invite`, { cookie: owner, form: { email: 'Mia@twins.example', role } })
  const first = await invite('moderator')
  expect(first.text).toContain('Send this link to Mia@twins.example')
  expect(first.text).not.toContain('is already here')
  await ask('POST', '/enter', { form: { code: codeIn(first.text) } })
  expect((await ask('GET', `/${project.slug}/people`, { cookie: owner })).text).not.toContain('same address')
  const second = await invite('admin')
  expect(second.text).toContain('Mia@twins.example is already here as moderator.')
  expect(second.text).toContain('makes them admin')
  await ask('POST', '/enter', { form: { code: codeIn(second.text) } })
  const { text } = await ask('GET', `/${project.slug}/people`, { cookie: owner })
  expect(text.match(/same address/g)).toHaveLength(2)
  const root = cookieOf(await ask('POST', '/enter', { form: { code: await desk.linkFor('root@twins.example') } }))
  expect((await ask('GET', '/me/operators', { cookie: root })).text).toContain('same address')
})

test('an operator who must confirm is shown a command that changes no rights', async () => {
  const { ask, enter } = await startDesk()
  const cookie = await enter('mo@confirm.example', 'moderator')
  const confirm = await ask('GET', '/confirm?return_to=/console', { cookie })
  expect(confirm.text).toMatch(/npx svc operator link opr_\w+/)
  for (const { text } of [confirm, await ask('GET', '/enter')]) expect(text).not.toContain('operator invite')
})

// Guarantees that the list of who has access is whole, and that it is no way to the addresses of colleagues for those who may not see them.
test('an admin sees everybody who has access and changes nothing; others see no address of a colleague anywhere', async () => {
  const desk = await startDesk()
  const { project, ask, enter } = desk
  const owner = await enter('boss@access.example')
  await ask('POST', `/${project.slug}/people/invite`, {
    cookie: owner,
    form: { email: 'soon@access.example', role: 'moderator' },
  })
  const everywhere = `root-${project.id}@access.example`
  await ask('POST', '/enter', { form: { code: await desk.linkFor(everywhere) } })
  const admin = await enter('admin@access.example', 'admin')
  const { status, text } = await ask('GET', `/${project.slug}/people`, { cookie: admin })
  expect(status).toBe(200)
  for (const shown of ['boss@access.example', 'soon@access.example', everywhere, 'invited as moderator', 'Last seen'])
    expect(text).toContain(shown)
  expect(text).not.toContain('/people/')
  for (const role of ['moderator', 'viewer'] as const) {
    const cookie = await enter(`${role}@access.example`, role)
    expect((await ask('GET', `/${project.slug}/people`, { cookie })).status).toBe(403)
    for (const { method, path } of desk.service.consoleRoutes) {
      const target = path.replace('/console', '').replace(':slug', project.slug)
      if (method !== 'GET' || target.includes(':')) continue
      const page = await ask('GET', target, { cookie })
      expect([target, page.text.includes('boss@access.example')]).toEqual([target, false])
    }
  }
})
