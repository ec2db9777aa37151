import { asHeader } from './clean.ts'
import { failureOf, type MailFailure } from './failure.ts'
import { findShared } from './shared-failures.ts'

/** A mail for one person. */
export interface OutgoingMail {
  readonly to: string
  /** Whom it seems to come from, such as the name of a board; the address is always that of `MAIL_FROM`. */
  readonly fromName: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Without the angle brackets and the host. */
  readonly messageId: string
  /** What all mails about one thing have in common, so that programs show them together. */
  readonly thread?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface Mailer {
  /** Where all mails come from. */
  readonly address: string
  /** Undefined: the server took it. Never throws. */
  send(mail: OutgoingMail): Promise<MailFailure | undefined>
  /** A mail that is under way is finished first. */
  close(): void
  /** Mails under way fail. */
  abort(): void
}

export interface MailerOptions {
  readonly smtpUrl: string
  readonly mailFrom: string
  /** How many mails are under way at once. */
  readonly connections: number
  /** How long a server may take to be found, to accept a connection and to greet. */
  readonly patienceMs?: number
  /** How long it may say nothing after that. */
  readonly silenceMs?: number
}

/** One address and nothing else, whatever the parser of a mail server understands. */
const PART = '(?:(?![<>()[\\]\\\\,;:"@])[\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}])'
const ADDRESS = new RegExp(`^${PART}{1,64}@${PART}{1,255}$`, 'u')

const PATIENCE_MS = 30_000
/** A server that has the whole mail may check it for so long before it says that it took it (RFC 5321, 4.5.3.2.6). Who hangs up earlier sends it twice. */
const SILENCE_MS = 10 * 60 * 1000

/** Mail over SMTP on connections that stay open. It opens none before the first mail. */
export async function openMailer(options: MailerOptions): Promise<Mailer> {
  const { createTransport } = await import('nodemailer') // a service without mail never loads it
  const { smtpUrl, mailFrom, connections, patienceMs = PATIENCE_MS, silenceMs = SILENCE_MS } = options
  const sender = readSender(mailFrom)
  const host = sender.address.slice(sender.address.lastIndexOf('@') + 1)
  const transport = createTransport({
    ...readSmtpUrl(smtpUrl),
    pool: true,
    maxConnections: connections,
    maxMessages: 500,
    dnsTimeout: patienceMs,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  /** The envelopes of mails that the server is told of, or was. */
  const begun = new WeakSet<object>()
  transport.use('stream', ({ message, data: { envelope } }, done) => {
    // The mail is read when a connection is there and logged in.
    message.processFunc((stream) => {
      if (envelope) begun.add(envelope)
      return stream
    })
    done()
  })
  const judged = findShared()
  return {
    address: sender.address,
    send: async ({ to, fromName, subject, text, html, messageId, thread, headers = {} }) => {
      if (!ADDRESS.test(to)) return { kind: 'address_refused', answer: undefined, isShared: false }
      const root = thread && `<${asHeader(thread)}@${host}>`
      // Objects, and an envelope of our own: nothing in an address is read as a list of addresses.
      const envelope = { from: sender.address, to: [to] }
      try {
        await transport.sendMail({
          envelope,
          from: { name: asHeader(fromName || sender.name, 100), address: sender.address },
          to: { name: '', address: to },
          subject: asHeader(subject),
          text,
          html,
          messageId: `<${asHeader(messageId)}@${host}>`,
          ...(root && { inReplyTo: root, references: root }),
          headers: Object.entries(headers).map(([key, value]) => ({ key, value: asHeader(value, 2_000) })),
        })
        return judged(to, undefined)
      } catch (error) {
        return judged(to, failureOf(error, to, begun.has(envelope)))
      }
    },
    close: () => transport.close(),
    abort: () => transport.close({ force: true }),
  }
}

function readSender(mailFrom: string): { readonly name: string; readonly address: string } {
  const [, name = '', address = mailFrom] = /^(.*) <([^<>]+)>$/.exec(mailFrom) ?? []
  return { name: name.replace(/^"(.*)"$/, '$1'), address }
}

/** Only what a URL says about a server; options in its query could switch off what is checked here. */
function readSmtpUrl(text: string) {
  const { protocol, hostname, port, username, password } = new URL(text)
  const secure = protocol === 'smtps:'
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const isNear = isThisMachine(host)
  return {
    host,
    port: port ? Number(port) : secure ? 465 : 587,
    secure,
    // Nobody is on the way to this machine. Servers there often have a certificate that nobody signed, such as Postfix on Debian.
    ...(isNear && !secure && { tls: { rejectUnauthorized: false } }),
    ...(username && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      requireTLS: !isNear, // whoever is on the way could answer that there is no TLS, and read the password
    }),
  }
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
}
