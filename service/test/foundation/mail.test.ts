import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { asHeader, type MailerOptions, openMailer } from '../../src/foundation/mail/index.ts'
import { makeCertificate } from '../harness/certificate.ts'
import { startMailServer } from '../harness/mail-server.ts'

const LETTER = {
  to: 'ada@example.com',
  fromName: 'Acme',
  subject: 'Recurring tasks is now planned',
  text: 'It is planned.',
  html: '<p>It is planned.</p>',
  messageId: 'one',
}

async function mailerFor(smtpUrl: string, options: Partial<MailerOptions> = {}) {
  const mailer = await openMailer({ smtpUrl, mailFrom: 'Feedback <feedback@acme.example>', connections: 2, ...options })
  onTestFinished(() => mailer.close())
  return mailer
}

test('a mail arrives as text and HTML, from the name of the board and the address of MAIL_FROM, in its thread', async () => {
  const server = await startMailServer()
  const failure = await (await mailerFor(server.url)).send({
    ...LETTER,
    thread: 'post',
    headers: { 'List-Id': '<a.example>' },
  })
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
  expect(await (await mailerFor(url)).send(LETTER)).toBeUndefined()
  expect(await (await mailerFor(`smtp://me:wrong@127.0.0.1:${server.port}`)).send(LETTER)).toMatchObject({
    kind: 'login',
  })
})

test.each([
  [550, 'address_refused'],
  [553, 'address_refused'],
  [450, 'not_now'],
  [451, 'not_now'],
])('an answer of %i at RCPT is %s, and says nothing of the address', async (code, kind) => {
  const server = await startMailServer()
  server.answer(code)
  const failure = await (await mailerFor(server.url)).send(LETTER)
  expect(failure).toMatchObject({ kind })
  expect(failure?.answer).toContain('is not here')
  expect(failure?.answer).not.toContain('ada')
})

// Guarantees that an address gets no mail any more only if the server says that the address is wrong.
test.each([
  ['550 5.1.1 No such user', 'address_refused'],
  ['550 5.2.1 Mailbox disabled', 'address_refused'],
  ['550 5.1.8 Sender address rejected', 'mail_refused'],
  ['552 5.2.2 Mailbox full', 'mail_refused'],
  ['554 Relay access denied', 'mail_refused'],
  ['554 5.7.1 Relay access denied', 'mail_refused'],
  ['550 5.4.5 Daily quota exceeded', 'mail_refused'],
  ['550 5.3.0 Other mail system problem', 'mail_refused'],
  ['530 5.7.0 Authentication required', 'login'],
])('“%s” at RCPT is %s', async (answer, kind) => {
  const server = await startMailServer({ onRcptTo: (_address, _session, done) => done(refusalOf(answer)) })
  expect(await (await mailerFor(server.url)).send(LETTER)).toMatchObject({ kind, answer })
})

// Guarantees that a wrong setting costs no mail: what the server has against the sender, it has against every mail.
test.each([
  ['530 5.7.0 Must issue a STARTTLS command first', 'login'],
  ['553 5.7.1 Sender address rejected: not owned by user', 'all_refused'],
  ['550 Unknown sender', 'all_refused'],
  ['552 5.3.4 Message too big', 'mail_refused'],
  ['451 4.3.0 Try again', 'not_now'],
])('“%s” at MAIL FROM is %s', async (answer, kind) => {
  const server = await startMailServer({ onMailFrom: (_address, _session, done) => done(refusalOf(answer)) })
  const isShared = kind === 'login' || kind === 'all_refused'
  expect(await (await mailerFor(server.url)).send(LETTER)).toEqual({ kind, answer, isShared })
})

// Guarantees that a server that relays nothing for us does not make every address one that gets no mail.
test('the same refusal of several recipients in a row is none of their addresses, until a mail is taken', async () => {
  const server = await startMailServer()
  const mailer = await mailerFor(server.url)
  const kinds = async (...subs: string[]) => {
    const all: (string | undefined)[] = []
    for (const sub of subs) all.push((await mailer.send({ ...LETTER, to: `${sub}@example.com` }))?.kind)
    return all
  }
  server.answer(550)
  expect(await kinds('ada', 'ada', 'ada')).toEqual(Array(3).fill('address_refused'))
  expect(await kinds('bob', 'eve', 'ada')).toEqual(['address_refused', 'all_refused', 'all_refused'])
  server.answer(undefined)
  expect(await kinds('ada')).toEqual([undefined])
  server.answer(550)
  expect(await kinds('ada')).toEqual(['address_refused'])
})

test('an address that the server names as wrong is wrong, however many there are', async () => {
  const server = await startMailServer({
    onRcptTo: (_address, _session, done) => done(refusalOf('550 5.1.1 No such user')),
  })
  const mailer = await mailerFor(server.url)
  for (const sub of ['ada', 'bob', 'eve', 'mia'])
    expect(await mailer.send({ ...LETTER, to: `${sub}@example.com` })).toMatchObject({ kind: 'address_refused' })
})

test('an answer can be kept whatever the server wrote', async () => {
  const server = await startMailServer({
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error('No \u0000such \u202eone'), { responseCode: 550 })),
  })
  expect(await (await mailerFor(server.url)).send(LETTER)).toMatchObject({
    kind: 'address_refused',
    answer: '550 No such one',
  })
})

test('an answer of 554 to the mail itself does not blame the address', async () => {
  const server = await startMailServer({
    onData: (stream, _session, done) => {
      stream.resume()
      stream.on('end', () => done(Object.assign(new Error('This is spam'), { responseCode: 554 })))
    },
  })
  expect(await (await mailerFor(server.url)).send(LETTER)).toMatchObject({
    kind: 'mail_refused',
    answer: '554 This is spam',
  })
})

test('a server that is away, hangs, or hangs up is away', async () => {
  const gone = await startMailServer()
  await gone.stop()
  expect(await (await mailerFor(gone.url)).send(LETTER)).toMatchObject({ kind: 'away' })
  expect(await (await mailerFor('smtp://nowhere.invalid')).send(LETTER)).toMatchObject({ kind: 'away' })
  const closing = await listening((socket) => socket.end('421 Too many connections\r\n'))
  expect(await (await mailerFor(closing)).send(LETTER)).toMatchObject({ kind: 'away' })
  const silent = await listening(() => {})
  expect(await (await mailerFor(silent, { patienceMs: 200 })).send(LETTER)).toMatchObject({ kind: 'away' })
  const rude = await listening((socket) => socket.end('220 hello\r\n'))
  expect(await (await mailerFor(rude)).send(LETTER)).toMatchObject({ kind: 'away' })
})

// Guarantees that nobody gets a mail again and again because the server takes its time to check it (RFC 5321, 4.5.3.2.6).
test('a server that has the whole mail may take longer to confirm it than to greet', async () => {
  const [whole, confirm] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const server = await startMailServer({
    onData: (stream, _session, done) => {
      stream.resume().on('end', whole.resolve)
      void confirm.promise.then(() => done())
    },
  })
  const mailer = await mailerFor(server.url, { patienceMs: 200 })
  // On a busy machine the greeting may take longer; then it is tried again.
  let sent = mailer.send(LETTER)
  while (await Promise.race([whole.promise.then(() => false), sent.then(() => true)])) sent = mailer.send(LETTER)
  const silent = await listening(() => {})
  expect(await (await mailerFor(silent, { patienceMs: 400 })).send(LETTER)).toMatchObject({ kind: 'away' }) // so much time has passed
  confirm.resolve()
  expect(await sent).toBeUndefined()
})

// Guarantees that one mail that the server cannot stand is counted, and stops no other.
test.each(['MAIL FROM', 'RCPT TO', 'Subject:'])(
  'a server that hangs up, closes or falls silent at %s interrupts this mail, and after several recipients all',
  async (place) => {
    for (const [end, options] of [
      [(socket: Socket) => socket.destroy(), {}],
      [(socket: Socket) => socket.end('421 Closing\r\n'), {}],
      [() => {}, { silenceMs: 200 }],
    ] as const) {
      const mailer = await mailerFor(await talking(place, end), options)
      const shared: unknown[] = []
      for (const sub of ['ada', 'ada', 'ada', 'bob', 'eve']) {
        const failure = await mailer.send({ ...LETTER, to: `${sub}@example.com` })
        expect(failure?.kind).toBe('interrupted')
        shared.push(failure?.isShared)
      }
      expect(shared).toEqual([false, false, false, false, true])
    }
  },
)

// Guarantees that a password is never said in the open, also if somebody on the way hides that the server speaks TLS.
test('a login over smtp:// needs TLS, unless the server is on this machine', async () => {
  const server = await startMailServer({ login: 'me:secret', disabledCommands: ['STARTTLS'] })
  expect(await (await mailerFor(server.url)).send(LETTER)).toBeUndefined()
  expect(await (await mailerFor(asElsewhere(server.url))).send(LETTER)).toMatchObject({ kind: 'tls' })
  expect(server.received).toHaveLength(1)
})

// Guarantees that a mail server as Debian sets it up works on the same machine: its certificate is its own.
test('STARTTLS with a certificate that nobody signed is used on this machine, and refused elsewhere', async () => {
  const server = await startMailServer({ hideSTARTTLS: false }) // with the certificate that the library brings
  expect(await (await mailerFor(server.url)).send(LETTER)).toBeUndefined()
  expect(server.received.map(({ isSecure }) => isSecure)).toEqual([true])
  expect(await (await mailerFor(asElsewhere(server.url))).send(LETTER)).toMatchObject({ kind: 'tls' })
})

test('a server whose certificate fits gets login and mail over TLS: smtps:// at once, smtp:// after STARTTLS', async () => {
  const { key, cert } = makeCertificate('0.0.0.0')
  const trusted = getCACertificates('default')
  onTestFinished(() => setDefaultCACertificates(trusted))
  for (const secure of [true, false]) {
    const server = await startMailServer({ secure, key, cert, hideSTARTTLS: false, login: 'me:secret' })
    setDefaultCACertificates(trusted)
    expect(await (await mailerFor(asElsewhere(server.url))).send(LETTER)).toMatchObject({ kind: 'tls' })
    setDefaultCACertificates([...trusted, cert])
    expect(await (await mailerFor(asElsewhere(server.url))).send(LETTER)).toBeUndefined()
    expect(server.received.map(({ isSecure }) => isSecure)).toEqual([true])
  }
})

test('a certificate that does not fit, and a server without TLS where TLS is asked for, are faults of TLS', async () => {
  const server = await startMailServer({ secure: true }) // with the certificate that the library brings
  expect(await (await mailerFor(server.url)).send(LETTER)).toMatchObject({ kind: 'tls' })
  const plain = await startMailServer()
  expect(await (await mailerFor(plain.url.replace('smtp:', 'smtps:'))).send(LETTER)).toMatchObject({ kind: 'tls' })
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
  const failure = await (await mailerFor(server.url)).send({
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
  const mailer = await mailerFor(server.url)
  for (const to of ['ada@example.com\r\nRCPT TO:<eve@evil.example>', 'ada@example.com, eve@evil.example', 'ada@a\0b']) {
    expect(await mailer.send({ ...LETTER, to })).toMatchObject({ kind: 'address_refused' })
  }
  expect(server.received).toEqual([])
})

test('a line for a header keeps what emoji and scripts are joined by, and is cut between characters', () => {
  expect(asHeader('👩‍👧 می‌خواهم\u202e')).toBe('👩‍👧 می‌خواهم')
  expect(asHeader(`${'a'.repeat(198)}👍👍👍`)).toBe(`${'a'.repeat(198)}👍…`)
})

/** Reaches the same server, and is no address of this machine alone. */
function asElsewhere(url: string): string {
  return url.replace('127.0.0.1', '0.0.0.0')
}

function refusal(code: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode: code })
}

function refusalOf(answer: string): Error {
  return refusal(Number(answer.slice(0, 3)), answer.slice(4))
}

/** A server that agrees with everything until it hears this. */
function talking(until: string, end: (socket: Socket) => void): Promise<string> {
  return listening((socket) => {
    let heard = ''
    socket.write('220 hello\r\n')
    socket.setEncoding('utf8').on('data', (part: string) => {
      const isMail = heard.includes('DATA')
      heard += part
      if (heard.includes(until)) end(socket)
      else if (!isMail) socket.write(part.startsWith('DATA') ? '354 yes\r\n' : '250 yes\r\n')
    })
  })
}

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
