import { expect, test } from 'vitest'
import { fetchFile, png, upload } from '../files/pictures.ts'
import type { DeskAnswer } from './desk.ts'
import { itemsIn, noticeIn, startPostsDesk } from './posts-desk.ts'

/** What the next page offers to undo. */
const changesIn = ({ headers }: DeskAnswer) =>
  new URLSearchParams(headers.location?.split('?')[1]?.split('#')[0]).getAll('undo')
const doneIn = ({ headers }: DeskAnswer) => new URLSearchParams(headers.location?.split('?')[1]).get('done')

async function startUndo(draft: Parameters<typeof startPostsDesk>[0] = {}) {
  const desk = await startPostsDesk(draft)
  return {
    ...desk,
    undo: async (answer: DeskAnswer) => doneIn(await desk.submit('/undo', { change: changesIn(answer) })),
  }
}

test('a rejection is undone: the post is listed again, its reports are open, and it needs an answer if it did', async () => {
  const { open, submit, undo, write, signIn, app, read, server } = await startUndo()
  const [ada, bob] = [await signIn({ sub: 'ada' }), await signIn({ sub: 'bob' })]
  const [plain, reported] = [
    await write('Plain', { session: ada.session }),
    await write('Reported', { session: ada.session }),
  ]
  await app('POST', '/v1/reports', { session: bob.session, body: { post_id: reported.id, reason: 'Spam' } })
  for (const [post, show] of [
    [plain, 'unanswered'],
    [reported, 'reported'],
  ] as const) {
    const before = await open(`?show=${show}`)
    for (const verdict of ['reject', 'approve']) {
      const decided = await submit('/today/decide', { subject: post.id, verdict })
      expect(itemsIn(await open(`?show=${show}`))).toEqual([])
      expect(await undo(decided)).toBe('undone')
      expect((await read(post)).moderation_state).toBe('approved')
      expect(itemsIn(await open(`?show=${show}`))).toEqual(itemsIn(before))
    }
  }
  const listed = (await app('GET', '/v1/posts')).body.data.map(({ title }: { title: string }) => title)
  expect(listed).toEqual(['Reported', 'Plain'])
  const log: string[] = (await server('GET', '/v1/audit_log')).body.data.map(({ action }: { action: string }) => action)
  // Other tests let people in who own everything, and every project is told about them.
  expect(
    log
      .filter((action) => action.startsWith('post.'))
      .slice(0, 2)
      .sort(),
  ).toEqual(['post.approved', 'post.undecided'])
})

test('an approval is undone: what waited waits again, and a comment too', async () => {
  const { open, submit, undo, write, signIn, app, read } = await startUndo({ requiresApproval: true })
  const { session } = await signIn()
  const post = await write('Waiting', { session })
  const approved = await submit('/today/decide', { subject: post.id, verdict: 'approve' })
  expect((await app('GET', `/v1/posts/${post.id}`)).status).toBe(200)
  expect(await undo(approved)).toBe('undone')
  expect((await app('GET', `/v1/posts/${post.id}`)).status).toBe(404)
  expect(itemsIn(await open('?show=pending'))).toEqual(['Waiting'])
  await submit('/today/decide', { subject: post.id, verdict: 'approve' })
  const { body: comment } = await app('POST', `/v1/posts/${post.id}/comments`, { session, body: { body: 'Me too' } })
  const said = await submit('/today/decide', { subject: comment.id, verdict: 'approve' })
  expect((await read(post)).comment_count).toBe(1)
  expect(await undo(said)).toBe('undone')
  expect((await read(post)).comment_count).toBe(0)
})

// Guarantees that a picture is seen as long as its text is, and that housekeeping does not remove it later.
test('the pictures of a post and of a comment come back with them, and are hidden again with them', async () => {
  const desk = await startUndo()
  const { session } = await desk.signIn()
  const send = async () => upload(desk, session, Uint8Array.from(await png()))
  const [ofPost, ofComment] = [await send(), await send()]
  const post = await desk.write('With a picture', { session, body: ofPost.markdown })
  const { body: comment } = await desk.app('POST', `/v1/posts/${post.id}/comments`, {
    session,
    body: { body: ofComment.markdown },
  })
  for (const [subject, { url }] of [
    [comment.id, ofComment],
    [post.id, ofPost],
  ]) {
    const status = async () => (await fetchFile(desk, url)).status
    const rejected = await desk.submit('/today/decide', { subject, verdict: 'reject' })
    expect([subject, await status()]).toEqual([subject, 404])
    expect(await desk.undo(rejected)).toBe('undone')
    expect([subject, await status()]).toEqual([subject, 200])
    await desk.server('POST', `/v1/moderation/${subject}/reject`)
    const approved = await desk.submit('/today/decide', { subject, verdict: 'approve' })
    expect([subject, await status()]).toEqual([subject, 200])
    expect(await desk.undo(approved)).toBe('undone')
    expect([subject, await status()]).toEqual([subject, 404])
    await desk.server('POST', `/v1/moderation/${subject}/approve`)
  }
})

test('a status is undone with the answer that explained it, unless it was changed again', async () => {
  const { submit, undo, write, read, statusId, server } = await startUndo()
  const post = await write('Dark mode')
  const [planned, done] = [await statusId('planned'), await statusId('done')]
  const answered = await submit('/today/answer', { subject: post.id, text: 'In March', status_id: planned })
  expect(await undo(answered)).toBe('undone')
  expect(await read(post)).toMatchObject({ status: { category: 'open' }, comment_count: 0 })
  const again = await submit(`/posts/${post.number}/status`, { status_id: planned })
  await server('PATCH', `/v1/posts/${post.id}`, { status_id: done })
  expect(await undo(again)).toBe('undo_refused')
  expect((await read(post)).status.category).toBe('done')
})

test('a merge, a move on the roadmap and changes of many posts are undone', async () => {
  const { submit, undo, write, read, statusId, addTag } = await startUndo()
  const [one, two, three] = [await write('One'), await write('Two'), await write('Three')]
  const merged = await submit(`/posts/${one.number}/merge`, { into: String(two.number) })
  expect((await read(one)).merged_into_id).toBe(two.id)
  expect(await undo(merged)).toBe('undone')
  expect((await read(one)).merged_into_id).toBe(null)

  const planned = await statusId('planned')
  expect(await undo(await submit('/roadmap/move', { post: one.id, status: planned }))).toBe('undone')
  const n = [one, two, three].map(({ number }) => String(number))
  const statuses = await submit('/posts/bulk', { n, do: 'status', status_id: planned })
  expect(changesIn(statuses)).toHaveLength(3)
  expect(await undo(statuses)).toBe('undone')
  expect((await read(three)).status.category).toBe('open')

  const tag = await addTag('Mobile')
  await submit('/posts/bulk', { n: n.slice(0, 1), do: 'tag', tag_id: tag })
  const tagged = await submit('/posts/bulk', { n, do: 'tag', tag_id: tag })
  expect(changesIn(tagged)).toHaveLength(2)
  await undo(tagged)
  expect(await Promise.all([one, two, three].map(async (post) => (await read(post)).tags.length))).toEqual([1, 0, 0])

  const several = await submit('/posts/merge', { n, into: String(one.number) })
  await submit(`/posts/${two.number}/unmerge`, {})
  expect(await undo(several)).toBe('undone_in_part')
  expect([(await read(two)).merged_into_id, (await read(three)).merged_into_id]).toEqual([null, null])
})

test('nobody undoes what somebody else did, in another project, long ago, or twice', async () => {
  const { ask, enter, submit, undo, write, read, project, service } = await startUndo()
  const post = await write('Dark mode')
  const rejected = await submit('/today/decide', { subject: post.id, verdict: 'reject' })
  const change = changesIn(rejected)
  const colleague = await enter('colleague@undo.example', 'moderator')
  const theirs = await ask('POST', `/${project.slug}/undo`, { cookie: colleague, form: { change } })
  expect(doneIn(theirs)).toBe('undo_refused')
  const other = await startUndo()
  expect(doneIn(await other.submit('/undo', { change }))).toBe('undo_refused')
  for (const wrong of [[], ['evt_nothing'], ['a\0b'], [post.id]])
    expect(doneIn(await submit('/undo', { change: wrong }))).toBe('undo_refused')
  expect((await read(post)).moderation_state).toBe('rejected')
  await service.database.sql`update events set at = at - interval '11 minutes' where project_id = ${project.id}`
  expect(await undo(rejected)).toBe('undo_refused')
  await service.database.sql`update events set at = at + interval '11 minutes' where project_id = ${project.id}`
  expect(await undo(rejected)).toBe('undone')
  expect(await undo(rejected)).toBe('undo_refused')
})

test('the next page offers it as a form, and an edited address offers nothing', async () => {
  const { open, submit, write } = await startPostsDesk()
  const post = await write('Dark mode')
  const { headers } = await submit('/today/decide', { subject: post.id, verdict: 'reject' })
  const page = await open(headers.location?.replace(/^\/console\/[\w-]+/, '') ?? '')
  expect(noticeIn(page)).toMatch(/Rejected.*Undo/)
  expect(page.text).toMatch(/name="came_from" value="\/console\/[\w-]+"/)
  expect((await open('?done=item_rejected&undo=%3Cb%3E&undo=evt_x')).text).not.toContain('data-undo')
})
