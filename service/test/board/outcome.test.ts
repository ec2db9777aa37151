import { expect, test } from 'vitest'
import { type Stage, startBoard } from './stage.ts'

interface Labelled {
  readonly id: string
  readonly category: string
}

async function statusOf({ server }: Stage, category: string): Promise<string> {
  const { body } = await server('GET', '/v1/statuses')
  return body.data.find((status: Labelled) => status.category === category).id
}

/** A post with a title of a fixed address, and what its page says. */
async function startPost(stage: Stage, more: object = {}) {
  const { body: post } = await stage.server('POST', '/v1/posts', { title: 'Dark mode', ...more })
  const page = async () => (await stage.board('GET', `/posts/${post.number}/dark-mode`)).text
  const say = async (body: string, members: object = {}): Promise<string> =>
    (await stage.server('POST', `/v1/posts/${post.id}/comments`, { body, ...members })).body.id
  return { id: post.id, page, say }
}

const partOf = (html: string, tag: string, name: string) =>
  new RegExp(`<${tag} class="[^"]*\\b${name}\\b.*?</${tag}>`, 's').exec(html)?.[0] ?? ''

test('the newest official answer stands under the idea, with the address of its comment; the discussion keeps its place', async () => {
  const stage = await startBoard()
  const { page, say } = await startPost(stage)
  expect(partOf(await page(), 'section', 'answer')).toBe('')
  await say('We think about it.', { is_official: true })
  const newest = await say('It comes in May.', { is_official: true })
  await say('For the team alone.', { is_internal: true })
  await say('Nice.')
  const html = await page()
  const answer = partOf(html, 'section', 'answer')
  expect(answer).toContain('It comes in May.')
  expect(answer).toContain(`id="${newest}"`)
  expect(answer).toContain(`href="#place-${newest}"`)
  const discussion = partOf(html, 'section', 'discussion')
  expect(discussion).toContain('We think about it.')
  expect(discussion).not.toContain('It comes in May.')
  expect(discussion).toContain(`id="place-${newest}"`)
  expect(html.split(`id="${newest}"`).length).toBe(2)
  await stage.server('DELETE', `/v1/comments/${newest}`)
  expect(partOf(await page(), 'section', 'answer')).toContain('We think about it.')
})

// Guarantees that a long discussion does not hide the answer.
test('an answer on a later page of the discussion stands under the idea too', async () => {
  const stage = await startBoard()
  const { id, page, say } = await startPost(stage)
  await stage.service.database.sql`
    insert into comments (project_id, id, post_id, body, body_html, moderation_state, created_at)
    select ${stage.project.id}, 'cmt_' || lpad(n::text, 26, '0'), ${id}, 'Me too.', '<p>Me too.</p>', 'approved', now() - interval '1 day'
    from generate_series(1, 101) n`
  await say('It comes in May.', { is_official: true })
  const html = await page()
  expect(partOf(html, 'section', 'answer')).toContain('It comes in May.')
  expect(html).not.toContain('#place-')
})

test('an idea says since when it has its status; once it is done, when it shipped and where to read about it', async () => {
  const now = new Date('2026-04-14T10:00:00Z')
  const stage = await startBoard({}, {}, { now: () => now })
  const { id, page } = await startPost(stage)
  const standing = async () => partOf(await page(), 'p', 'standing')
  expect(await standing()).not.toContain('<time')
  const move = async (category: string) =>
    stage.server('PATCH', `/v1/posts/${id}`, { status_id: await statusOf(stage, category) })
  await move('planned')
  expect(await standing()).toContain('since Apr 14, 2026')
  await move('done')
  expect(await standing()).toContain('Shipped Apr 14, 2026')
  expect(await standing()).toContain('Voting is closed.')
  const entry = { title: 'It is dark', body: 'At last.', post_ids: [id] }
  await stage.server('POST', '/v1/changelog', { ...entry, state: 'draft' })
  expect(await standing()).not.toContain('Read the update')
  const { body: published } = await stage.server('POST', '/v1/changelog', { ...entry, state: 'published' })
  expect(await standing()).toContain(`href="/changelog#${published.id}">Read the update</a>`)
})
