import { expect, test } from 'vitest'
import { databaseUrl } from '../harness/database-url.ts'
import { freePort } from '../harness/ports.ts'
import { runMain, until, untilReady } from '../harness/process.ts'
import { startMailStage } from './stage.ts'

const PEOPLE = 60
/** Ten on the connections, and as many of which it is being written that they were sent. */
const MOST_IN_FLIGHT = 20

// Guarantees the whole way, from a change of status to the mail server, of a process as operators run it.
test('after kill -9 nobody is left out, and only mails that were under way arrive twice', async () => {
  const stage = await startMailStage({ isAlone: true })
  const { database, config } = stage.running
  const environment = async () => ({
    PORT: String(await freePort()),
    DATABASE_URL: databaseUrl({ database: stage.databaseName }),
    SMTP_URL: config.smtpUrl ?? '',
    MAIL_FROM: config.mailFrom ?? '',
    MAIL_DELAY_SECONDS: '0',
  })
  const first = runMain(['serve'], await environment())
  await untilReady(first)
  const isOpen = async () => (await database.sql`select 1 from event_readers where name = 'notifications'`).length > 0
  await until(isOpen)
  const post = await stage.newPost('Recurring tasks')
  await database.sql`
    insert into follows (project_id, post_id, user_id, created_at)
    select ${stage.project.id}, ${post.id}, id, now() from unnest(${await stage.crowd(PEOPLE)}::text[]) as id`
  await stage.server('POST', `/v1/posts/${post.id}/status`, { status_id: await stage.statusNamed('Planned') })
  await stage.mailServer.arrived(15)
  first.child.kill('SIGKILL')
  await first.ended
  const before = stage.mailServer.received.length
  expect(before).toBeLessThan(PEOPLE)
  // As if half an hour had passed: what the killed process had taken is free.
  await database.sql`update mails set due_at = ${new Date(0)} where state = 'sending'`
  const second = runMain(['serve'], await environment())
  await untilReady(second)
  const isSettled = async () => {
    const rows = await database.sql<{ n: number }[]>`select count(*)::int as n from mails where state = 'sent'`
    return rows[0]?.n === PEOPLE
  }
  await until(isSettled)
  const readers = stage.mailServer.received.flatMap(({ to }) => to)
  expect(new Set(readers).size).toBe(PEOPLE)
  expect(readers.length).toBeLessThanOrEqual(PEOPLE + MOST_IN_FLIGHT)
  // Whoever gets a mail twice gets the same one: programs can tell.
  const ids = stage.mailServer.received.map(({ mail }) => mail.messageId)
  expect(new Set(ids).size).toBe(PEOPLE)
})
