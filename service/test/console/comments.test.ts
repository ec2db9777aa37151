import { expect, test } from 'vitest'
import { isOwnEntry } from '../project/own-entries.ts'
import { noticeIn, type PostsDesk, startPostsDesk } from './posts-desk.ts'

/** A post that somebody has said something about. */
async function startTalk() {
  const desk = await startPostsDesk()
  const post = await desk.write('Dark mode')
  const { session } = await desk.signIn({ sub: 'ada' })
  const { body: comment } = await desk.app('POST', `/v1/posts/${post.id}/comments`, {
    session,
    body: { body: 'Call me: 555-0100' },
  })
  const path = `/posts/${post.number}`
  return { desk, post, comment, path, said: `${path}/comments/${comment.id}` }
}

const bodyOf = async ({ app }: PostsDesk, id: string) => (await app('GET', `/v1/comments/${id}`)).body
const versionIn = (text: string, id: string) =>
  new RegExp(`comments/${id}/edit".*?name="version" value="(\\d+)"`, 's').exec(text)?.[1] ?? ''

// Guarantees that one part of a comment can be removed without the rest.
test('a comment is edited where it stands, by the same rule as over the API, and the log says so', async () => {
  const { desk, comment, path, said } = await startTalk()
  expect((await desk.open(path)).text).not.toContain(`${said}/edit`)
  const page = (await desk.open(`${path}?edit=${comment.id}`)).text
  expect(page).toContain('Call me: 555-0100</textarea>')
  const version = versionIn(page, comment.id)
  const saved = await desk.submit(`${said}/edit`, { version, changed: 'Call **me**.' })
  expect(saved.headers.location).toMatch(new RegExp(`\\?done=comment_saved#${comment.id}$`))
  const { body, edited_at, author } = await bodyOf(desk, comment.id)
  expect([body, edited_at === null, author.is_team]).toEqual(['Call **me**.', false, false])
  const { data } = (await desk.server('GET', '/v1/audit_log')).body
  expect(data.find(isOwnEntry)).toMatchObject({
    action: 'comment.updated',
    actor: { kind: 'operator' },
    subject_id: comment.id,
  })
})

test('an edit of a comment that changed meanwhile, or that does not fit, is shown again and not lost', async () => {
  const { desk, comment, path, said } = await startTalk()
  const version = versionIn((await desk.open(`${path}?edit=${comment.id}`)).text, comment.id)
  await desk.server('PATCH', `/v1/comments/${comment.id}`, { body: 'Second' })
  const refused = await desk.submit(`${said}/edit`, { version, changed: 'Mine' })
  expect([refused.status, noticeIn(refused)]).toEqual([409, expect.stringContaining('Somebody else changed this')])
  expect(refused.text).toMatch(/<p dir="auto">Second<\/p>.*Mine<\/textarea>/s)
  expect((await bodyOf(desk, comment.id)).body).toBe('Second')
  const newer = versionIn(refused.text, comment.id)
  for (const changed of ['', ' ', ' \0 ', 'x'.repeat(5001)]) {
    expect([changed.length, (await desk.submit(`${said}/edit`, { version: newer, changed })).status]).toEqual([
      changed.length,
      400,
    ])
  }
  for (const version of ['', 'x', '-1'])
    expect((await desk.submit(`${said}/edit`, { version, changed: 'x' })).status).toBe(409)
  expect((await desk.submit(`${said}/edit`, { version: newer, changed: 'Mine' })).status).toBe(303)
  expect((await bodyOf(desk, comment.id)).body).toBe('Mine')
})

test('a comment shows who reported it and why, until somebody decides', async () => {
  const { desk, comment, path, said } = await startTalk()
  const { session, userId } = await desk.signIn({ sub: 'bob' })
  const report = { comment_id: comment.id, reason: 'A number <b>of</b> mine' }
  await desk.app('POST', '/v1/reports', { session, body: report })
  const { text } = await desk.open(path)
  expect(text).toMatch(
    new RegExp(`id="${comment.id}".*Reported.*A number &lt;b>of&lt;/b> mine.*/users/${userId}.*Dismiss`, 's'),
  )
  const dismissed = await desk.submit(`${said}/decide`, { verdict: 'approve' })
  expect(dismissed.headers.location).toContain('done=item_dismissed')
  expect((await desk.open(path)).text).not.toContain('A number')
  await desk.app('POST', '/v1/reports', { session: (await desk.signIn({ sub: 'eve' })).session, body: report })
  await desk.submit(`${said}/decide`, { verdict: 'reject' })
  expect((await desk.app('GET', `/v1/posts/${comment.post_id}/comments`)).body.data).toEqual([])
})

test('a comment on a later page is edited and answered on that page', async () => {
  const { desk, post, path } = await startTalk()
  for (let n = 0; n < 55; n += 1) await desk.server('POST', `/v1/posts/${post.id}/comments`, { body: `Comment ${n}` })
  const next = /href="[^"]*\?(cursor=[^"]+)" rel="next"/.exec((await desk.open(path)).text)?.[1] ?? ''
  const later = (await desk.open(`${path}?${next}`)).text
  const [, edit = ''] = /href="\/console\/[^/]+(\/posts\/\d+\?cursor=[^"]*edit=cmt_\w+)#/.exec(later) ?? []
  const editing = (await desk.open(edit.replaceAll('&amp;', '&'))).text
  expect(editing).toMatch(/name="cursor" value="[^"]+".*name="changed"/s)
  const [, reply = ''] = /href="\/console\/[^/]+(\/posts\/\d+\?cursor=[^"]*reply=cmt_\w+)#/.exec(later) ?? []
  expect((await desk.open(reply.replaceAll('&amp;', '&'))).text).toContain('name="parent_id"')
})
