import { expect, onTestFinished, test } from 'vitest'
import { mailTrouble, settleMails, takeMails } from '../../src/domain/mails/index.ts'
import type { Id } from '../../src/foundation/ids/index.ts'
import { createLog } from '../../src/foundation/log/index.ts'
import { sendMails } from '../../src/send-mails.ts'
import { startMailServer } from '../harness/mail-server.ts'
import { freePort } from '../harness/ports.ts'
import { changedPost, stageIn, startMailStage } from './stage.ts'

/** A clock that a test moves. */
function movedClock() {
  let late = 0
  const move = (ms: number) => {
    late += ms
  }
  return { now: () => new Date(Date.now() + late), move }
}

test('an address that the server refuses for good is left alone until a sign-in brings another', async () => {
  const stage = await startMailStage()
  const ada = await stage.reader('ada')
  stage.mailServer.answer(550, 'ada@example.com')
  const first = await changedPost(stage)
  await stage.tell([ada], first.told)
  await stage.startSender()
  await stage.settledAs('refused')
  const { body } = await stage.server('GET', '/v1/mail_suppressions')
  expect(body.data).toMatchObject([{ email: 'ada@example.com' }])
  expect(body.data[0].reason).not.toContain('ada')
  stage.mailServer.answer(undefined, 'ada@example.com')
  const second = await changedPost(stage, 'Planned', 'Dark mode')
  await stage.tell([ada], second.told)
  await stage.settledAs('refused', 'skipped')
  await stage.reader('ada', { email: 'ada@new.example' })
  const third = await changedPost(stage, 'Planned', 'Offline mode')
  await stage.tell([ada], third.told)
  expect((await stage.mailServer.arrived(1)).map(({ to }) => to)).toEqual([['ada@new.example']])
})

test('a server that asks to try later is asked later, and the mail arrives once', async () => {
  const clock = movedClock()
  const stage = await startMailStage({ now: clock.now })
  const ada = await stage.reader('ada')
  stage.mailServer.answer(450)
  const { told } = await changedPost(stage)
  await stage.tell([ada], told)
  await stage.startSender()
  const { sql } = stage.running.database
  const reasons = async () => (await sql<{ reason: string }[]>`select reason from mails`).map(({ reason }) => reason)
  await expect.poll(reasons).toEqual(['not_now'])
  expect(await stage.states()).toEqual(['sending'])
  stage.mailServer.answer(undefined)
  clock.move(61_000)
  await stage.mailServer.arrived(1)
  await stage.settledAs('sent')
  expect(stage.mailServer.received).toHaveLength(1)
})

// Guarantees that a mail that the server never takes is given up in the end, and stops no other until then.
test('if the server closes the connection at a mail, the failure is counted, and the other mails arrive', async () => {
  const stage = await startMailStage()
  const [ada, bob] = [await stage.reader('ada'), await stage.reader('bob')]
  stage.mailServer.answer(421, 'ada@example.com')
  await stage.tell([ada, bob], (await changedPost(stage)).told)
  await stage.startSender()
  const { sql } = stage.running.database
  await expect
    .poll(() => sql`select state, reason, attempts from mails order by attempts`)
    .toEqual([
      { state: 'sent', reason: null, attempts: 0 },
      { state: 'sending', reason: 'interrupted', attempts: 1 },
    ])
})

// Guarantees that a wrong setting costs no mail and no address.
test('while the server refuses the sender, mails wait and the console says why', async () => {
  const clock = movedClock()
  let isRefused = true
  const refused = Object.assign(new Error('5.7.1 Sender address rejected'), { responseCode: 553 })
  const mailServer = await startMailServer({ onMailFrom: (_from, _session, done) => done(isRefused ? refused : null) })
  const stage = await startMailStage({ now: clock.now, mailServer })
  const ada = await stage.reader('ada')
  await stage.tell([ada], (await changedPost(stage)).told)
  await stage.startSender()
  const why = async () => {
    const trouble = await mailTrouble(stage.call())
    return trouble && { reason: trouble.mail.reason, answer: trouble.mail.answer, attempts: trouble.mail.attempts }
  }
  await expect.poll(why).toEqual({ reason: 'all_refused', answer: '553 5.7.1 Sender address rejected', attempts: 0 })
  isRefused = false
  clock.move(31_000)
  await mailServer.arrived(1)
  await stage.settledAs('sent')
})

test('a stop does not wait for a server that takes minutes to confirm a mail', async () => {
  const whole = Promise.withResolvers<void>()
  const mailServer = await startMailServer({ onData: (stream) => void stream.resume().on('end', whole.resolve) })
  const stage = await startMailStage({ mailServer })
  await stage.tell([await stage.reader('ada')], (await changedPost(stage)).told)
  const { stop } = await stage.startSender({ stopWithinMs: 100 })
  await whole.promise
  await stop()
  const rows = await stage.running.database.sql`select state, reason, attempts from mails`
  expect(rows).toEqual([{ state: 'sending', reason: 'interrupted', attempts: 1 }])
})

// Guarantees threats 86 and 118 also for mails that wait for a slow server.
test('a mail that was taken long before it leaves is made anew', async () => {
  const clock = movedClock()
  const confirm = Promise.withResolvers<void>()
  const to: string[] = []
  const mailServer = await startMailServer({
    onData: (stream, { envelope }, done) => {
      to.push(...envelope.rcptTo.map(({ address }) => address))
      stream.resume()
      void confirm.promise.then(() => done())
    },
  })
  const stage = await startMailStage({ now: clock.now, mailServer })
  const crowd = await stage.crowd(10)
  const { told } = await changedPost(stage)
  await stage.tell(crowd, told) // as many as there are connections
  const [ada, bob] = [await stage.reader('ada'), await stage.reader('bob')]
  await stage.tell([ada, bob], told)
  await stage.startSender()
  await expect.poll(() => to).toHaveLength(10)
  await stage.server('POST', `/v1/users/${ada}/ban`, {})
  clock.move(11_000)
  confirm.resolve()
  await expect
    .poll(async () => (await stage.states()).sort())
    .toEqual(['sent', ...Array(10).fill('sent'), 'skipped'].sort())
  expect(to).toContain('bob@example.com')
  expect(to).not.toContain('ada@example.com')
})

test('a mail is not sent again if the database fails while the result is written', async () => {
  const stage = await startMailStage({ isAlone: true })
  await stage.running.database.pool.query(`
    create sequence writes;
    create function fail_once() returns trigger language plpgsql as $$ begin
      if nextval('writes') = 1 then raise 'not now'; end if; return new; end $$;
    create trigger fails before update on mails for each row when (new.state = 'sent') execute function fail_once()`)
  await stage.tell([await stage.reader('ada')], (await changedPost(stage)).told)
  await stage.startSender()
  await stage.settledAs('sent')
  expect(stage.mailServer.received).toHaveLength(1)
})

test('if the service cannot make a mail, the failure is counted, and the other mails arrive', async () => {
  const stage = await startMailStage({ isAlone: true })
  const [ada, bob] = [await stage.reader('ada'), await stage.reader('bob')]
  await stage.tell([ada, bob], (await changedPost(stage)).told)
  await stage.running.database.pool.query(`
    alter table notifications rename to kept;
    create function look(id text) returns boolean language plpgsql as $$ begin
      if id = '${ada}' then raise 'unreadable'; end if; return true; end $$;
    create view notifications as select * from kept where look(user_id)`)
  await stage.startSender()
  await stage.mailServer.arrived(1)
  const { sql } = stage.running.database
  await expect
    .poll(() => sql`select user_id, state, reason, attempts from mails order by attempts`)
    .toEqual([
      { user_id: bob, state: 'sent', reason: null, attempts: 0 },
      { user_id: ada, state: 'sending', reason: 'fault', attempts: 1 },
    ])
})

// Guarantees that results and an erasure, which write several mails of one person, never wait for each other.
test('results of mails lock their rows in the order of their ids', async () => {
  const stage = await startMailStage()
  const ada = await stage.reader('ada')
  for (const title of ['Dark mode', 'Offline mode'])
    await stage.tell([ada], (await changedPost(stage, 'Planned', title)).told)
  const taken = await takeMails(stage.call(), 10)
  const mails = taken.map(({ mail }) => mail).sort((a, b) => (a.id < b.id ? -1 : 1))
  // Puts the first row behind the second, where a walk through the table comes to it last.
  await stage.running.database.sql`update mails set answer = 'moved' where id = ${mails[0]?.id}`
  let settled: Promise<void> | undefined
  await stage.running.database.transaction(async (sql) => {
    await sql`select 1 from mails where id = ${mails[0]?.id} for update`
    settled = settleMails(
      stage.call(),
      mails.toReversed().map((mail) => ({ mail, came: 'sent' })),
    )
    await expect
      .poll(async () => {
        const { rows } = await stage.running.database.pool.query(
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%update mails%'",
        )
        return rows.length
      })
      .toBe(1)
    await sql`select 1 from mails where id = ${mails[1]?.id} for update nowait`
  })
  await settled
  expect(await stage.states()).toEqual(['sent', 'sent'])
})

test('while the server is away nothing is lost, and when it is back each mail arrives once', async () => {
  const clock = movedClock()
  const gone = await startMailServer({ port: await freePort() }) // nobody else is given it while no server listens
  const stage = await startMailStage({ now: clock.now, mailServer: gone })
  await gone.stop()
  const readers: Id<'user'>[] = []
  for (const sub of ['ada', 'bob', 'eve']) readers.push(await stage.reader(sub))
  const { told } = await changedPost(stage)
  await stage.tell(readers, told)
  await stage.startSender()
  const { sql } = stage.running.database
  const away = async () =>
    (await sql<{ n: number }[]>`select count(*)::int as n from mails where reason = 'away'`)[0]?.n
  await expect.poll(away).toBeGreaterThan(0)
  const back = await startMailServer({ port: gone.port })
  const look = setInterval(() => clock.move(20_000), 50) // an hour passes
  try {
    await back.arrived(3)
  } finally {
    clearInterval(look)
  }
  await stage.settledAs('sent', 'sent', 'sent')
  expect(back.received.flatMap(({ to }) => to).sort()).toEqual([
    'ada@example.com',
    'bob@example.com',
    'eve@example.com',
  ])
})

test('a mail that a killed process had taken is sent by another process after some time', async () => {
  const clock = movedClock()
  const stage = await startMailStage({ now: clock.now })
  const ada = await stage.reader('ada')
  const { told } = await changedPost(stage)
  await stage.tell([ada], told)
  expect(await takeMails(stage.call(), 10)).toHaveLength(1) // and then it is killed
  expect(await takeMails(stage.call(), 10)).toEqual([])
  clock.move(31 * 60_000)
  await stage.startSender()
  await stage.mailServer.arrived(1)
  await stage.settledAs('sent')
})

// Guarantees that no event falls between two mails: it joins the one that waits, or makes another.
test('an event that comes while its mail is being taken gets a mail of its own', async () => {
  const stage = await startMailStage()
  const ada = await stage.reader('ada')
  const { post, told } = await changedPost(stage)
  await stage.tell([ada], told)
  const { body: comment } = await stage.server('POST', `/v1/posts/${post.id}/comments`, { body: 'Soon.' })
  const event = await stage.lastEvent('comment.created')
  const joins = () => stage.tell([ada], { type: 'answered', event, post: post.id, comment: comment.id })
  let joining: Promise<void> | undefined
  await stage.running.database.transaction(async (sql) => {
    await sql`update mails set state = 'sending'`
    joining = joins()
    await expect
      .poll(async () => {
        const { rows } = await stage.running.database.pool.query(
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into mails%'",
        )
        return rows.length
      })
      .toBe(1)
  })
  await joining
  expect((await stage.states()).sort()).toEqual(['sending', 'waiting'])
})

test('many mails of one project do not delay those of another', async () => {
  const stage = await startMailStage()
  const other = await stageIn(stage.running, stage.mailServer)
  const crowd = await stage.crowd(120)
  const big = await changedPost(stage)
  await stage.tell(crowd, big.told)
  const ada = await other.reader('ada', { email: 'ada@other.example' })
  const small = await changedPost(other)
  await other.tell([ada], small.told)
  await stage.startSender()
  const received = await stage.mailServer.arrived(121)
  const place = received.findIndex(({ to }) => to[0] === 'ada@other.example')
  expect(place).toBeGreaterThanOrEqual(0)
  expect(place).toBeLessThan(40)
  expect(new Set(received.map(({ to }) => to[0])).size).toBe(121)
})

// Guarantees that new mails do not wait for thousands that the server postponed.
test('mails that are tried again take no more than half of the places', async () => {
  const stage = await startMailStage()
  const other = await stageIn(stage.running, stage.mailServer)
  const crowd = await stage.crowd(10)
  await stage.tell(crowd, (await changedPost(stage)).told)
  await stage.running.database.sql`update mails set state = 'sending', due_at = ${new Date(0)}`
  await other.tell([await other.reader('ada')], (await changedPost(other)).told)
  const taken = await takeMails(stage.call(), 4)
  expect(taken.map(({ mail }) => mail.projectId).sort()).toEqual(
    [stage.project.id, stage.project.id, other.project.id].sort(),
  )
})

// Guarantees that a restart, and a server that is away, delay no mail that nobody tried to send.
test('mails that a sender took and did not try are due at once when it stops or the server is away', async () => {
  const greet = Promise.withResolvers<void>()
  const away = Object.assign(new Error('Not now'), { responseCode: 421 })
  const mailServer = await startMailServer({ onConnect: (_session, done) => void greet.promise.then(() => done(away)) })
  const stage = await startMailStage({ mailServer })
  const crowd = await stage.crowd(35)
  await stage.tell(crowd, (await changedPost(stage)).told)
  const { stop } = await stage.startSender()
  const { sql } = stage.running.database
  const count = async (part: 'later' | 'now') => {
    const rows = await sql<
      { is_later: boolean }[]
    >`select due_at > now() + interval '10 seconds' as is_later from mails where state = 'sending'`
    return rows.filter(({ is_later }) => is_later === (part === 'later')).length
  }
  await expect.poll(() => count('later')).toBe(35)
  const stopped = stop()
  greet.resolve()
  await stopped // ten were under way and failed
  expect(await count('now')).toBe(25)
  expect(await count('later')).toBe(10)
})

test('while nothing is due, the sender looks once a second', async () => {
  const stage = await startMailStage()
  const { database, config } = stage.running
  const looks: number[] = []
  const clock = () => {
    looks.push(performance.now())
    return new Date()
  }
  const sender = await sendMails({ database, config, log: createLog('silent', () => {}), now: clock })
  onTestFinished(sender.stop)
  await expect.poll(() => looks.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(3)
  const pauses = looks.slice(1).map((look, place) => look - (looks[place] ?? 0))
  expect(Math.min(...pauses)).toBeGreaterThan(900)
})
