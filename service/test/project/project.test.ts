import { expect, test } from 'vitest'
import { startProject } from '../harness/project.ts'

let names = 0
/** A name that no other project has. */
const fresh = (kind: string) => `${kind}${process.pid}-${Date.now().toString(36)}-${++names}`

test('an app reads what it needs to know of its project, and nothing that is its server’s', async () => {
  const { app, service, project } = await startProject({ draft: { signInUrl: 'https://acme.example/login' } })
  const { status, body } = await app('GET', '/v1/project')
  expect([status, body]).toEqual([
    200,
    {
      id: project.id,
      name: 'Acme',
      slug: project.slug,
      is_private: false,
      board_origin: `http://${project.slug}.localhost:${service.port}`,
      sign_in_url: 'https://acme.example/login',
      language: 'english',
      requires_approval: false,
      accent_color: '#14614a',
      logo_url: null,
      created_at: project.createdAt.toISOString(),
    },
  ])
})

test('a server reads every setting, with the version to change', async () => {
  const { server, app, project } = await startProject()
  const { status, headers, body } = await server('GET', '/v1/project')
  expect([status, headers.get('etag')]).toEqual([200, '"1"'])
  expect(body).toEqual({
    ...(await app('GET', '/v1/project')).body,
    domain: null,
    domain_state: 'none',
    domain_challenge: null,
    domain_verified_at: null,
    domain_claim_expires_at: null,
    welcome_note: null,
    allowed_origins: ['https://app.acme.example'],
    allowed_traits: ['plan'],
    account_trait: null,
    value_trait: null,
    publishable_key: project.publishableKey,
    time_zone: 'UTC',
    notification_defaults: {
      email: true,
      frequency: 'instant',
      status_changes: true,
      comments: true,
      changelog: true,
    },
    updated_at: project.updatedAt.toISOString(),
  })
})

test('the colour of the board may be written in upper case, as those of tags, and is kept in one spelling', async () => {
  const { server, project } = await startProject({ draft: { accentColor: '#ABCDEF' } })
  expect(project.accentColor).toBe('#abcdef')
  const { status, body } = await server('PATCH', '/v1/project', { accent_color: '#12A4fF' })
  expect([status, body.accent_color]).toEqual([200, '#12a4ff'])
  const refused = await server('PATCH', '/v1/project', { accent_color: 'red' })
  expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '/accent_color'])
})

test('a private board tells strangers nothing of its project', async () => {
  const { app, signIn, server } = await startProject({ draft: { isPrivate: true } })
  const stranger = await app('GET', '/v1/project')
  expect([stranger.status, stranger.body.code]).toEqual([401, 'session_required'])
  const { session } = await signIn()
  expect((await app('GET', '/v1/project', { session })).body).toMatchObject({ name: 'Acme', is_private: true })
  expect((await server('GET', '/v1/project')).status).toBe(200)
})

test('a server changes what it names and leaves the rest, and says of which version', async () => {
  const { server } = await startProject()
  const { body: before } = await server('GET', '/v1/project')
  const changes = {
    name: 'Globex',
    slug: fresh('g'),
    is_private: true,
    sign_in_url: 'https://globex.example/login',
    domain: `${fresh('d')}.globex.example`,
    allowed_origins: ['https://globex.example', 'http://localhost:3000'],
    allowed_traits: [],
    language: 'german',
    requires_approval: true,
  }
  const changed = await server('PATCH', '/v1/project', changes, { 'if-match': '"1"' })
  expect([changed.status, changed.headers.get('etag')]).toEqual([200, '"2"'])
  expect(changed.body).toEqual({
    ...before,
    ...changes,
    board_origin: expect.stringContaining(`//${changes.slug}.`), // the domain is not proven
    domain_state: 'waiting',
    domain_challenge: { name: `_feedback-board.${changes.domain}`, value: expect.any(String) },
    domain_claim_expires_at: expect.any(String),
    updated_at: expect.any(String),
  })
  expect((await server('GET', '/v1/project')).body).toEqual(changed.body)
  const stale = await server('PATCH', '/v1/project', { name: 'Initech' }, { 'if-match': '"1"' })
  expect([stale.status, stale.body.code]).toEqual([409, 'version_conflict'])
  const removed = await server('PATCH', '/v1/project', { sign_in_url: null, domain: null })
  expect(removed.body).toMatchObject({ name: 'Globex', sign_in_url: null, domain: null })
  expect(removed.body.board_origin).toContain(changes.slug)
})

test('a change applies to apps once the cached project has expired', async () => {
  const { app, server } = await startProject()
  expect((await app('GET', '/v1/posts')).status).toBe(200)
  await server('PATCH', '/v1/project', { is_private: true })
  await expect.poll(async () => (await app('GET', '/v1/posts')).body.code).toBe('session_required')
})

const REFUSED: readonly [unknown, string[]][] = [
  [{ name: '' }, ['/name']],
  [{ name: 'x'.repeat(61) }, ['/name']],
  [{ name: ' Acme' }, ['/name']],
  [{ name: 'Ac\u202eme' }, ['/name']],
  [{ name: null }, ['/name']],
  [{ slug: 'API' }, ['/slug']],
  [{ slug: 'api' }, ['/slug']],
  [{ slug: 'a'.repeat(64) }, ['/slug']],
  [{ sign_in_url: 'http://acme.example' }, ['/sign_in_url']],
  [{ sign_in_url: 'javascript:alert(1)' }, ['/sign_in_url']],
  [{ sign_in_url: 'https://acme.example/?state=x' }, ['/sign_in_url']],
  [{ domain: 'localhost' }, ['/domain']],
  [{ domain: 'Acme.Example' }, ['/domain']],
  [{ allowed_origins: ['https://acme.example/'] }, ['/allowed_origins']],
  [{ allowed_origins: ['*'] }, ['/allowed_origins']],
  [{ allowed_origins: ['https://a.example', 'https://a.example'] }, ['/allowed_origins']],
  [{ allowed_origins: Array.from({ length: 51 }, (_, n) => `https://a${n}.example`) }, ['/allowed_origins']],
  [{ allowed_origins: 'https://a.example' }, ['/allowed_origins']],
  [{ allowed_origins: [`https://${'a.'.repeat(124)}example`] }, ['/allowed_origins']],
  [{ allowed_traits: [''] }, ['/allowed_traits']],
  [{ allowed_traits: [7] }, ['/allowed_traits/0']],
  [{ language: 'klingon' }, ['/language']],
  [{ is_private: 'yes' }, ['/is_private']],
  [{ requires_approval: null }, ['/requires_approval']],
  [{ publishable_key: 'svc_pk_live_x' }, ['/publishable_key']],
  [{ id: 'prj_x' }, ['/id']],
  [{ slug: 'API', name: ' ', sign_in_url: 'ftp://x' }, ['/name', '/sign_in_url', '/slug']],
]

test('an invalid setting is refused with its place, and nothing is changed', async () => {
  const { server } = await startProject()
  const { body: before } = await server('GET', '/v1/project')
  for (const [changes, pointers] of REFUSED) {
    const { status, body } = await server('PATCH', '/v1/project', changes)
    expect([changes, status, body.code]).toEqual([changes, 400, 'invalid_request'])
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()).toEqual(pointers)
  }
  expect((await server('GET', '/v1/project')).body).toEqual(before)
})

test('a slug belongs to one project, and a refused change changes nothing', async () => {
  const one = await startProject()
  const other = await startProject({ service: one.service })
  const slug = await one.server('PATCH', '/v1/project', { slug: other.project.slug, name: 'Globex' })
  expect([slug.status, slug.body.code]).toEqual([409, 'slug_taken'])
  expect((await one.server('GET', '/v1/project')).body).toMatchObject({ name: 'Acme', domain: null })
})

// Guarantees that no change is lost silently: of several changes of one version at the same time, one is made.
test('changes of one version race, and one of them holds', async () => {
  const { server } = await startProject()
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => server('PATCH', '/v1/project', { name: `Acme ${n}` }, { 'if-match': '"1"' })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
  const winner = answers.find(({ status }) => status === 200)
  expect((await server('GET', '/v1/project')).body).toEqual(winner?.body)
})

test('changes of different settings that race both hold', async () => {
  const { server } = await startProject()
  await Promise.all([
    server('PATCH', '/v1/project', { name: 'Globex' }),
    server('PATCH', '/v1/project', { requires_approval: true }),
    server('PATCH', '/v1/project', { language: 'simple' }),
  ])
  expect((await server('GET', '/v1/project')).body).toMatchObject({
    name: 'Globex',
    requires_approval: true,
    language: 'simple',
  })
})
