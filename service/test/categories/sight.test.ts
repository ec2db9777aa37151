import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { operationsOf } from '../access/operations.ts'
import { pathOf as apiPathOf, SAMPLES, type Sample, worldOf } from '../access/samples.ts'
import { pathOf as boardPathOf, furnish, GET_ROUTES, QUERIES } from '../board/routes.ts'
import { type Stage, startBoard } from '../board/stage.ts'
import { visitorOf } from '../board/visitor.ts'
import { fetchFile, png, upload } from '../files/pictures.ts'
import { type Answer, send } from '../harness/project.ts'
import { changedPost, startMailStage } from '../mails/stage.ts'
import { notified } from '../notifications/told.ts'

/** What nobody may read who does not see the category: the texts of one post, and the ids of all that hangs on it. */
interface Secret {
  readonly category: { readonly id: string; readonly slug: string }
  readonly post: { readonly id: string; readonly number: number; readonly path: string }
  readonly merged: { readonly id: string; readonly number: number }
  readonly comment: string
  readonly tag: string
  readonly status: string
  /** Texts that answers must not hold. A search for `zebrata` finds the post. */
  readonly marks: readonly string[]
}

/** The people who see what is for a segment: those with this trait. */
const CHOSEN = { name: 'Electi', rules: { all: [{ trait: 'plan', op: 'is', value: 'electus' }] } }

/** A post with everything that leads to it. It is moved last, so that people voted, followed and commented before. */
async function hide(stage: Stage, visibleTo: 'users' | 'team' | 'segment', session: string): Promise<Secret> {
  const { server, app } = stage
  const name = { team: 'Occultissima', users: 'Domestica', segment: 'Electorum' }[visibleTo]
  const made = async (path: string, body: object) => (await server('POST', `/v1${path}`, body)).body
  const tag = await made('/tags', { name: `Tag ${visibleTo}` })
  const status = await made('/statuses', {
    name: `Status ${visibleTo}`,
    category: 'planned',
    color: '#123456',
    on_roadmap: true,
  })
  const post = await made('/posts', {
    title: `${name} zebrata`,
    body: `Textus ${name}`,
    status_id: status.id,
    tag_ids: [tag.id],
    is_pinned: true,
  })
  const merged = await made('/posts', { title: `${name} coniuncta` })
  await app('PUT', `/v1/posts/${post.id}/vote`, { session })
  await app('PUT', `/v1/posts/${post.id}/follow`, { session })
  const comment = await made(`/posts/${post.id}/comments`, { body: `Responsum ${name}`, is_official: true })
  await app('POST', `/v1/posts/${post.id}/comments`, { session, body: { body: 'Etiam ego' } })
  await made('/changelog', { title: `Novum ${visibleTo}`, body: 'Factum', state: 'published', post_ids: [post.id] })
  await made(`/posts/${merged.id}/merge`, { into_post_id: post.id })
  const people = visibleTo === 'segment' ? (await made('/segments', CHOSEN)).id : visibleTo
  const category = await made('/categories', { name: `Pars ${name}`, visible_to: people, template: `Forma ${name}` })
  const moved = await server('PATCH', `/v1/posts/${post.id}`, { category_id: category.id })
  expect(moved.body.category.id).toBe(category.id)
  return {
    category,
    post: { ...post, path: new URL(post.url).pathname },
    merged,
    comment: comment.id,
    tag: tag.id,
    status: status.id,
    marks: [
      name,
      post.id,
      merged.id,
      comment.id,
      category.id,
      ...(visibleTo === 'segment' ? [people, CHOSEN.name] : []),
    ],
  }
}

/** The places of a request that can name something, with what is hidden. Its own sample comes first. */
function aimedAt(sample: Sample, secret: Secret, parameters: readonly string[]): Sample[] {
  const ids = [secret.post.id, secret.merged.id, secret.comment, secret.category.id]
  const aimed = Object.keys(sample.params ?? {}).flatMap((name) =>
    ids.map((id) => ({ ...sample, params: { ...sample.params, [name]: id } })),
  )
  const queries = [
    { q: 'zebrata' },
    { q: 'zebrata', sort: 'new' },
    { title: 'zebrata' },
    { tag: secret.tag },
    { status: secret.status },
    { category: secret.category.id },
    { is_pinned: 'true' },
    { post: secret.post.id },
    { limit: '100' },
    ...['new', 'trending', 'updated'].map((sort) => ({ sort, limit: '100' })),
  ]
  const known = queries.filter((query) => Object.keys(query).every((name) => parameters.includes(name)))
  return [sample, ...aimed, ...known.map((query) => ({ ...sample, query }))]
}

/** The person's own export: it holds what they did, and nothing that others wrote. */
const OWN_EXPORT = 'exportMe'

// Guarantees that what somebody may not see does not exist for them, on every read of the API: a new operation is asked too.
test('no read of the API tells a visitor or a user of a post, comment or category that they do not see', async () => {
  const stage = await startBoard()
  const world = await worldOf(stage)
  const { session } = await stage.signIn({ sub: 'ada' })
  const forTeam = await hide(stage, 'team', session)
  const forUsers = await hide(stage, 'users', session)
  const forSegment = await hide(stage, 'segment', session)
  const member = await stage.signIn({ sub: 'electa', traits: { plan: 'electus' } })
  const { project, service } = stage
  const key = { 'x-project-key': project.publishableKey }
  const callers = {
    visitor: { headers: key, hidden: [forTeam, forUsers, forSegment] },
    user: { headers: { ...key, authorization: `Bearer ${session}` }, hidden: [forTeam, forSegment] },
    member: { headers: { ...key, authorization: `Bearer ${member.session}` }, hidden: [forTeam] },
  }
  const document = service.openapi()
  const reads = operationsOf(document).filter(({ method, app }) => method === 'GET' && app !== undefined)
  expect(reads.length).toBeGreaterThan(15)
  const told: unknown[] = []
  let [asked, answered] = [0, 0]
  for (const { id, path } of reads) {
    const parameters = parametersOf(document, path)
    const sample = (await SAMPLES[id]?.(world, 'app')) ?? {}
    for (const [caller, { headers, hidden }] of Object.entries(callers)) {
      const marks = hidden.flatMap((secret) => secret.marks)
      const aimed = hidden.flatMap((secret) => aimedAt(sample, secret, parameters))
      // What does not name anything hidden is asked once, and must tell of none of it.
      for (const [asksFor, one] of new Map(aimed.map((one) => [apiPathOf(path, one), one]))) {
        const answer = await send(service.origin, 'GET', `/v1${asksFor}`, undefined, headers)
        asked++
        if (answer.status === 200) answered++
        // A problem repeats the path of its request.
        const found = marks.filter((mark) => said(answer).includes(mark) && !asksFor.includes(mark))
        const isNamed = marks.some((mark) => Object.values(one.params ?? {}).includes(mark))
        const isOwn = id === OWN_EXPORT && found.every((mark) => mark.startsWith('pst_'))
        const isTold = (isNamed && answer.status !== 404) || (found.length > 0 && !isOwn)
        if (answer.status >= 500 || isTold) told.push({ id, caller, asksFor, status: answer.status, found })
      }
    }
  }
  expect(told).toEqual([])
  expect([asked > 150, answered > 80]).toEqual([true, true])
  // The same questions find it for those who see it, so the test can fail.
  const seen = async (headers: Record<string, string>) =>
    said(await send(service.origin, 'GET', '/v1/posts?q=zebrata', undefined, headers))
  expect(await seen({ authorization: `Bearer ${stage.secretKey}` })).toContain(forTeam.post.id)
  expect(await seen(callers.user.headers)).toContain(forUsers.post.id)
  expect(await seen(callers.member.headers)).toContain(forSegment.post.id)
})

/** The names of the query of a GET. */
function parametersOf(document: object, path: string): string[] {
  const { paths } = document as { paths: Record<string, { get?: { parameters?: { name: string; in: string }[] } }> } // as OpenAPI says
  return (paths[path]?.get?.parameters ?? []).flatMap((one) => (one.in === 'query' ? [one.name] : []))
}

function said({ body }: Answer): string {
  return typeof body === 'string' ? body : JSON.stringify(body ?? '')
}

// Guarantees the same for every page, feed and file of the board: a new route is asked too.
test('no page, feed or file of the board tells a visitor or a user of what they do not see', async () => {
  const stage = await startBoard()
  const cookie = await visitorOf(stage).signIn({ sub: 'ada' })
  const { session } = await stage.signIn({ sub: 'ada' })
  const world = await furnish(stage)
  const forTeam = await hide(stage, 'team', session)
  const forUsers = await hide(stage, 'users', session)
  const forSegment = await hide(stage, 'segment', session)
  const member = await visitorOf(stage).signIn({ sub: 'electa', traits: { plan: 'electus' } })
  const callers = {
    visitor: { headers: {}, hidden: [forTeam, forUsers, forSegment] },
    user: { headers: { cookie }, hidden: [forTeam, forSegment] },
  }
  const told: unknown[] = []
  for (const route of GET_ROUTES.filter((route) => !route.startsWith('/assets/'))) {
    for (const [caller, { headers, hidden }] of Object.entries(callers)) {
      const marks = hidden.flatMap((secret) => secret.marks)
      const paths = hidden.flatMap(({ post, merged, category, tag, status }) => [
        boardPathOf(route, world),
        ...[post, merged].map(({ number }) => boardPathOf(route, { ...world, number, path: `/posts/${number}/x` })),
        route.replace('/categories/:slug', `/categories/${category.slug}`),
        ...Object.entries({ q: 'zebrata', tag, status, title: 'zebrata', category: category.slug, sort: 'new' })
          .filter(([name]) => QUERIES[route]?.includes(name))
          .map((query) => `${boardPathOf(route, world)}?${new URLSearchParams([query])}`),
      ])
      for (const path of new Set(paths.filter((path) => !path.includes(':')))) {
        const answer = await stage.board('GET', path, { headers: { ...headers } })
        const found = marks.filter((mark) => answer.text.includes(mark))
        const isOwn = route === '/me/data.json' && found.every((mark) => mark.startsWith('pst_'))
        if (answer.status >= 500 || (found.length > 0 && !isOwn)) told.push({ path, caller, found })
      }
    }
  }
  expect(told).toEqual([])
  const { text } = await stage.board('GET', '/?q=zebrata', { headers: { cookie } })
  expect(text).toContain('Domestica')
  expect((await stage.board('GET', '/?q=zebrata', { headers: { cookie: member } })).text).toContain('Electorum')
})

test('counts, votes, follows, comments and reports do not reach a post that somebody does not see', async () => {
  const stage = await startBoard()
  const { app, signIn, board } = stage
  const { session } = await signIn({ sub: 'ada' })
  const { post, merged, comment, tag } = await hide(stage, 'team', session)
  for (const id of [post.id, merged.id]) {
    for (const [method, path, body] of [
      ['PUT', `/v1/posts/${id}/vote`],
      ['DELETE', `/v1/posts/${id}/vote`],
      ['PUT', `/v1/posts/${id}/follow`],
      ['DELETE', `/v1/posts/${id}/follow`],
      ['POST', `/v1/posts/${id}/comments`, { body: 'Me too' }],
      ['PATCH', `/v1/posts/${id}`, { title: 'Mine now' }],
      ['DELETE', `/v1/posts/${id}`],
      ['POST', '/v1/reports', { post_id: id, reason: 'Spam' }],
      ['POST', '/v1/reports', { comment_id: comment, reason: 'Spam' }],
    ] as const) {
      const headers = method === 'POST' ? { 'idempotency-key': randomUUID() } : {}
      const answer = await app(method, path, { session, headers, ...(body && { body }) })
      expect([method, path, answer.status]).toEqual([method, path, 404])
    }
  }
  const { body } = await stage.server('GET', `/v1/posts/${post.id}`)
  expect([body.vote_count, body.comment_count]).toEqual([1, 2])
  const { text } = await board('GET', '/')
  const choice = text.split('<a ').find((link) => link.includes(`tag=${tag}`)) ?? ''
  expect(choice).toMatch(/class="tally">0</)
})

test('what is hidden is gone from lists that are being paged, and is there again when it is shown', async () => {
  const { app, server } = await startBoard()
  const { body: category } = await server('POST', '/v1/categories', { name: 'Bugs' })
  for (let n = 0; n < 6; n++)
    await server('POST', '/v1/posts', { title: `Post ${n}`, ...(n % 2 === 0 && { category_id: category.id }) })
  const titles = ({ body }: Answer) => body.data.map(({ title }: { title: string }) => title)
  const first = await app('GET', '/v1/posts?sort=new&limit=2')
  expect(titles(first)).toEqual(['Post 5', 'Post 4'])
  await server('PATCH', `/v1/categories/${category.id}`, { visible_to: 'team' })
  expect(titles(await app('GET', `/v1/posts?sort=new&limit=2&cursor=${first.body.next_cursor}`))).toEqual([
    'Post 3',
    'Post 1',
  ])
  expect(titles(await app('GET', '/v1/posts?sort=new'))).toEqual(['Post 5', 'Post 3', 'Post 1'])
  expect(titles(await server('GET', '/v1/posts?sort=new'))).toHaveLength(6)
  await server('PATCH', `/v1/categories/${category.id}`, { visible_to: 'everyone' })
  expect(titles(await app('GET', '/v1/posts?sort=new'))).toHaveLength(6)
})

test('positions have no gaps where something is hidden, and pages of categories and fields go on where they ended', async () => {
  const { app, server } = await startBoard()
  const made = (path: string, body: object) => server('POST', `/v1/${path}`, body)
  const names = ['Ideas', 'Internal', 'Bugs', 'Later', 'Beta']
  const isHidden = (name: string) => name === 'Internal' || name === 'Later'
  for (const name of names) {
    await made('categories', { name, ...(isHidden(name) && { visible_to: 'team' }) })
    await made('fields', { label: name, kind: 'text', ...(isHidden(name) && { visible_to: 'team' }) })
  }
  for (const [path, all] of [
    ['categories', ['General', ...names]],
    ['fields', names],
  ] as const) {
    const seen: [unknown, number][] = []
    const first = await app('GET', `/v1/${path}?limit=2`)
    const { body: shown } = await server('GET', `/v1/${path}`)
    const internal = shown.data.find(({ name, label }: Record<string, string>) => (name ?? label) === 'Internal')
    await server('PATCH', `/v1/${path}/${internal.id}`, { visible_to: 'everyone' })
    const next = await app('GET', `/v1/${path}?cursor=${first.body.next_cursor}`)
    await server('PATCH', `/v1/${path}/${internal.id}`, { visible_to: 'team' })
    const { body } = await app('GET', `/v1/${path}`)
    for (const { name, label, position } of body.data) seen.push([name ?? label, position])
    const open = all.filter((name) => !isHidden(name))
    expect(seen).toEqual(open.map((name, place) => [name, place + 1]))
    const read = [...first.body.data, ...next.body.data].map(({ name, label }) => name ?? label)
    expect(read.filter((name) => name !== 'Internal')).toEqual(open)
    expect((await app('GET', `/v1/${path}/${body.data.at(-1).id}`)).body.position).toBe(open.length)
    expect(shown.data.map(({ position }: { position: number }) => position)).toEqual(all.map((_, place) => place + 1))
  }
})

test('the default category can be hidden too', async () => {
  const { app, server, signIn } = await startBoard()
  const { session } = await signIn({ sub: 'ada' })
  const { body: post } = await server('POST', '/v1/posts', { title: 'Dark mode' })
  await server('PATCH', `/v1/categories/${post.category.id}`, { visible_to: 'users' })
  expect((await app('GET', `/v1/posts/${post.id}`)).status).toBe(404)
  expect((await app('GET', '/v1/posts')).body.data).toEqual([])
  expect((await app('GET', '/v1/categories')).body.data).toEqual([])
  expect((await app('GET', `/v1/posts/${post.id}`, { session })).status).toBe(200)
})

test('nobody is notified of a post that they do not see, and unread ones are not counted', async () => {
  const project = await notified(await startBoard())
  const { app, server, signIn } = project
  const { session } = await signIn({ sub: 'ada' })
  const { body: post } = await app('POST', '/v1/posts', { session, body: { title: 'Dark mode' } })
  await server('POST', `/v1/posts/${post.id}/comments`, { body: 'Soon.', is_official: true })
  await project.tell()
  expect(await project.toldTo(session)).toEqual(['answered: Dark mode'])
  const { body: category } = await server('POST', '/v1/categories', { name: 'Internal', visible_to: 'team' })
  await server('PATCH', `/v1/posts/${post.id}`, { category_id: category.id })
  await server('POST', `/v1/posts/${post.id}/comments`, { body: 'Later.', is_official: true })
  await project.tell()
  const { body } = await app('GET', '/v1/me/notifications', { session })
  expect([body.data, body.unread_count]).toEqual([[], 0])
  // What is for a segment is told to its people, and to them only.
  const { body: segment } = await server('POST', '/v1/segments', CHOSEN)
  await server('PATCH', `/v1/categories/${category.id}`, { visible_to: segment.id })
  expect(await project.toldTo(session)).toEqual([])
  const again = await signIn({ sub: 'ada', traits: { plan: 'electus' } })
  expect(await project.toldTo(again.session)).toEqual(['answered: Dark mode'])
})

test('a mail about a post that was moved out of sight is not sent', async () => {
  const stage = await startMailStage()
  const ada = await stage.reader('ada')
  const { post, told } = await changedPost(stage)
  await stage.tell([ada], told)
  const { body: category } = await stage.server('POST', '/v1/categories', { name: 'Internal', visible_to: 'team' })
  await stage.server('PATCH', `/v1/posts/${post.id}`, { category_id: category.id })
  await stage.startSender()
  await stage.settledAs('skipped')
})

// Guarantees that what a process remembers for a second is remembered for those who see the same.
test('a guest is not shown what was read for somebody who is signed in a moment before', async () => {
  const stage = await startBoard()
  const { body: statuses } = await stage.server('GET', '/v1/statuses')
  const status = statuses.data.find(({ category }: { category: string }) => category === 'in_progress')
  const { body: category } = await stage.server('POST', '/v1/categories', { name: 'Inside', visible_to: 'users' })
  const draft = { title: 'Occultissima', status_id: status.id, category_id: category.id }
  expect((await stage.server('POST', '/v1/posts', draft)).status).toBe(201)
  const { body: segment } = await stage.server('POST', '/v1/segments', CHOSEN)
  const { body: chosen } = await stage.server('POST', '/v1/categories', { name: 'Electa', visible_to: segment.id })
  await stage.server('POST', '/v1/posts', { ...draft, title: 'Rarissima', category_id: chosen.id })
  const member = await visitorOf(stage).signIn({ sub: 'electa', traits: { plan: 'electus' } })
  const cookie = await visitorOf(stage).signIn()
  for (let round = 0; round < 3; round += 1) {
    expect((await stage.board('GET', '/', { headers: { cookie: member } })).text).toContain('Rarissima')
    const { text } = await stage.board('GET', '/', { headers: { cookie } })
    expect([text.includes('Occultissima'), text.includes('Rarissima')]).toEqual([true, false])
    expect((await stage.board('GET', '/')).text).not.toContain('Occultissima')
  }
})

test('pictures of a post and of its comments are seen by those who see the post', async () => {
  const project = await startBoard()
  const { app, server, signIn } = project
  const { session } = await signIn({ sub: 'ada' })
  const picture = Uint8Array.from(await png())
  const files = [await upload(project, session, picture), await upload(project, session, picture)]
  const [ofPost = { url: '' }, ofComment = { url: '' }] = files
  const draft = { title: 'Dark mode', body: `![A](${ofPost.url})` }
  const { body: post } = await app('POST', '/v1/posts', { session, body: draft })
  await app('POST', `/v1/posts/${post.id}/comments`, { session, body: { body: `![B](${ofComment.url})` } })
  const statuses = async () => Promise.all(files.map(async ({ url }) => (await fetchFile(project, url)).status))
  expect(await statuses()).toEqual([200, 200])
  const { body: category } = await server('POST', '/v1/categories', { name: 'Inside', visible_to: 'users' })
  await server('PATCH', `/v1/posts/${post.id}`, { category_id: category.id })
  expect(await statuses()).toEqual([404, 404])
  const cookie = await visitorOf(project).signIn({ sub: 'grace' })
  for (const { url } of files)
    expect((await project.board('GET', new URL(url).pathname, { headers: { cookie } })).status).toBe(200)
})
