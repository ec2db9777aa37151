import { expect, test } from 'vitest'
import { withSubjects } from '../../src/domain/event-feed/inside.ts'
import { EVENTS } from '../../src/domain/events/index.ts'
import { eventsByIds } from '../../src/domain/events/inside.ts'
import type { Id } from '../../src/foundation/ids/index.ts'
import { toWebhookBody } from '../../src/surfaces/api/index.ts'
import { startProject } from '../harness/project.ts'

/** A letter with four bytes. */
const LETTER = '𠀀'
const long = (length: number, end = '') => LETTER.repeat(length - [...end].length) + end
const NUMBERS = Array.from({ length: 50 }, (_, n) => String(n))
const HOST = ['a', 'b', 'c'].map((letter) => letter.repeat(63)).join('.')

/** A project in which every text and every list is as long as it may be, and an event about each kind of thing. */
async function startLongProject() {
  const started = await startProject()
  const { server, app, signIn } = started
  const made = async (answer: ReturnType<typeof server>) => {
    const { status, body } = await answer
    if (status >= 300) throw new Error(JSON.stringify(body))
    return body
  }
  const { data: statuses } = await made(server('GET', '/v1/statuses'))
  await made(server('PATCH', `/v1/statuses/${statuses[0].id}`, { name: long(40) }))
  const tags = await Promise.all(
    NUMBERS.slice(0, 10).map((n) => made(server('POST', '/v1/tags', { name: long(40, n) }))),
  )
  const write = (n: string, more: object = {}) => made(server('POST', '/v1/posts', { title: long(140, n), ...more }))
  const posts = await Promise.all(NUMBERS.map((n) => write(n)))
  const { session, userId } = await signIn({
    sub: long(255),
    given_name: long(100),
    family_name: long(100),
    name: long(100),
    email: 'a@example.com',
  })
  const fields: Record<string, string> = {}
  for (const n of NUMBERS.slice(0, 6)) {
    const draft = {
      label: `Field ${n}`,
      key: `k${n}`.padEnd(40, 'k'),
      kind: 'text',
      visible_to: Number(n) % 2 ? 'team' : 'everyone',
    }
    fields[(await made(server('POST', '/v1/fields', draft))).key] = long(500)
  }
  const post = await write('x', { body: long(10_000), tag_ids: tags.map(({ id }) => id), fields })
  await made(app('POST', `/v1/posts/${post.id}/comments`, { session, body: { body: long(5_000) } }))
  await made(app('PUT', `/v1/posts/${post.id}/vote`, { session }))
  await made(app('POST', '/v1/reports', { session, body: { post_id: post.id, reason: long(1_000) } }))
  await made(server('POST', `/v1/users/${userId}/ban`, { reason: long(500) }))
  const entry = { title: long(140), body: long(20_000), post_ids: posts.map(({ id }) => id), state: 'published' }
  await made(server('POST', '/v1/changelog', entry))
  await made(
    server('PATCH', '/v1/project', {
      name: long(60),
      welcome_note: long(500),
      sign_in_url: `https://example.com/${'a'.repeat(1_980)}`,
      allowed_origins: NUMBERS.map((n) => `https://${HOST}.${'d'.repeat(59)}${n.padStart(2, '0')}:65001`),
      allowed_traits: NUMBERS.map((n) => long(64, n)),
    }),
  )
  return started
}

// Guarantees that no receiver with a limit of 20 KB refuses an event because somebody wrote much.
test('what is sent stays under 20 KB for every type of event, with the longest values of all', async () => {
  const { call, service, project } = await startLongProject()
  const rows = await service.database.sql<{ id: Id<'event'> }[]>`select id from events where project_id = ${project.id}`
  const inside = call()
  const events = await withSubjects(
    inside,
    await eventsByIds(
      inside,
      rows.map(({ id }) => id),
    ),
  )
  const shown = Object.values(EVENTS).flatMap((event) => ('shown' in event ? [event.shown] : []))
  for (const { type, kind } of shown) {
    const ofKind = events.filter((event) => event.subject.kind === kind)
    expect([kind, ofKind.length > 0]).toEqual([kind, true])
    for (const event of ofKind) {
      const body = toWebhookBody(inside, { ...event, type })
      expect([type, body.length < 20_000]).toEqual([type, true])
      expect(JSON.parse(body.toString('utf8'))).toMatchObject({ type, data: { version: expect.any(Number) } })
    }
  }
  const dataOf = (kind: string) => {
    const event = events.findLast(({ subject }) => subject.kind === kind)
    return event && JSON.parse(toWebhookBody(inside, event).toString('utf8')).data
  }
  expect(dataOf('changelog_entry')).toMatchObject({
    is_shortened: true,
    posts: [],
    body: expect.stringMatching(/^𠀀{4000,}$/u),
  })
  expect(dataOf('project')).toMatchObject({ is_shortened: true, allowed_origins: [], allowed_traits: [] })
  expect(Object.keys(dataOf('post').fields)).toHaveLength(6)
  expect(dataOf('mark')).not.toHaveProperty('is_shortened')
})
