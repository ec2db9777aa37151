import { type Desk, startDesk } from './desk.ts'

/** Three posts, votes of two accounts, and somebody who decides. */
export async function startDeciding() {
  const desk = await startDesk({
    draft: { allowedTraits: ['company', 'mrr'], accountTrait: 'company', valueTrait: 'mrr' },
  })
  const cookie = await desk.enter('ada@acme.example', 'admin')
  const make = async (title: string) => (await desk.server('POST', '/v1/posts', { title })).body
  const [dark, csv, api] = [await make('Dark <b>mode</b>'), await make('=Export'), await make('Webhook retries')]
  const people = [
    ['ada', 'Acme', 900, [dark.id, api.id]],
    ['bob', 'Acme', 900, [dark.id]],
    ['cyd', 'Beta', 5000, [csv.id]],
  ] as const
  for (const [sub, company, mrr, posts] of people) {
    const { body } = await desk.server('PUT', `/v1/users/by_sub/${sub}`, { traits: { company, mrr } })
    for (const id of posts) await desk.server('PUT', `/v1/posts/${id}/votes/${body.id}`)
  }
  const path = `/${desk.project.slug}/decide`
  const page = async (query = '') => (await desk.ask('GET', `${path}${query}`, { cookie })).text
  const send = (to: string, form: Record<string, string | readonly string[]>) =>
    desk.ask('POST', `${path}/${to}`, { cookie, form })
  return { ...desk, cookie, page, send, path, posts: { dark, csv, api } }
}

/** Effort and impact of all three. */
export async function withEstimates(desk: Awaited<ReturnType<typeof startDeciding>>): Promise<void> {
  await desk.send('estimates/add', {})
  const { dark, csv, api } = desk.posts
  for (const [post, effort, impact] of [
    [dark, 3, 8],
    [csv, 10, 2],
    [api, 1, 5],
  ] as const)
    await desk.send('estimate', { post: String(post.number), 'field.effort': `${effort}`, 'field.impact': `${impact}` })
}

/** Saves a view for the team. Returns its id. */
export async function sharedView({ ask, project }: Desk, cookie: string, name = 'Quick wins'): Promise<string> {
  const form = { name, query: 'sort=votes', is_shared: 'yes' }
  const { headers } = await ask('POST', `/${project.slug}/decide/views/save`, { cookie, form })
  return /viw_\w+/.exec(headers.location ?? '')?.[0] ?? ''
}
