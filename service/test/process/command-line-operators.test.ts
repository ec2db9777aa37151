import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LiveCommandLine, makeProject, startLiveCommandLine } from './live-command-line.ts'

let live: LiveCommandLine
let project: Awaited<ReturnType<typeof makeProject>>

beforeAll(async () => {
  live = await startLiveCommandLine()
})
afterAll(() => live.end())

test('a project to work in', async () => {
  project = await makeProject(live)
  expect(project.id).toMatch(/^prj_/)
})

/** Enters the running service by a link, as a browser does, and answers with the cookie. */
async function enter(url: string): Promise<string> {
  const answer = await fetch(`${live.origin}/console/enter`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      origin: live.origin,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ code: url.slice(url.indexOf('#') + 1) }),
  })
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

const opens = async (cookie: string, path = '') =>
  (await fetch(`${live.origin}/console${path}`, { redirect: 'manual', headers: { cookie } })).status

const invite = async (...words: string[]) => (await live.svc('operator', 'invite', ...words, '--json')).json().url

test('operators are listed, limited, signed out and removed beside a running service, which follows at once', async () => {
  const root = await enter(await invite('--email', 'root@example.com'))
  const admin = await enter(await invite('--email', 'ada@example.com', '--project', 'acme', '--role', 'admin'))
  const listed = (await live.svc('operator', 'list', '--json')).json()
  expect(listed.data.map(({ email }: { email: string }) => email).sort()).toEqual([
    'ada@example.com',
    'owner@localhost', // whom the first link lets in, which the service printed
    'root@example.com',
  ])
  const ada = listed.data.find(({ email }: { email: string }) => email === 'ada@example.com')
  expect(ada).toEqual({
    id: expect.stringMatching(/^opr_/),
    email: 'ada@example.com',
    owns_all: false,
    created_at: expect.any(String),
    last_seen_at: expect.any(String),
    roles: [{ project: 'acme', role: 'admin' }],
    sessions: 1,
    passkeys: 0,
  })
  expect((await live.svc('operator', 'list')).out).toMatch(/ada@example\.com +acme \(admin\) +1 +0 /)

  expect(await opens(root, '/new')).toBe(200)
  const limited = await live.svc('operator', 'update', 'root@example.com', '--no-owns-all', '--json')
  expect([limited.code, limited.json().owns_all]).toEqual([0, false])
  expect(await opens(root, '/new')).toBe(404)

  expect((await live.svc('operator', 'sign-out', ada.id)).out).toContain('--passkeys')
  expect(await opens(admin)).toBe(303)
  const back = await enter(await invite('--email', 'ada@example.com', '--project', 'acme', '--role', 'moderator'))
  expect(await opens(back, '/acme/keys')).toBe(200) // still an admin: an invitation never lowers a role

  const removed = await live.svc('operator', 'remove', 'ADA@example.com', '--json')
  expect(removed.json()).toEqual({ id: ada.id, email: 'ada@example.com', removed: true, projects_without_owner: [] })
  expect(await opens(back)).toBe(303)
  const { body } = await live.api('GET', '/v1/audit_log', project.asServer())
  expect(body.data[0]).toMatchObject({ action: 'operator.removed', subject_id: ada.id, actor: { kind: 'system' } })

  await enter(await invite('--email', 'only@example.com', '--project', 'acme', '--role', 'owner'))
  const only = await live.svc('operator', 'remove', 'only@example.com')
  expect([only.code, only.out]).toEqual([0, expect.stringContaining('The project acme has no owner now')])
})

test('unknown operators and wrong arguments are refused', async () => {
  for (const verb of ['remove', 'sign-out']) {
    const missing = await live.svc('operator', verb, 'nobody@example.com', '--json')
    expect([missing.code, missing.json().code]).toEqual([1, 'not_found'])
    expect((await live.svc('operator', verb)).code).toBe(2)
    expect((await live.svc('operator', verb, 'a@example.com', 'b@example.com')).code).toBe(2)
  }
  for (const words of [[], ['--owns-all', '--no-owns-all']]) {
    expect((await live.svc('operator', 'update', 'root@example.com', ...words)).code).toBe(2)
  }
})

// Guarantees that a new sign-in link gives no new rights.
test('a link for an operator who is there changes no right, and an invitation says which right it gives', async () => {
  const mia = await live.svc('operator', 'invite', '--email', 'mia@example.com', '--project', 'acme')
  expect([mia.code, mia.out]).toEqual([0, expect.stringContaining('mia@example.com is now moderator of acme.')])
  const again = await live.svc('operator', 'invite', '--email', 'mia@example.com', '--project', 'acme')
  expect(again.out).toContain('mia@example.com is already moderator of acme')
  const rightsOf = async (email: string) => {
    const { data } = (await live.svc('operator', 'list', '--json')).json()
    return data.find((operator: { email: string }) => operator.email === email)
  }
  const before = await rightsOf('mia@example.com')
  for (const whom of ['MIA@example.com', before.id]) {
    const link = await live.svc('operator', 'link', whom, '--json')
    expect([link.code, Object.keys(link.json())]).toEqual([0, ['url', 'expires_at']])
    const cookie = await enter(link.json().url)
    expect([await opens(cookie, '/acme'), await opens(cookie, '/acme/keys'), await opens(cookie, '/new')]).toEqual([
      200, 403, 404,
    ])
  }
  expect(await rightsOf('mia@example.com')).toMatchObject({ owns_all: false, roles: before.roles })

  const everything = await live.svc('operator', 'invite', '--email', 'mia@example.com')
  expect([everything.code, everything.out]).toEqual([0, expect.stringContaining('mia@example.com now owns everything')])
  expect((await live.svc('operator', 'link', 'nobody@example.com', '--json')).json().code).toBe('not_found')
  expect((await live.svc('operator', 'invite', '--email', 'a@example.com', '--role', 'admin')).code).toBe(2)
})

test('an address of several operators is named with their ids, on an invitation too', async () => {
  const owner = await enter(await invite('--email', 'boss@example.com', '--project', 'acme', '--role', 'owner'))
  const page = await fetch(`${live.origin}/console/acme/people/invite`, {
    method: 'POST',
    headers: { origin: live.origin, 'sec-fetch-site': 'same-origin', cookie: owner },
    body: new URLSearchParams({ email: 'twin@example.com', role: 'moderator' }),
  })
  await enter(`#${/svc_opl_\w+/.exec(await page.text())?.[0]}`)
  const [twin] = (await live.svc('operator', 'list', '--json'))
    .json()
    .data.filter(({ email }: { email: string }) => email === 'twin@example.com')
  const invited = await live.svc('operator', 'invite', '--email', 'twin@example.com', '--project', 'acme')
  expect(invited.out).toContain(`Another operator has the same address: ${twin.id}.`)
  const link = await live.svc('operator', 'link', 'twin@example.com')
  expect([link.code, link.err]).toEqual([1, expect.stringContaining('Several operators have this address')])
  expect(link.err).toContain(twin.id)
})

test('removing the only one who owns everything is said', async () => {
  const { data } = (await live.svc('operator', 'list', '--json')).json()
  const owners = data.filter(({ owns_all }: { owns_all: boolean }) => owns_all)
  const said: string[] = []
  for (const { id } of owners) said.push((await live.svc('operator', 'remove', id)).out)
  expect(said.filter((text) => text.includes('No operator owns everything now.'))).toEqual([said.at(-1)])
})
