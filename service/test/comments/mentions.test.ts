import { expect, test } from 'vitest'
import { startDesk } from '../console/desk.ts'
import { startProject } from '../harness/project.ts'
import { startDiscussion } from './discussion.ts'

const NOBODY = `usr_${'0'.repeat(26)}`

/** Somebody whose shown name is their first name, and who has commented. */
async function startThread() {
  const discussion = await startDiscussion()
  const { app, signIn, say, postId } = discussion
  const join = async (sub: string, given_name: string) => {
    const person = await signIn({ sub, given_name })
    await app('PATCH', '/v1/me', { session: person.session, body: { name_choice: 'first_name' } })
    await say(`I am ${sub}`, person.session)
    return person
  }
  const people = async (session?: string) =>
    (await app('GET', `/v1/posts/${postId}/people`, session === undefined ? {} : { session })).body.data as {
      readonly id: string | null
      readonly display_name: string
      readonly said: string | null
      readonly markdown: string
    }[]
  return { ...discussion, join, people }
}

test('people of the thread are listed, also two of one name, without the caller; each can be mentioned', async () => {
  const { join, people, say, signIn } = await startThread()
  const ada = await join('ada', 'Ada')
  const other = await join('other', 'Ada')
  const grace = await signIn({ sub: 'grace' })
  expect(await people(ada.session)).toEqual([
    {
      id: other.userId,
      display_name: 'Ada',
      is_team: false,
      is_author: false,
      said: 'I am other',
      markdown: `[@Ada](mention:${other.userId})`,
    },
    {
      id: null,
      display_name: 'Acme',
      is_team: true,
      is_author: true,
      said: null,
      markdown: '[@Acme](mention:team)',
    },
  ])
  const listed = await people()
  expect(listed.map(({ id }) => id)).toEqual([other.userId, ada.userId, null])
  const { body } = await say(listed.map(({ markdown }) => markdown).join(' and '), grace.session)
  expect(body.body).toBe(listed.map(({ markdown }) => markdown).join(' and '))
  expect(body.body_html).toBe(
    '<p><bdi class="mention">@Ada</bdi> and <bdi class="mention">@Ada</bdi> and <bdi class="mention">@Acme</bdi></p>\n',
  )
})

test('a mention has the name that the person has now, and the database keeps no name in it', async () => {
  const { join, server, say, service, project } = await startThread()
  const ada = await join('ada', 'Ada')
  const { body: comment } = await say(`[@Boss](mention:${ada.userId}) is right`)
  expect(comment.body).toBe(`[@Ada](mention:${ada.userId}) is right`)
  const rows = await service.database.sql<{ body: string; body_html: string }[]>`
    select body, body_html from comments where project_id = ${project.id} and id = ${comment.id}`
  expect(JSON.stringify(rows)).not.toMatch(/Ada|Boss/)
  const now = async () => (await server('GET', `/v1/comments/${comment.id}`)).body
  await server('PUT', '/v1/users/by_sub/ada', { given_name: 'Augusta' })
  expect((await now()).body_html).toContain('<bdi class="mention">@Augusta</bdi>')
  await server('POST', `/v1/users/${ada.userId}/ban`, {})
  expect((await now()).body_html).toBe('<p>@Augusta is right</p>\n')
  await server('POST', `/v1/users/${ada.userId}/unban`, {})
  expect((await now()).body_html).toContain('<bdi class="mention">@Augusta</bdi>')
  await server('POST', `/v1/users/${ada.userId}/erase`, {})
  const erased = await now()
  expect(erased.body_html).toBe('<p>@deleted user is right</p>\n')
  expect(erased.body).toBe(`[@deleted user](mention:${ada.userId}) is right`)
})

test('a mention of somebody who is not in the thread stays as it was typed', async () => {
  const { join, server, signIn, say, newPost } = await startThread()
  const ada = await join('ada', 'Ada')
  const silent = await signIn({ sub: 'silent' })
  const banned = await join('banned', 'Bob')
  await server('POST', `/v1/users/${banned.userId}/ban`, {})
  const hidden = await signIn({ sub: 'hidden' })
  await say({ body: 'Between us', is_internal: true, sub: 'hidden' })
  const elsewhere = await (await startProject()).signIn({ sub: 'ada' })
  for (const id of [NOBODY, silent.userId, banned.userId, hidden.userId, elsewhere.userId, 'usr_x', 'everybody']) {
    const { body } = await say(`Ask [@The boss](mention:${id})!`, ada.session)
    expect([id, body.body_html, body.body]).toEqual([
      id,
      `<p>Ask [@The boss](mention:${id})!</p>\n`,
      `Ask [@The boss](mention:${id})!`,
    ])
  }
  const post = await newPost()
  const { body } = await say(`[@Ada](mention:${ada.userId})`, ada.session, post) // her comment is on another one
  expect(body.body_html).not.toContain('<bdi')
  const idea = await server('POST', '/v1/posts', { title: 'A post', body: `[@Ada](mention:${ada.userId})` })
  expect(idea.body.body_html).not.toContain('<bdi')
})

// Guarantees bounded work and a bounded answer: a text of nothing but mentions looks up twenty people, and grows like any other text.
test('a comment mentions up to twenty people, each as often as it likes', async () => {
  const { server, say } = await startThread()
  const ids: string[] = []
  for (let n = 0; n <= 20; n += 1) {
    const sub = `person-${n}`
    const { body: person } = await server('PUT', `/v1/users/by_sub/${sub}`, {})
    ids.push(person.id)
    expect((await say({ body: 'Me too', sub })).status).toBe(201)
  }
  const all = ids.map((id) => `[@](mention:${id})`)
  const crowd = (await say(all.join(' '))).body
  expect(crowd.body_html.match(/<bdi class="mention">@Acme user<\/bdi>/g)).toHaveLength(20)
  expect(crowd.body_html).toContain(`[@](mention:${ids[20]})`)
  const text = `${all[0]} `.repeat(110).trim()
  const often = (await say(text)).body
  expect(often.body_html.match(/<bdi class="mention">/g)).toHaveLength(110)
  expect(often.body_html.length).toBeLessThan(8 * text.length)
})

test('no markup makes a mention, and no name makes markup', async () => {
  const { join, server, say } = await startThread()
  const ada = await join('ada', '<b>"Ada" [x]')
  const { body } = await say(
    `<bdi class="mention">@Acme</bdi> \`[@](mention:${ada.userId})\` [link](mention:${ada.userId}) [@](mention:${ada.userId})`,
  )
  expect(body.body_html.match(/<bdi class="mention">[^<]*<\/bdi>/g)).toHaveLength(1)
  expect(body.body_html).not.toContain('<b>')
  const again = await server('PATCH', `/v1/comments/${body.id}`, { body: body.body })
  expect(again.body.body_html).toBe(body.body_html)
})

test('a preview shows the mentions of a comment, and none for a post', async () => {
  const { join, app, postId } = await startThread()
  const ada = await join('ada', 'Ada')
  const body = `[@x](mention:${ada.userId})`
  const preview = async (members: object) =>
    (await app('POST', '/v1/previews', { session: ada.session, body: { body, ...members } })).body.body_html
  expect(await preview({ post_id: postId })).toBe('<p><bdi class="mention">@Ada</bdi></p>\n')
  expect(await preview({})).toBe(`<p>${body}</p>\n`)
})

test('the team sees a mention in the console as everybody does', async () => {
  const desk = await startDesk()
  const { body: post } = await desk.server('POST', '/v1/posts', { title: 'Dark mode' })
  const { session, userId } = await desk.signIn({ sub: 'ada' })
  await desk.app('POST', `/v1/posts/${post.id}/comments`, { session, body: { body: 'I am Ada' } })
  await desk.server('POST', `/v1/posts/${post.id}/comments`, { body: `[@](mention:${userId})` })
  const cookie = await desk.enter('viewer@acme.example', 'viewer')
  const page = await desk.ask('GET', `/${desk.project.slug}/posts/${post.number}`, { cookie })
  expect(page.text).toContain('<bdi class="mention">@Acme user</bdi>')
})
