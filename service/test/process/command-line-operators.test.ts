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
  expect(await opens(back, '/acme/keys')).toBe(200) // still an admin: an invitation lowers nobody

  const removed = await live.svc('operator', 'remove', 'ADA@example.com', '--json')
  expect(removed.json()).toEqual({ id: ada.id, email: 'ada@example.com', removed: true, projects_without_owner: [] })
  expect(await opens(back)).toBe(303)
  const { body } = await live.api('GET', '/v1/audit_log', project.asServer())
  expect(body.data[0]).toMatchObject({ action: 'operator.removed', subject_id: ada.id, actor: { kind: 'system' } })

  await enter(await invite('--email', 'only@example.com', '--project', 'acme'))
  const only = await live.svc('operator', 'remove', 'only@example.com')
  expect([only.code, only.out]).toEqual([0, expect.stringContaining('The project acme has no owner now')])
})

test('who is not there, and words that make no sense, are refused', async () => {
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
