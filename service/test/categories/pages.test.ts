import { expect, test } from 'vitest'
import { startBoard } from '../board/stage.ts'
import { visitorOf } from '../board/visitor.ts'
import { noticeIn, rowsIn, startPostsDesk } from '../console/posts-desk.ts'
import { commandLine } from '../harness/command-line.ts'
import { until } from '../harness/process.ts'
import { startProject } from '../harness/project.ts'

test('a board says nothing of categories until there are two; then lists, cards, posts, feeds and the site map know them', async () => {
  const { board, server } = await startBoard()
  await server('POST', '/v1/posts', { title: 'Dark mode' })
  const quiet = await board('GET', '/')
  expect(quiet.text).not.toMatch(/categor/i)
  expect((await board('GET', '/new')).text).not.toMatch(/categor/i)
  const { body: bugs } = await server('POST', '/v1/categories', { name: 'Bugs & more', description: 'What <fails>' })
  const { body: crash } = await server('POST', '/v1/posts', { title: 'It crashes', category_id: bugs.id })
  // What the front page says of categories may be a second old.
  await until(async () => (await board('GET', '/')).text.includes('href="/categories/general"'))
  const page = await board('GET', '/categories/bugs-more')
  expect(page.status).toBe(200)
  expect(page.text).toContain('<h1 dir="auto">Bugs &amp; more</h1>')
  expect(page.text).toContain('What &lt;fails>')
  expect([page.text.includes('It crashes'), page.text.includes('Dark mode')]).toEqual([true, false])
  expect(page.text).toContain('href="/new?category=bugs-more"')
  expect(page.text).toContain('href="/categories/bugs-more?sort=new"')
  const general = await board('GET', '/categories/general?sort=new')
  expect([general.text.includes('It crashes'), general.text.includes('Dark mode')]).toEqual([false, true])
  const feed = await board('GET', '/categories/bugs-more/feed.xml')
  expect([feed.status, feed.text.includes('It crashes'), feed.text.includes('Dark mode')]).toEqual([200, true, false])
  expect((await board('GET', '/sitemap.xml')).text).toContain('/categories/bugs-more</loc>')
  expect((await board('GET', new URL(crash.url).pathname)).text).toContain('href="/categories/bugs-more"')
  for (const path of ['/categories/nothing', '/categories/nothing/feed.xml', '/categories/%ff', '/categories/%00'])
    expect([path, (await board('GET', path)).status]).toEqual([path, 404])
})

test('the form of a new idea offers the categories in which users may write, with the template of the chosen one', async () => {
  const stage = await startBoard()
  const { board, server } = stage
  const make = async (body: object) => (await server('POST', '/v1/categories', body)).body.id as string
  const bugs = await make({ name: 'Bugs', template: 'What happened & when?' })
  const news = await make({ name: 'News', posting: 'team' })
  await make({ name: 'Secret', visible_to: 'team' })
  const { text } = await board('GET', '/new?category=bugs')
  const options = [...text.matchAll(/<option [^>]*>([^<]*)<\/option>/g)].map(([, name]) => name)
  expect(options.slice(-2)).toEqual(['General', 'Bugs'])
  expect(text).toMatch(/<textarea [^>]*>What happened &amp; when\?</)
  expect((await board('GET', '/new')).text).not.toMatch(/<textarea [^>]*>What happened/)

  const { signIn, form } = visitorOf(stage)
  const cookie = await signIn()
  const write = (category_id: string) => form('/new', { title: 'An idea', body: '', category_id }, { cookie })
  const written = await write(bugs)
  expect(written.status).toBe(303)
  const { body } = await server('GET', '/v1/posts?sort=new')
  expect(body.data[0].category.name).toBe('Bugs')
  const refused = await write(news)
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('Only the team writes in this category.')
  expect(refused.text).toContain('value="An idea"')
  expect((await write('cat_x')).status).toBe(404)
})

test('the console adds, changes, orders and deletes categories, and shows again what was refused', async () => {
  const desk = await startPostsDesk()
  const cookie = await desk.enter('admin@categories.example', 'admin')
  const send = (path: string, form: Record<string, string>) =>
    desk.ask('POST', `/${desk.project.slug}/categories/${path}`, { cookie, form })
  const list = async () => (await desk.server('GET', '/v1/categories')).body.data
  expect((await send('add', { name: 'Bugs', visible_to: 'users', posting: 'team' })).headers.location).toContain(
    'done=category_added',
  )
  const [general, bugs] = await list()
  expect(bugs).toMatchObject({ name: 'Bugs', slug: 'bugs', visible_to: 'users', posting: 'team' })
  const taken = await send('add', { name: 'bugs', description: 'The same again' })
  expect([taken.status, taken.text.includes('value="The same again"')]).toEqual([409, true])
  const wrong = await send('change', { id: bugs.id, version: '1', name: 'Bugs', slug: 'no good' })
  expect([wrong.status, wrong.text.includes('value="no good"')]).toEqual([400, true])
  const draft = { id: bugs.id, version: '1', name: 'Faults', slug: '', visible_to: 'everyone', posting: 'users' }
  expect((await send('change', draft)).status).toBe(303)
  expect((await send('change', draft)).status).toBe(409)
  expect((await list())[1]).toMatchObject({ name: 'Faults', slug: 'bugs', visible_to: 'everyone', posting: 'users' })
  await send('move', { id: bugs.id, by: 'up' })
  expect((await list()).map(({ name }: { name: string }) => name)).toEqual(['Faults', 'General'])

  const post = await desk.write('It crashes')
  await desk.server('PATCH', `/v1/posts/${post.id}`, { category_id: bugs.id })
  const asked = await desk.ask('POST', `/${desk.project.slug}/categories/delete`, {
    cookie,
    form: { id: bugs.id, move_to: general.id, confirmed: '' },
  })
  expect([asked.status, (await list()).length]).toEqual([200, 2])
  expect((await send('delete', { id: bugs.id })).status).toBe(409)
  expect((await send('delete', { id: bugs.id, move_to: general.id })).headers.location).toContain(
    'done=category_deleted',
  )
  expect((await desk.read(post)).category.id).toBe(general.id)
  expect((await desk.open('/categories')).status).toBe(403) // a moderator
})

test('posts are found by their category and moved, one or several, and a move can be undone', async () => {
  const desk = await startPostsDesk()
  const { open, submit, write, read, server } = desk
  expect((await open('/posts')).text).not.toContain('name="category')
  const { body: bugs } = await server('POST', '/v1/categories', { name: 'Bugs' })
  const [one, two] = [await write('Dark mode'), await write('It crashes')]
  const moved = await submit('/posts/bulk', {
    do: 'move',
    category_id: bugs.id,
    n: [String(one.number), String(two.number)],
  })
  expect(moved.headers.location).toContain('bulk=move&ok=2')
  expect(rowsIn(await open(`/posts?category=${bugs.id}`))).toEqual(['It crashes', 'Dark mode'])
  const result = await open(moved.headers.location?.replace(/^\/console\/[^/]+/, '') ?? '')
  expect(result.text).toContain('2 posts were moved.')
  const changes = [...result.text.matchAll(/name="change" value="([^"]*)"/g)].map(([, id = '']) => id)
  expect(changes).toHaveLength(2)
  await submit('/undo', { change: changes.slice(0, 1), came_from: `/console/${desk.project.slug}/posts` })
  const [first, second] = [await read(one), await read(two)]
  expect([first.category.name, second.category.name].sort()).toEqual(['Bugs', 'General'])
  await server('PATCH', `/v1/posts/${one.id}`, { category_id: bugs.id })
  const { category } = await read(one)
  expect(category.name).toBe('Bugs')
  const general = (await server('GET', '/v1/categories')).body.data[0].id
  const back = await submit(`/posts/${one.number}/category`, { category_id: general })
  expect(noticeIn(await open(back.headers.location?.replace(/^\/console\/[^/]+/, '') ?? ''))).toContain('Post moved.')
  expect((await read(one)).category.name).toBe('General')
  expect((await submit('/posts/bulk', { do: 'move', n: [String(one.number)] })).status).toBe(400)
  expect((await submit('/posts/bulk', { do: 'move', category_id: 'cat_x', n: [String(one.number)] })).status).toBe(404)
  expect((await open(`/posts/${one.number}/history`)).text).toContain('the category')
})

test('categories are made, changed and deleted on the command line', async () => {
  const { project, server } = await startProject()
  const own = ['--project', project.slug]
  const svc = (...words: string[]) => commandLine(words)
  expect((await svc('category', 'list', ...own)).text).toContain('General')
  const made = await svc('category', 'create', ...own, '--name', 'Bugs', '--visible-to', 'users', '--json')
  const category = made.json()
  expect(category).toEqual((await server('GET', `/v1/categories/${category.id}`)).body)
  expect(category).toMatchObject({ name: 'Bugs', visible_to: 'users' })
  expect((await svc('category', 'create', ...own, '--name', 'x', '--visible-to', 'nobody')).code).toBe(2)
  const changed = await svc('category', 'update', ...own, category.id, '--posting', 'team', '--position', '0', '--json')
  expect(changed.json()).toMatchObject({ posting: 'team', position: 0 })
  expect((await svc('category', 'update', ...own, category.id)).code).toBe(2)
  await server('POST', '/v1/posts', { title: 'It crashes', category_id: category.id })
  const used = await svc('category', 'delete', ...own, category.id, '--json')
  expect([used.code, used.json().code]).toEqual([1, 'category_in_use'])
  const general = (await server('GET', '/v1/categories')).body.data[1].id
  expect((await svc('category', 'delete', ...own, category.id, '--move-to', general)).code).toBe(0)
  expect((await svc('category', 'delete', ...own, category.id)).code).toBe(1)
})
