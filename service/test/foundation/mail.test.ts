import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { asHeader, type MailerOptions, openMailer } from '../../src/foundation/mail/index.ts'
import { startMailServer } from '../harness/mail-server.ts'

const LETTER = {
  to: 'ada@example.com',
  fromName: 'Acme',
  subject: 'Recurring tasks is now planned',
  text: 'It is planned.',
  html: '<p>It is planned.</p>',
  messageId: 'one',
}

function mailerFor(smtpUrl: string, options: Partial<MailerOptions> = {}) {
  const mailer = openMailer({ smtpUrl, mailFrom: 'Feedback <feedback@acme.example>', connections: 2, ...options })
  onTestFinished(() => mailer.close())
  return mailer
}

test('a mail arrives as text and HTML, from the name of the board and the address of MAIL_FROM, in its thread', async () => {
  const server = await startMailServer()
  const failure = await mailerFor(server.url).send({ ...LETTER, thread: 'post', headers: { 'List-Id': '<a.example>' } })
  expect(failure).toBeUndefined()
  const [got] = server.received
  expect(got).toMatchObject({ from: 'feedback@acme.example', to: ['ada@example.com'] })
  expect(got?.mail).toMatchObject({
    from: { name: 'Acme', address: 'feedback@acme.example' },
    subject: LETTER.subject,
    messageId: '<one@acme.example>',
    inReplyTo: '<post@acme.example>',
    references: '<post@acme.example>',
  })
  expect(got?.mail.text?.trim()).toBe(LETTER.text)
  expect(got?.mail.html).toContain(LETTER.html)
  expect(got?.header('list-id')).toBe('<a.example>')
})

test('a login is used where the URL has one, also with signs that a URL has to escape', async () => {
  const server = await startMailServer({ login: 'me@acme:p@ss' })
  const url = `smtp://me%40acme:p%40ss@127.0.0.1:${server.port}`
  expect(await mailerFor(url).send(LETTER)).toBeUndefined()
  expect(await mailerFor(`smtp://me:wrong@127.0.0.1:${server.port}`).send(LETTER)).toMatchObject({ kind: 'login' })
})

test.each([
  [550, 'address_refused'],
  [553, 'address_refused'],
  [450, 'not_now'],
  [451, 'not_now'],
])('an answer of %i at RCPT is %s, and says nothing of the address', async (code, kind) => {
  const server = await startMailServer()
  server.answer(code)
  const failure = await mailerFor(server.url).send(LETTER)
  expect(failure).toMatchObject({ kind })
  expect(failure?.answer).toContain('is not here')
  expect(failure?.answer).not.toContain('ada')
})

// Guarantees that a server which relays for nobody does not make every address one that gets no mail.
test('a refusal by the policy of the server does not blame the address', async () => {
  const server = await startMailServer({
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error('5.7.1 Relay access denied'), { responseCode: 554 })),
  })
  expect(await mailerFor(server.url).send(LETTER)).toEqual({
    kind: 'mail_refused',
    answer: '554 5.7.1 Relay access denied',
  })
})

test('an answer can be kept whatever the server wrote', async () => {
  const server = await startMailServer({
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error('No \u0000such \u202eone'), { responseCode: 550 })),
  })
  expect(await mailerFor(server.url).send(LETTER)).toEqual({ kind: 'address_refused', answer: '550 No such one' })
})

test('an answer of 554 to the mail itself does not blame the address', async () => {
  const server = await startMailServer({
    onData: (stream, _session, done) => {
      stream.resume()
      stream.on('end', () => done(Object.assign(new Error('This is spam'), { responseCode: 554 })))
    },
  })
  expect(await mailerFor(server.url).send(LETTER)).toEqual({ kind: 'mail_refused', answer: '554 This is spam' })
})

test('a server that is away, hangs, or hangs up is away', async () => {
  const gone = await startMailServer()
  await gone.stop()
  expect(await mailerFor(gone.url).send(LETTER)).toMatchObject({ kind: 'away' })
  expect(await mailerFor('smtp://nowhere.invalid').send(LETTER)).toMatchObject({ kind: 'away' })
  const closing = await startMailServer()
  closing.answer(421)
  expect(await mailerFor(closing.url).send(LETTER)).toMatchObject({ kind: 'away' })
  const silent = await listening(() => {})
  expect(await mailerFor(silent, { patienceMs: 200 }).send(LETTER)).toMatchObject({ kind: 'away' })
  const rude = await listening((socket) => socket.end('220 hello\r\n'))
  expect(await mailerFor(rude).send(LETTER)).toMatchObject({ kind: 'away' })
})

test('a certificate that does not fit, and a server without TLS where TLS is asked for, are faults of TLS', async () => {
  const server = await startMailServer({ secure: true }) // with the certificate that the library brings
  expect(await mailerFor(server.url).send(LETTER)).toMatchObject({ kind: 'tls' })
  const plain = await startMailServer()
  expect(await mailerFor(plain.url.replace('smtp:', 'smtps:')).send(LETTER)).toMatchObject({ kind: 'tls' })
  const upgrading = await startMailServer({ hideSTARTTLS: false })
  expect(await mailerFor(upgrading.url).send(LETTER)).toMatchObject({ kind: 'tls' })
})

const HOSTILE = {
  'CR LF': 'Idea\r\nBcc: eve@evil.example',
  LF: 'Idea\nBcc: eve@evil.example',
  'CR and NUL': 'Idea\rBcc: eve@evil.example\0',
  'a line separator': 'Idea\u2028Bcc: eve@evil.example',
  bidi: '\u202eelpmaxe.live@eve\u202c',
  'an encoded word': '=?utf-8?q?=0d=0aBcc:_eve=40evil.example?=',
  'a list of addresses': '", eve@evil.example, "',
  '10,000 letters': 'a'.repeat(10_000),
  '10,000 characters': '漢'.repeat(10_000),
}

// Guarantees that whatever people write, a mail has one recipient and the headers that we gave it.
test.each(Object.entries(HOSTILE))('no text becomes a header or a recipient: %s', async (_, text) => {
  const server = await startMailServer()
  const failure = await mailerFor(server.url).send({
    ...LETTER,
    fromName: text,
    subject: text,
    messageId: text,
    thread: text,
    headers: { 'List-Id': text, 'List-Unsubscribe': `<https://acme.example/${text}>` },
  })
  expect(failure).toBeUndefined()
  const [got] = await server.arrived(1)
  expect(got?.to).toEqual(['ada@example.com'])
  const names = got?.mail.headers.map(({ key }) => key).sort()
  expect(names).toEqual(
    'content-type date from in-reply-to list-id list-unsubscribe message-id mime-version references subject to'.split(
      ' ',
    ),
  )
  expect(got?.mail.to).toEqual([{ name: '', address: 'ada@example.com' }])
  expect(got?.mail.subject?.length).toBeLessThanOrEqual(200)
  expect(got?.mail.subject).not.toMatch(/[\p{Cc}\p{Zl}\u202a-\u202e]/u)
})

test('an address with a line end or a list in it is refused and reaches nobody', async () => {
  const server = await startMailServer()
  const mailer = mailerFor(server.url)
  for (const to of ['ada@example.com\r\nRCPT TO:<eve@evil.example>', 'ada@example.com, eve@evil.example', 'ada@a\0b']) {
    expect(await mailer.send({ ...LETTER, to })).toMatchObject({ kind: 'address_refused' })
  }
  expect(server.received).toEqual([])
})

test('a line for a header keeps what emoji and scripts are joined by, and is cut between characters', () => {
  expect(asHeader('👩‍👧 می‌خواهم\u202e')).toBe('👩‍👧 می‌خواهم')
  expect(asHeader(`${'a'.repeat(198)}👍👍👍`)).toBe(`${'a'.repeat(198)}👍…`)
})

async function listening(onConnection: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    onConnection(socket)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on a port
}
