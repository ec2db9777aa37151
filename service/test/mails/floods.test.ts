import { expect, test } from 'vitest'
import type { Id } from '../../src/foundation/ids/index.ts'
import { changedPost, startMailStage } from './stage.ts'

const MANY = 34

test('somebody who follows many ideas that change at once gets ten mails and one about the rest', async () => {
  const stage = await startMailStage()
  const ada = await stage.reader('ada')
  let first = ''
  for (let place = 1; place <= MANY; place += 1) {
    const { post, told } = await changedPost(stage, 'Planned', `Idea ${place}`)
    await stage.tell([ada], told)
    first ||= post.id
  }
  // An event joins the mail about its post, however many others wait.
  const { body: comment } = await stage.server('POST', `/v1/posts/${first}/comments`, { body: 'Soon.' })
  const event = await stage.lastEvent('comment.created')
  await stage.tell([ada], { type: 'answered', event, post: first, comment: comment.id })
  await stage.startSender()
  const received = await stage.mailServer.arrived(11)
  await stage.settledAs(...Array(11).fill('sent'))
  const subjects = received.map(({ mail }) => mail.subject).sort()
  const apart = Array.from({ length: 9 }, (_, place) => `“Idea ${place + 2}” is now Planned`)
  expect(subjects).toEqual(['2 updates on “Idea 1”', '24 ideas moved at Acme', ...apart].sort())
  const digest = received.find(({ mail }) => mail.subject === '24 ideas moved at Acme')?.mail
  expect(digest?.text?.match(/^Idea \d+/gm)).toEqual(Array.from({ length: 20 }, (_, place) => `Idea ${place + 11}`))
  for (const part of [digest?.text, digest?.html]) {
    expect(part).toContain('4 more ideas')
    expect(part).toContain('/me/notifications')
  }
})

test('a flood of comments on one idea is one mail with the newest of them, and says how many more there are', async () => {
  const stage = await startMailStage()
  const ada = await stage.reader('ada')
  const post = await stage.newPost('Recurring tasks')
  const body = `漢${' 字'.repeat(2_000)}`
  for (let place = 0; place < MANY; place += 1) {
    const { body: comment } = await stage.server('POST', `/v1/posts/${post.id}/comments`, { body: `${place}: ${body}` })
    const event = await stage.lastEvent('comment.created')
    await stage.tell([ada], { type: 'answered', event, post: post.id, comment: comment.id })
  }
  await stage.startSender()
  const [got] = await stage.mailServer.arrived(1)
  await stage.settledAs('sent')
  expect(got?.mail.subject).toBe(`${MANY} updates on “Recurring tasks”`)
  expect(got?.mail.text).toContain(`> ${MANY - 1}: `)
  expect(got?.mail.text).not.toContain('> 23: ')
  expect(got?.mail.text).toContain('24 more updates')
  expect(Buffer.byteLength(got?.mail.html ?? '')).toBeLessThan(100_000) // what large receivers show
})

// Guarantees that "no more mail about this idea" outlives a merge, and ends with a choice of one's own.
test('an idea that somebody muted stays muted when it is merged, unless they take part in the other one themselves', async () => {
  const stage = await startMailStage()
  const { sql } = stage.running.database
  const muted = await stage.newPost('Arrows between tasks')
  const target = await stage.newPost('Dependencies')
  const people: Id<'user'>[] = []
  for (const sub of ['ada', 'bob']) {
    const { session } = await stage.signIn({ sub, email: `${sub}@example.com`, email_verified: true })
    await stage.app('PUT', `/v1/posts/${muted.id}/vote`, { session })
    if (sub === 'bob') await stage.app('PUT', `/v1/posts/${target.id}/vote`, { session })
    const id = await stage.reader(sub)
    await sql`
      insert into mail_mutes (project_id, user_id, post_id, created_at)
      values (${stage.project.id}, ${id}, ${muted.id}, ${new Date(Date.now() + 1_000)})`
    people.push(id)
  }
  await stage.server('POST', `/v1/posts/${muted.id}/merge`, { into_post_id: target.id })
  await stage.server('POST', `/v1/posts/${target.id}/status`, { status_id: await stage.statusNamed('Planned') })
  const event = await stage.lastEvent('post.status_changed')
  await stage.tell(people, { type: 'status_changed', event, post: target.id })
  await stage.startSender()
  expect((await stage.mailServer.arrived(1)).map(({ to }) => to)).toEqual([['bob@example.com']])
  await expect.poll(async () => (await stage.states()).sort()).toEqual(['sent', 'skipped'])
})
