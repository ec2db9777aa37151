import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { addSigningKey } from '../../src/domain/signing-keys/index.ts'
import { importLines } from '../imports/importing.ts'
import { sharedView } from './decide-desk.ts'
import { type Desk, type DeskAnswer, startDesk } from './desk.ts'

interface SentForm {
  readonly action: string
  readonly question: string
  /** As a browser without script sends it: a name may come more than once. */
  readonly fields: Record<string, string[]>
}

const TEXTS = { '&quot;': '"', '&lt;': '<', '&gt;': '>', '&amp;': '&' } as const
const plain = (html: string) => html.replace(/&(?:quot|lt|gt|amp);/g, (one) => TEXTS[one as keyof typeof TEXTS]) // as matched

/** The forms of a page whose tag fits. */
function formsIn({ text }: DeskAnswer, tag: RegExp): SentForm[] {
  return [...text.matchAll(/<form ([^>]*)>(.*?)<\/form>/gs)]
    .filter(([, attributes = '']) => tag.test(attributes))
    .map(([, attributes = '', inside = '']) => {
      const fields: Record<string, string[]> = {}
      for (const [, name = '', value = ''] of inside.matchAll(
        /<input type="hidden" name="(\w+)" value(?:="([^"]*)")?/g,
      )) {
        fields[name] = [...(fields[name] ?? []), plain(value)]
      }
      const of = (name: string) => plain(new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1] ?? '')
      return { action: of('action'), question: of('data-asks').split('\n')[0] ?? '', fields }
    })
}

/** Something of everything that a question is asked about. */
async function fill(desk: Desk): Promise<{ cookie: string; pages: string[] }> {
  const owner = await desk.ask('POST', '/enter', { form: { code: await desk.linkFor('owner@questions.example') } })
  const cookie = owner.cookies[0]?.split(';')[0] ?? ''
  await desk.enter('owner@questions.example')
  const { userId } = await desk.signIn({ sub: 'questions', given_name: 'Ada' })
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  await addSigningKey(desk.call(), { jwk: publicKey.export({ format: 'jwk' }), kid: 'old' })
  const { sql } = desk.service.database
  await sql`update signing_keys set last_used_at = now() where project_id = ${desk.project.id}`
  await desk.server('POST', '/v1/tags', { name: 'Mobile & “co”' })
  await desk.server('POST', '/v1/categories', { name: 'Bugs & “co”' })
  await desk.server('POST', '/v1/fields', { label: 'Browser & “co”', kind: 'text' })
  const { body: segment } = await desk.server('POST', '/v1/segments', {
    name: 'Paying & “co”',
    rules: { all: [{ trait: 'plan', op: 'is', value: 'pro' }] },
  })
  const { body } = await desk.server('POST', '/v1/webhooks', { url: 'http://127.0.0.1:9/', events: ['*'] })
  await desk.enter('mo@questions.example', 'moderator')
  await desk.linkFor('all@questions.example') // owns everything, so that it can be taken away
  await sql`
    insert into operator_passkeys (id, operator_id, public_key, counter, name, created_at)
    select ${`key-${desk.project.id}`} || left(email, 3), id, ''::bytea, 0, 'Laptop', now() from operators
    where email in ('owner@questions.example', 'all@questions.example')`
  const { id } = await importLines(desk, [{ type: 'post', external_id: '1', title: 'Dark mode' }])
  const view = await sharedView(desk, cookie, 'Wins & “co”')
  const ofOne = [
    `decide?view=${view}`,
    `users/${userId}`,
    `segments/${segment.id}`,
    `webhooks/${body.webhook.id}`,
    `import/${id}`,
  ]
  const pages = ['people', 'keys', 'secret-keys', 'statuses', 'categories', 'fields', ...ofOne].map(
    (page) => `/${desk.project.slug}/${page}`,
  )
  return { cookie, pages: ['/me', '/me/operators', ...pages] }
}

/** All that a question protects. */
async function standing({ service, project }: Desk): Promise<unknown> {
  const { sql } = service.database
  return sql`
    select kid as id, status as state from signing_keys where project_id = ${project.id}
    union all select id, (revoked_at is null)::text from secret_keys where project_id = ${project.id}
    union all select id, name from statuses where project_id = ${project.id}
    union all select id, name from categories where project_id = ${project.id}
    union all select id, label from fields where project_id = ${project.id} and deleted_at is null
    union all select id, name from segments where project_id = ${project.id}
    union all select id, name from decision_views where project_id = ${project.id}
    union all select id, name from tags where project_id = ${project.id}
    union all select operator_id, role || coalesce(confirmed_since::text, '') from operator_roles where project_id = ${project.id}
    union all select id, owns_all::text || session_epoch || coalesce(removed_at::text, '') from operators where email like '%@questions.example'
    union all select id, name from operator_passkeys where id like ${`key-${project.id}%`}
    union all select id, session_epoch::text from users where project_id = ${project.id}
    union all select webhook_id, encode(secret, 'hex') from webhook_secrets where project_id = ${project.id}
    union all select id, state from imports where project_id = ${project.id}
    order by 1, 2`
}

// Guarantees that one click never does what cannot be undone, in any browser: without script a page asks first.
test('without script every form that carries a question asks first and changes nothing, and a yes does it', async () => {
  const desk = await startDesk()
  const { cookie, pages } = await fill(desk)
  const forms: (SentForm & { page: string })[] = []
  for (const page of pages) {
    const found = formsIn(await desk.ask('GET', page, { cookie }), /data-asks/)
    // The operators of other tests are on that page too.
    const own = found.filter(({ question }) => page !== '/me/operators' || question.includes('all@questions.example'))
    forms.push(...own.map((form) => ({ ...form, page: `/console${page}` })))
  }
  const before = await standing(desk)
  const done = new Set<string>()
  for (const { action, question, fields, page } of forms) {
    const headers = { referer: desk.service.origin + page }
    const asked = await desk.ask('POST', action.replace('/console', ''), { cookie, form: fields, headers })
    expect([action, asked.status]).toEqual([action, 200])
    expect(plain(/<h1[^>]*>(.*?)<\/h1>/.exec(asked.text)?.[1] ?? '')).toBe(question)
    expect(asked.text).toContain(`<a class="button" href="${page}">`)
    expect(await standing(desk)).toEqual(before)
    const [again] = formsIn(asked, /class="row"/)
    expect(again).toMatchObject({ action, fields: { ...fields, confirmed: ['yes'], came_from: [page] } })
    done.add(action.replace(desk.project.slug, ':slug').replace(/(?:usr|whk|imp|seg)_\w+/, ':id'))
  }
  const declared = desk.service.consoleRoutes.filter(({ asks }) => asks).map(({ path }) => path)
  expect([...done].sort()).toEqual(declared.sort()) // no form without its route, no route without its form
  // A removed operator can do nothing afterwards.
  const isLast = ({ action }: SentForm) => Number(action.endsWith('/remove'))
  const each = [...new Map(forms.map((form) => [form.action, form])).values()].sort((a, b) => isLast(a) - isLast(b))
  for (const { action, fields } of each) {
    const stood = await standing(desk)
    const answer = await desk.ask('POST', action.replace('/console', ''), {
      cookie,
      form: { ...fields, confirmed: 'yes' },
    })
    const status = action.endsWith('/rotate') ? 200 : 303 // the page itself shows the new secret
    expect([action, answer.status]).toEqual([action, status])
    expect([action, await standing(desk)]).not.toEqual([action, stood])
  }
})

test('an operator who answers too late confirms who they are, and comes back to the page of the form', async () => {
  let now = Date.now()
  const desk = await startDesk({ now: () => new Date(now) })
  const cookie = await desk.enter()
  const page = `/console/${desk.project.slug}/secret-keys`
  now += 15 * 60_000
  const form = { id: 'sec_x', confirmed: 'yes', came_from: page }
  const { headers } = await desk.ask('POST', `/${desk.project.slug}/secret-keys/revoke`, { cookie, form })
  expect(headers.location).toBe(`/console/confirm?return_to=${encodeURIComponent(page)}`)
  const stranger = { ...form, came_from: 'https://elsewhere.example/' }
  const elsewhere = await desk.ask('POST', `/${desk.project.slug}/secret-keys/revoke`, { cookie, form: stranger })
  expect(elsewhere.headers.location).toBe('/console/confirm?return_to=%2Fconsole')
})

test('a form without its question, or with markup in it, still has to be confirmed', async () => {
  const desk = await startDesk()
  const cookie = await desk.enter()
  const target = `/${desk.project.slug}/tags/delete`
  for (const form of [
    {},
    { asks: ['<b>x</b>', '\0', '<img src=x>'], id: ['a', '"><script>'] },
    { asks: 'x'.repeat(9_000) },
  ]) {
    const { status, text } = await desk.ask('POST', target, { cookie, form: { ...form, confirmed: '' } })
    expect(status).toBe(200)
    expect(text).not.toMatch(/<b>|<img|><script>"/)
  }
  const none = await desk.ask('POST', target, { cookie, form: { confirmed: '' } })
  expect(none.text).toContain('Are you sure?')
})
