import { generateKeyPairSync } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { readNdjson, receiveImport } from '../../src/domain/imports/index.ts'
import { newId } from '../../src/foundation/ids/index.ts'
import { png } from '../files/pictures.ts'
import { keptDns } from '../harness/dns.ts'
import { keptService } from '../harness/service.ts'
import { inPieces, ndjson } from '../imports/importing.ts'
import { sharedView } from './decide-desk.ts'
import { type Desk, startDesk } from './desk.ts'

type Sent = {
  readonly in?: Readonly<Record<string, string>>
  readonly form: Record<string, string | readonly string[]>
  readonly file?: Buffer
}
type Sample = (world: World) => Promise<Sent>

/** Forms that change nothing which belongs to a project or to somebody's access. */
const LEAVES_NOTHING: Readonly<Record<string, string>> = {
  '/console/confirm/options': 'It makes a question for a passkey, which lasts five minutes.',
  '/console/confirm': 'It shows who sits there; what they do then is written down.',
  '/console/me/passkeys/options': 'As above.',
  '/console/me/passkeys': 'It needs a real authenticator: entering.browser.test.ts adds one and finds it in the log.',
  '/console/:slug/mail/test': 'It sends a mail to the operator alone.',
  '/console/:slug/webhooks/:id/test': 'It sends an event that nothing keeps.',
  '/console/:slug/import/upload': 'It keeps a file for a day at most. Nothing is made of it before an import starts.',
  '/console/:slug/import/files': 'As above.',
  '/console/:slug/import/files/:id/pieces': 'As above.',
  '/console/:slug/import/files/:id': 'It reads the file, and changes nothing.',
  '/console/:slug/import/files/:id/discard':
    'It deletes a file of which nothing was made. If it was checked, its import is given up, which import.undone says.',
  '/console/:slug/sign-ins/check': 'It explains a token, and neither uses nor keeps it.',
}

const jwk = () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return JSON.stringify(publicKey.export({ format: 'jwk' }))
}

let things = 0
/** Nobody listens there. */
const UNHEARD = 'http://127.0.0.1:9/hook'
const name = () => `Thing ${process.pid} ${++things}`

/** A project with an owner of everything, and ways to make the things that forms are about. */
async function startWorld() {
  const dns = await keptDns()
  const environment = { DNS_SERVERS: dns.address }
  const desk = await startDesk({ service: await keptService(environment, undefined, inject('connection')) })
  const email = `root-${desk.project.id}@audited.example`
  const { cookies } = await desk.ask('POST', '/enter', { form: { code: await desk.linkFor(email) } })
  await desk.linkFor(email, 'owner') // what they do with their account is told where they have a role first
  const idOf = async (email: string) => {
    const rows = await desk.service.database.sql<{ id: string }[]>`select id from operators where email = ${email}`
    return rows[0]?.id ?? ''
  }
  const made = async (path: string, body: unknown) => (await desk.server('POST', `/v1${path}`, body)).body
  return {
    ...desk,
    dns,
    cookie: cookies[0]?.split(';')[0] ?? '',
    root: await idOf(email),
    post: () => made('/posts', { title: name() }),
    comment: async () => {
      const post = await made('/posts', { title: name() })
      return { post, comment: await made(`/posts/${post.id}/comments`, { body: 'Said' }) }
    },
    tag: () => made('/tags', { name: name() }),
    category: () => made('/categories', { name: name() }),
    field: () => made('/fields', { label: name(), kind: 'text' }),
    segment: () => made('/segments', { name: name(), rules: { all: [{ trait: 'plan', op: 'is', value: 'pro' }] } }),
    status: () => made('/statuses', { name: name(), category: 'planned', color: '#123456' }),
    entry: () => made('/changelog', { title: name(), body: 'Text' }),
    statusId: async (category: string) => {
      const { body } = await desk.server('GET', '/v1/statuses')
      return body.data.find((status: { category: string }) => status.category === category).id as string
    },
    user: async () => (await desk.signIn({ sub: name() })).userId,
    colleague: async () => {
      const email = `${name().replaceAll(' ', '')}@audited.example`
      await desk.enter(email, 'admin')
      return idOf(email)
    },
    version: async () => {
      const rows = await desk.service.database.sql<{ version: number }[]>`
        select version from projects where id = ${desk.project.id}`
      return String(rows[0]?.version)
    },
    webhook: async () => (await made('/webhooks', { url: UNHEARD, events: ['*'] })).webhook.id as string,
    delivery: async (webhookId: string) => {
      const id = newId('delivery')
      await desk.service.database.sql`
        insert into webhook_deliveries (project_id, id, webhook_id, event_id, event_type, state, due_at, created_at)
        values (${desk.project.id}, ${id}, ${webhookId}, ${newId('event')}, 'post.created', 'failed', now(), now())`
      return id
    },
    checkedImport: async () => {
      const lines = readNdjson(inPieces(ndjson([{ type: 'post', external_id: '1', title: name() }])), new Date())
      return (await receiveImport(desk.call(), lines, { source: 'audited', isDryRun: true })).id
    },
    settings: { name: 'Acme', slug: desk.project.slug, language: 'english', accent_color: '#14614a' },
  }
}
type World = Awaited<ReturnType<typeof startWorld>>

/** Two posts that the service took for the same. */
async function duplicates({ post, service, project }: World): Promise<{ post: string; into: string }> {
  const [one, other] = [(await post()).id, (await post()).id].sort()
  await service.database.sql`
    insert into duplicate_suggestions (project_id, post_id, other_id, score, found_at) values (${project.id}, ${one}, ${other}, 92, now())`
  return { post: other, into: one }
}
const aboutPost =
  (form: Sent['form']): Sample =>
  async ({ post }) => ({ in: { number: String((await post()).number) }, form })
const aboutComment =
  (form: (comment: { version: number }) => Sent['form']): Sample =>
  async (world) => {
    const { post, comment } = await world.comment()
    return { in: { number: String(post.number), comment: comment.id }, form: form(comment) }
  }
const aboutColleague =
  (form: Sent['form'] = {}): Sample =>
  async ({ colleague }) => ({ form: { id: await colleague(), ...form } })
const aboutUser =
  (form: (id: string) => Sent['form'] = () => ({})): Sample =>
  async ({ user }) => {
    const id = await user()
    return { in: { id }, form: form(id) }
  }
const aboutWebhook =
  (form: Sent['form'] = {}): Sample =>
  async ({ webhook }) => ({ in: { id: await webhook() }, form })
const reported: Sample = async ({ app, signIn, post }) => {
  const { id } = await post()
  const { session } = await signIn({ sub: name() })
  await app('POST', '/v1/reports', { session, body: { post_id: id, reason: 'spam' } })
  return { form: { subject: id, verdict: 'approve', show: 'reported' } }
}
const voteFor: Sample = async ({ post, user }) => ({
  in: { number: String((await post()).number) },
  form: { who: await user(), note: 'On the phone' },
})
const RULE = { join: 'any', trait: 'plan', op: 'is', value: 'free' }
const label = { color: '#123456', category: 'planned' }

const SAMPLES: Readonly<Record<string, Sample>> = {
  '/console/me/passkeys/remove': async ({ root, service }) => {
    const id = `key-${name()}`
    await service.database.sql`
      insert into operator_passkeys (id, operator_id, public_key, counter, name, created_at)
      values (${id}, ${root}, ''::bytea, 0, 'Laptop', now())`
    return { form: { id } }
  },
  '/console/me/sign-out-elsewhere': async () => ({ form: {} }),
  '/console/me/sign-out-everywhere': async () => ({ form: {} }),
  '/console/me/operators/sign-out': aboutColleague(),
  '/console/me/operators/end-passkeys': aboutColleague(),
  '/console/me/operators/remove': aboutColleague(),
  '/console/me/operators/limit': async ({ colleague, service }) => {
    const id = await colleague()
    await service.database.sql`update operators set owns_all = true where id = ${id}`
    return { form: { id } }
  },
  '/console/:slug/people/invite': async () => ({ form: { email: 'new@audited.example', role: 'admin' } }),
  '/console/:slug/people/withdraw': async ({ service, project }) => {
    await service.database.sql`
      insert into operator_invitations (project_id, id, email, role, created_at, expires_at)
      values (${project.id}, 'inv_1', 'gone@audited.example', 'admin', now(), now() + interval '1 day')`
    return { form: { id: 'inv_1' } }
  },
  '/console/:slug/people/role': aboutColleague({ role: 'moderator' }),
  '/console/:slug/people/remove': aboutColleague(),
  '/console/:slug/people/sign-out': aboutColleague(),
  '/console/new': async () => ({ form: { name: name(), slug: `a${process.pid}-${Date.now()}-${++things}` } }),
  '/console/:slug/setup/key': async () => ({ form: { jwk: jwk(), kid: 'by-setup' } }),
  '/console/:slug/setup/addresses': async () => ({ form: { sign_in_url: 'https://app.example.com/in' } }),
  '/console/:slug/keys/add': async ({ server }) => {
    await server('POST', '/v1/signing_keys/by-setup/revoke')
    return { form: { jwk: jwk(), kid: 'by-form' } }
  },
  '/console/:slug/keys/retire': async () => ({ form: { kid: 'by-form' } }),
  '/console/:slug/keys/revoke': async () => ({ form: { kid: 'by-form', end_sessions: 'yes' } }),
  '/console/:slug/webhooks/add': async () => ({ form: { url: UNHEARD, event: '*' } }),
  '/console/:slug/webhooks/:id/update': aboutWebhook({ url: UNHEARD, event: 'post.created' }),
  '/console/:slug/webhooks/:id/switch': aboutWebhook({ state: 'disabled' }),
  '/console/:slug/webhooks/:id/rotate': aboutWebhook(),
  '/console/:slug/webhooks/:id/delete': aboutWebhook(),
  '/console/:slug/webhooks/:id/replay': aboutWebhook({ after: '2026-01-01T00:00' }),
  '/console/:slug/webhooks/:id/redeliver': async (world) => {
    const id = await world.webhook()
    return { in: { id }, form: { delivery: await world.delivery(id) } }
  },
  '/console/:slug/webhooks/:id/redeliver-failed': async (world) => {
    const id = await world.webhook()
    await world.delivery(id)
    return { in: { id }, form: { since: '2020-01-01T00:00' } }
  },
  '/console/:slug/secret-keys/add': async () => ({ form: { name: 'Import', scope: 'posts:read' } }),
  '/console/:slug/secret-keys/revoke': async ({ service, project }) => {
    const rows = await service.database.sql<{ id: string }[]>`
      select id from secret_keys where project_id = ${project.id} and name = 'Import'`
    return { form: { id: rows[0]?.id ?? '' } }
  },
  '/console/:slug/mail/suppressed/add': async () => ({ form: { email: 'ada@bounced.example', reason: 'Bounced' } }),
  '/console/:slug/mail/suppressed/lift': async ({ service, project }) => {
    const rows = await service.database.sql<{ id: string }[]>`
      select id from mail_suppressions where project_id = ${project.id}`
    return { form: { id: rows[0]?.id ?? '' } }
  },
  '/console/:slug/undo': async ({ ask, cookie, post, project }) => {
    const form = { subject: (await post()).id, verdict: 'reject' }
    const { headers } = await ask('POST', `/${project.slug}/today/decide`, { cookie, form })
    return { form: { change: new URLSearchParams(headers.location?.split('?')[1]).get('undo') ?? '' } }
  },
  '/console/:slug/today/decide': reported,
  '/console/:slug/today/answer': async ({ post, statusId }) => ({
    form: { subject: (await post()).id, status_id: await statusId('planned') },
  }),
  '/console/:slug/today/merge': async ({ post }) => ({
    form: { subject: (await post()).id, into: (await post()).id },
  }),
  '/console/:slug/today/distinct': async (world) => {
    const { post: subject, into: other } = await duplicates(world)
    return { form: { subject, other } }
  },
  '/console/:slug/duplicates/merge': async (world) => ({ form: await duplicates(world) }),
  '/console/:slug/duplicates/dismiss': async (world) => ({ form: await duplicates(world) }),
  '/console/:slug/posts/bulk': async ({ post, tag }) => ({
    form: { n: String((await post()).number), do: 'tag', tag_id: (await tag()).id },
  }),
  '/console/:slug/posts/new': async () => ({ form: { title: name(), body: '' } }),
  '/console/:slug/posts/:number/votes': voteFor,
  '/console/:slug/posts/:number/merge': async ({ post }) => ({
    in: { number: String((await post()).number) },
    form: { into: String((await post()).number) },
  }),
  '/console/:slug/posts/merge': async ({ post }) => ({
    form: { into: String((await post()).number), n: [String((await post()).number)] },
  }),
  '/console/:slug/posts/:number/edit': async ({ post }) => {
    const { number, title, id } = await post()
    expect(id).toBeDefined()
    return { in: { number: String(number) }, form: { title: `${title} again`, body: '', version: '1' } }
  },
  '/console/:slug/posts/:number/status': async (world) => {
    const status_id = await world.statusId('planned')
    return aboutPost({ status_id })(world)
  },
  '/console/:slug/posts/:number/category': async (world) =>
    aboutPost({ category_id: (await world.category()).id })(world),
  '/console/:slug/posts/:number/fields': async (world) => {
    const { key } = await world.field()
    return aboutPost({ [`field.${key}`]: 'A value' })(world)
  },
  '/console/:slug/posts/:number/tags': async (world) => aboutPost({ tag_ids: [(await world.tag()).id] })(world),
  '/console/:slug/posts/:number/pin': aboutPost({ on: '1' }),
  '/console/:slug/posts/:number/lock': aboutPost({ on: '1' }),
  '/console/:slug/posts/:number/decide': aboutPost({ verdict: 'reject' }),
  '/console/:slug/posts/:number/unmerge': async ({ post, server }) => {
    const [one, two] = [await post(), await post()]
    await server('POST', `/v1/posts/${one.id}/merge`, { into_post_id: two.id })
    return { in: { number: String(one.number) }, form: {} }
  },
  '/console/:slug/posts/:number/delete': aboutPost({}),
  '/console/:slug/posts/:number/comments': aboutPost({ text: 'An answer' }),
  '/console/:slug/posts/:number/comments/:comment/delete': aboutComment(() => ({})),
  '/console/:slug/posts/:number/comments/:comment/edit': aboutComment(() => ({
    changed: 'Said otherwise',
    version: '1',
  })),
  '/console/:slug/posts/:number/comments/:comment/decide': aboutComment(() => ({ verdict: 'reject' })),
  '/console/:slug/users/:id/ban': aboutUser(() => ({ reason: 'spam' })),
  '/console/:slug/users/:id/unban': async ({ user, server }) => {
    const id = await user()
    await server('POST', `/v1/users/${id}/ban`, {})
    return { in: { id }, form: {} }
  },
  '/console/:slug/users/:id/end-sessions': aboutUser(),
  '/console/:slug/users/:id/erase': aboutUser((id) => ({ confirmation: id })),
  '/console/:slug/roadmap/move': async ({ post, statusId }) => ({
    form: { post: (await post()).id, status: await statusId('planned') },
  }),
  '/console/:slug/changelog/new': async () => ({ form: { title: name(), body: 'Text', act: 'save' } }),
  '/console/:slug/changelog/:id': async ({ entry }) => {
    const { id, title } = await entry()
    return { in: { id }, form: { title: `${title} again`, body: 'Text', act: 'save', version: '1' } }
  },
  '/console/:slug/changelog/:id/delete': async ({ entry }) => ({ in: { id: (await entry()).id }, form: {} }),
  '/console/:slug/statuses/add': async () => ({ form: { name: name(), ...label } }),
  '/console/:slug/statuses/change': async ({ status }) => ({
    form: { id: (await status()).id, version: '1', name: name(), ...label },
  }),
  '/console/:slug/statuses/move': async ({ status }) => ({ form: { id: (await status()).id, by: 'up' } }),
  '/console/:slug/statuses/delete': async ({ status }) => ({ form: { id: (await status()).id } }),
  '/console/:slug/segments/add': async () => ({ form: { name: name(), ...RULE } }),
  '/console/:slug/segments/:id/change': async ({ segment }) => ({
    in: { id: (await segment()).id },
    form: { version: '1', name: name(), ...RULE },
  }),
  '/console/:slug/segments/:id/delete': async ({ segment }) => ({ in: { id: (await segment()).id }, form: {} }),
  '/console/:slug/decide/estimates/add': async () => ({ form: {} }),
  '/console/:slug/decide/estimate': async ({ post, server }) => {
    const { body } = await server('POST', '/v1/fields', { label: name(), kind: 'number', visible_to: 'team' })
    return { form: { post: String((await post()).number), [`field.${body.key}`]: '3' } }
  },
  '/console/:slug/decide/views/save': async () => ({ form: { name: name(), query: 'sort=votes', is_shared: 'yes' } }),
  '/console/:slug/decide/views/delete': async (world) => ({ form: { id: await sharedView(world, world.cookie) } }),
  '/console/:slug/fields/add': async () => ({ form: { label: name(), kind: 'text', visible_to: 'team' } }),
  '/console/:slug/fields/change': async ({ field }) => ({
    form: { id: (await field()).id, version: '1', kind: 'text', label: name() },
  }),
  '/console/:slug/fields/move': async ({ field }) => {
    await field()
    return { form: { id: (await field()).id, by: 'up' } }
  },
  '/console/:slug/fields/delete': async ({ field }) => ({ form: { id: (await field()).id } }),
  '/console/:slug/categories/add': async () => ({ form: { name: name() } }),
  '/console/:slug/categories/change': async ({ category }) => ({
    form: { id: (await category()).id, version: '1', name: name() },
  }),
  '/console/:slug/categories/move': async ({ category }) => ({ form: { id: (await category()).id, by: 'up' } }),
  '/console/:slug/categories/delete': async ({ category }) => ({ form: { id: (await category()).id } }),
  '/console/:slug/tags/add': async () => ({ form: { name: name(), color: '#123456' } }),
  '/console/:slug/tags/change': async ({ tag }) => ({
    form: { id: (await tag()).id, version: '1', name: name(), color: '#123456' },
  }),
  '/console/:slug/tags/delete': async ({ tag }) => ({ form: { id: (await tag()).id } }),
  '/console/:slug/import/:id/discard': async (world) => ({ in: { id: await world.checkedImport() }, form: {} }),
  '/console/:slug/import/:id/undo': async (world) => ({ in: { id: await world.checkedImport() }, form: {} }),
  '/console/:slug/import/:id/start': async (world) => ({ in: { id: await world.checkedImport() }, form: {} }),
  '/console/:slug/settings/domain/renew': async ({ server, project }) => {
    await server('PATCH', '/v1/project', { domain: `${project.slug}.audited.example` })
    return { form: {} }
  },
  '/console/:slug/settings/domain/check': async ({ server, dns }) => {
    const { name, value } = (await server('GET', '/v1/project')).body.domain_challenge
    dns.records.set(name, [value])
    return { form: {} }
  },
  '/console/:slug/settings/export': async () => ({ form: {} }),
  '/console/:slug/settings/logo': async () => ({ form: {}, file: await png() }),
  '/console/:slug/settings/logo/remove': async () => ({ form: {} }),
  '/console/:slug/my-mail': async () => ({ form: { kinds: ['summary'] } }),
  '/console/:slug/settings/notifications': async ({ version }) => ({
    form: { comments: 'yes', version: await version() },
  }),
  '/console/:slug/settings': async ({ settings, version }) => ({
    form: { ...settings, name: 'Acme again', version: await version() },
  }),
}

/** What somebody did, in whichever project. */
async function rowsOf({ service }: Desk, operatorId: string): Promise<number> {
  const rows = await service.database.sql<{ count: number }[]>`
    select count(*)::int as count from events where actor_kind = 'operator' and actor_id = ${operatorId}`
  return rows[0]?.count ?? 0
}

// Guarantees that everything an operator does is in the audit log: a new form is in one of the two lists above, or this fails.
test('every form of the console that changes something leaves a row in the audit log', async () => {
  const world = await startWorld()
  const declared = world.service.consoleRoutes.filter(({ method }) => method === 'POST').map(({ path }) => path)
  expect(declared.sort()).toEqual([...Object.keys(SAMPLES), ...Object.keys(LEAVES_NOTHING)].sort())
  const last = '/console/me/sign-out-everywhere' // after it nothing can be sent
  for (const path of [...Object.keys(SAMPLES).filter((path) => path !== last), last]) {
    const sent = await SAMPLES[path]?.(world)
    const target = path
      .replace('/console', '')
      .replace(/:(\w+)/g, (_, part) => (part === 'slug' ? world.project.slug : (sent?.in?.[part] ?? '')))
    const before = await rowsOf(world, world.root)
    const { status, text } = await world.ask('POST', target, {
      cookie: world.cookie,
      ...(sent?.file ? { file: sent.file } : { form: sent?.form ?? {} }),
    })
    const fault = /class="notice fault"[^>]*>(.*?)<\/p>/s.exec(text)?.[1]
    expect([path, status < 400, fault]).toEqual([path, true, undefined])
    expect([path, await rowsOf(world, world.root)]).not.toEqual([path, before])
  }
})

/** Other tests let people in who own everything, and every project is told about them. */
const isAbout =
  (...ids: readonly string[]) =>
  ({ subject_id }: { subject_id: string }) =>
    ids.includes(subject_id)

test('sign-ins, sign-outs and a changed reason of a ban are in the log too', async () => {
  const world = await startWorld()
  const id = await world.user()
  const send = (path: string, form: Record<string, string>) => world.ask('POST', path, { cookie: world.cookie, form })
  const actions = async (): Promise<string[]> => {
    const { body } = await world.server('GET', '/v1/audit_log?limit=100')
    return body.data.filter(isAbout(id, world.root)).map(({ action }: { action: string }) => action)
  }
  const ban = (reason: string) => send(`/${world.project.slug}/users/${id}/ban`, { reason })
  await ban('spam')
  await ban('spam')
  expect((await actions()).filter((action) => action.startsWith('user.ban'))).toEqual(['user.banned'])
  await ban('worse than spam')
  const banned = (await actions()).filter((action) => action.startsWith('user.ban'))
  expect(banned).toEqual(['user.ban_reason_changed', 'user.banned'])
  expect(JSON.stringify((await world.server('GET', '/v1/audit_log?limit=100')).body)).not.toContain('than spam')
  await send('/sign-out', {})
  expect((await actions())[0]).toBe('operator.signed_out')
})
