import { expect, onTestFinished, test } from 'vitest'
import { startProject, type TestProject } from '../harness/project.ts'
import { type NotifiedProject, startNotified } from './told.ts'

/* What goes wrong with one event or one project stops nobody else. */

/** Two projects of one service; the one whose id is smaller has its turn first. In each, somebody follows "Dark mode". */
async function startTwo() {
  const notified = await startNotified()
  const other = await startProject({ service: notified.service })
  const [first, second] = [notified, other].toSorted((a, b) => (a.project.id < b.project.id ? -1 : 1))
  if (!first || !second) throw new Error('There are two projects')
  const boards = [await startBoard(first), await startBoard(second)] as const
  await notified.tell()
  return { ...notified, boards }
}

async function startBoard(project: TestProject) {
  const { app, signIn, server, project: about } = project
  const { session } = await signIn({ sub: 'ada' })
  const { body: post } = await app('POST', '/v1/posts', { session, body: { title: 'Dark mode', body: '' } })
  return {
    id: about.id,
    say: (body: string) => server('POST', `/v1/posts/${post.id}/comments`, { body }),
    heard: async (): Promise<string[]> => {
      const { body } = await app('GET', '/v1/me/notifications', { session })
      return body.data.map(({ comment }: { comment: { excerpt: string } }) => comment.excerpt)
    },
  }
}

/** Every new row of the project fails with this code, until it is mended. */
async function breakRows({ service }: NotifiedProject, table: string, projectId: string, code: string) {
  const { pool } = service.database
  const mend = () => pool.query('drop function if exists fail cascade')
  onTestFinished(async () => void (await mend()))
  await pool.query(`create function fail() returns trigger language plpgsql as
    $$ begin raise exception 'this row cannot be written' using errcode = '${code}'; end $$`)
  await pool.query(
    `create trigger fails before insert on ${table} for each row when (new.project_id = '${projectId}') execute function fail()`,
  )
  return { mend }
}

const LEFT_OUT = 'an event is left out'

test.each(['notification_rounds', 'notifications'])(
  'an event for which %s cannot be written is left out with a line in the log; all others are told',
  async (table) => {
    const two = await startTwo()
    const [broken, sound] = two.boards
    const { mend } = await breakRows(two, table, broken.id, '23514')
    await broken.say('Nobody hears this')
    await sound.say('Hello')
    await two.tell()
    expect(await sound.heard()).toEqual(['Hello'])
    expect(two.service.logged.filter((line) => line.includes(LEFT_OUT) && line.includes(broken.id))).toHaveLength(1)
    await mend()
    await broken.say('Everybody hears this')
    await two.tell()
    expect(await broken.heard()).toEqual(['Everybody hears this'])
  },
)

test('while the database takes back what one project is told, people of other projects are told, and later these as well', async () => {
  const two = await startTwo()
  const [broken, sound] = two.boards
  const { mend } = await breakRows(two, 'notifications', broken.id, '40P01')
  await broken.say('Later')
  await sound.say('Hello')
  await two.tellOnce()
  await two.tellOnce()
  expect(await sound.heard()).toEqual(['Hello'])
  expect(two.service.logged.join('')).not.toContain(LEFT_OUT)
  await mend()
  await two.tell()
  expect(await broken.heard()).toEqual(['Later'])
})

test('people are told also while the reader for the team fails', async () => {
  const two = await startTwo()
  const [board] = two.boards
  await two.service.database.sql`delete from event_readers where name = 'team-mails'`
  await board.say('Hello')
  for (const _ of ['noted', 'told']) await expect(two.tellOnce()).rejects.toThrow('Not everybody was told')
  expect(await board.heard()).toEqual(['Hello'])
})

test('a project whose time zone is not known is mailed by the clocks of UTC', async () => {
  const { app, server, service, signIn, tell } = await startNotified()
  const { session } = await signIn({ sub: 'ada', email: 'ada@example.com', email_verified: true })
  await app('PATCH', '/v1/me', { session, body: { notifications: { frequency: 'daily' } } })
  const { body: post } = await app('POST', '/v1/posts', { session, body: { title: 'Dark mode', body: '' } })
  await service.database.sql`update projects set time_zone = 'Europe/Atlantis'`
  await server('POST', `/v1/posts/${post.id}/comments`, { body: 'Hello' })
  await tell()
  const mails = await service.database.sql<{ due_at: Date }[]>`
    select due_at from mails where user_id is not null`
  expect(mails.map(({ due_at }) => due_at.toISOString().slice(11))).toEqual(['08:00:00.000Z'])
})
