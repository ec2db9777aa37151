import { expect, test } from 'vitest'
import { startMailServer } from '../harness/mail-server.ts'
import { changedPost, mailingService, stageIn, startMailStage } from '../mails/stage.ts'
import { startDesk } from './desk.ts'

const FROM = { MAIL_FROM: 'Feedback <feedback@acme.example>' }

test('a test goes to the operator who asks for it, and the page says what the mail server answered', async () => {
  const server = await startMailServer()
  const desk = await startDesk({
    environment: { SMTP_URL: server.url, ...FROM, RATE_LIMIT_FACTOR: '1' },
    draft: { name: 'Salt & <Pepper>' },
  })
  const cookie = await desk.enter('root@acme.example', 'owner')
  const page = `/${desk.project.slug}/mail`
  const { text } = await desk.ask('GET', page, { cookie })
  expect(text).toContain('Mail is on')
  expect(text).toContain('Mails leave from Salt &amp; &lt;Pepper> &lt;feedback@acme.example>.') // as their readers see it
  const sent = await desk.ask('POST', `${page}/test`, { cookie, form: {} })
  expect(sent.headers.location).toContain('done=mail_test_sent')
  expect(server.received.map(({ to }) => to)).toEqual([['root@acme.example']])
  const { mail } = server.received[0] ?? {}
  expect(mail?.subject).toBe('Mail from Salt & <Pepper> works')
  expect(mail?.html).toContain('asked for in the console of Salt &amp; &lt;Pepper>')
  expect(mail?.text).toContain(`/console/${desk.project.slug}/mail`)
  server.answer(550)
  const refused = await desk.ask('POST', `${page}/test`, { cookie, form: {} })
  expect(refused.text).toContain('The mail server refuses this address for good.')
  expect(refused.text).toContain('is not here')
  await server.stop()
  const away = await desk.ask('POST', `${page}/test`, { cookie, form: {} })
  expect(away.text).toContain('The mail server does not answer at the host and port in SMTP_URL')
  const statuses: number[] = []
  while (statuses.at(-1) !== 429 && statuses.length < 20)
    statuses.push((await desk.ask('POST', `${page}/test`, { cookie, form: {} })).status)
  expect(statuses).toHaveLength(8)
})

test('whoever entered as owner@localhost is told how to get an address, and offered no test', async () => {
  const desk = await startDesk({ service: await mailingService() })
  const cookie = await desk.enter('owner@localhost', 'owner')
  const { text } = await desk.ask('GET', `/${desk.project.slug}/mail`, { cookie })
  expect(text).toContain('Mail is on')
  expect(text).toContain('npx svc operator invite --email YOUR_ADDRESS')
  expect(text).not.toContain('Send me a test')
})

test('while the server takes no mail, the page says why, how many wait and until when, and nothing tells the password', async () => {
  const mailServer = await startMailServer({ login: 'me:right' })
  const environment = { SMTP_URL: `smtp://me:hunter2@127.0.0.1:${mailServer.port}` }
  const stage = await startMailStage({ mailServer, environment })
  const desk = await startDesk({ service: stage.running })
  const entered = await desk.ask('POST', '/enter', { form: { code: await desk.linkFor('root@acme.example') } })
  const cookie = entered.cookies[0]?.split(';')[0] ?? ''
  await stage.tell([await stage.reader('ada')], (await changedPost(stage)).told)
  await stage.startSender()
  const page = async () => (await desk.ask('GET', `/${stage.project.slug}/mail`, { cookie })).text
  await expect.poll(page).toContain('The mail server takes no mail')
  const text = await page()
  expect(text).toContain('The mail server refuses the user or the password in SMTP_URL')
  expect(text).toContain('1 mail of this project waits. Nothing is lost')
  expect(text).toMatch(/Due \d{4}-\d\d-\d\d \d\d:\d\d UTC/)
  const tried = await desk.ask('POST', `/${stage.project.slug}/mail/test`, { cookie, form: {} })
  expect(`${text}${tried.text}${stage.running.logged.join('')}`).not.toContain('hunter2')
})

test('without SMTP_URL the page says so, offers no test, and shows what would have been sent', async () => {
  const stage = await startMailStage({ isOff: true })
  const desk = await startDesk({ service: stage.running })
  const board = await stageIn(stage.running, stage.mailServer)
  const ada = await board.reader('ada', { given_name: 'Ada', family_name: 'Lovelace' })
  const { told } = await changedPost(board)
  await board.tell([ada], told)
  const cookie =
    (await desk.ask('POST', '/enter', { form: { code: await desk.linkFor('root@acme.example') } })).cookies[0]?.split(
      ';',
    )[0] ?? ''
  const page = `/${board.project.slug}/mail`
  expect((await desk.ask('GET', page, { cookie })).text).toMatch(/Waiting<.*?Due \d{4}-\d\d-\d\d \d\d:\d\d UTC/)
  await stage.startSender()
  await board.settledAs('off')
  const waiting = await desk.ask('GET', `${page}?state=waiting`, { cookie })
  expect(waiting.text).toContain('No mail of the last 30 days is in this state.')
  const { text } = await desk.ask('GET', page, { cookie })
  expect(text).not.toContain('Due ')
  expect(text).toContain('Mail is off')
  expect(text).not.toContain('Send me a test')
  expect(text).toContain('Would have been sent')
  expect(text).toContain('Ada Lovelace')
  const [, id = ''] = /\/mail\/(mal_\w+)"/.exec(text) ?? []
  const preview = await desk.ask('GET', `${page}/${id}`, { cookie })
  expect(preview.text).toContain('“Recurring tasks” is now Planned')
  expect(preview.text).toContain('/mail/preview') // no link of the person's own
  expect(preview.text).toContain(`href="/console${page}"`) // the way back to the list
  const html = await desk.ask('GET', `${page}/${id}/html`, { cookie })
  expect(html.headers['content-security-policy']).toContain('sandbox')
  expect(html.text).toContain('Recurring tasks')
  expect((await desk.ask('POST', `${page}/test`, { cookie, form: {} })).status).toBe(404)
})

test('a mail of another project is not there', async () => {
  const stage = await startMailStage({ isOff: true })
  const desk = await startDesk({ service: stage.running })
  const ada = await stage.reader('ada')
  const { told } = await changedPost(stage)
  await stage.tell([ada], told)
  const [row] = await stage.running.database.sql<{ id: string }[]>`select id from mails`
  const cookie = await desk.enter()
  for (const path of [`/mail/${row?.id}`, `/mail/${row?.id}/html`, '/mail/mal_0']) {
    expect((await desk.ask('GET', `/${desk.project.slug}${path}`, { cookie })).status).toBe(404)
  }
})

test('an address is suppressed and allowed again, and a wrong one comes back with what was typed', async () => {
  const desk = await startDesk()
  const cookie = await desk.enter()
  const page = `/${desk.project.slug}/mail/suppressed`
  const wrong = await desk.ask('POST', `${page}/add`, { cookie, form: { email: 'nobody', reason: 'bounced' } })
  expect(wrong.status).toBe(400)
  expect(wrong.text).toContain('value="nobody"')
  await desk.ask('POST', `${page}/add`, { cookie, form: { email: 'Ada@Example.com', reason: 'bounced' } })
  const { text } = await desk.ask('GET', page, { cookie })
  expect(text).toContain('ada@example.com')
  const [, id = ''] = /value="(sup_\w+)"/.exec(text) ?? []
  await desk.ask('POST', `${page}/lift`, { cookie, form: { id } })
  expect((await desk.ask('GET', page, { cookie })).text).not.toContain('ada@example.com')
})
