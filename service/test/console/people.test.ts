import { expect, test } from 'vitest'
import { startDesk } from './desk.ts'

const codeIn = (page: string) => /svc_opl_\w+/.exec(page)?.[0] ?? ''

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
    is_known: false,
  })
  const { cookies } = await ask('POST', '/enter', { form: { code } })
  const cookie = cookies[0]?.split(';')[0] ?? ''
  expect((await ask('GET', '', { cookie })).text).toContain(project.slug)
  expect((await ask('GET', `/${project.slug}/people`, { cookie })).status).toBe(403)
})

// Guarantees that inviting somebody who runs other projects does not hand over their account.
test('an invitation of an operator does not sign anybody in as them', async () => {
  const { ask, enter, linkFor, project } = await startDesk()
  const owner = await enter('eve@acme.example')
  const victim = 'root@acme.example'
  const { cookies } = await ask('POST', '/enter', { form: { code: await linkFor(victim) } })
  const form = { email: victim.toUpperCase(), role: 'moderator' }
  const code = codeIn((await ask('POST', `/${project.slug}/people/invite`, { cookie: owner, form })).text)
  for (const cookie of [undefined, owner]) {
    const { status, cookies } = await ask('POST', '/enter', { form: { code }, ...(cookie && { cookie }) })
    expect([status, cookies]).toEqual([401, []])
  }
  const own = await ask('POST', '/enter', { form: { code }, cookie: cookies[0]?.split(';')[0] ?? '' })
  expect(own.status).toBe(303)
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
