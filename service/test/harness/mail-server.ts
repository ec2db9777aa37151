import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Email } from 'postal-mime'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** A mail as the server of its recipient got it. */
export interface Received {
  readonly from: string
  /** Whom the envelope names. */
  readonly to: readonly string[]
  /** It came over TLS. */
  readonly isSecure: boolean
  readonly raw: string
  readonly mail: Email
  header(name: string): string | undefined
}

export interface MailServer {
  readonly url: string
  readonly port: number
  readonly received: readonly Received[]
  /** The next mails to this address, or to any, get this answer at RCPT; undefined: they are taken. */
  answer(code: number | undefined, address?: string): void
  /** Resolves as soon as so many mails have arrived. */
  arrived(count: number): Promise<readonly Received[]>
  stop(): Promise<void>
}

/** A real SMTP server on this machine. It ends with the test. */
export async function startMailServer(
  options: SMTPServerOptions & { readonly port?: number; readonly login?: string } = {},
): Promise<MailServer> {
  const { port: wanted = 0, login, ...rest } = options
  const received: Received[] = []
  const waiting: { readonly count: number; readonly resolve: (all: readonly Received[]) => void }[] = []
  const answers = new Map<string, number>()
  const server = new SMTPServer({
    authOptional: login === undefined,
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 50, // senders keep their connections open
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      `${username}:${password}` === login ? done(null, { user: username }) : done(refusal(535, 'Wrong password')),
    onRcptTo: ({ address }, _session, done) => {
      const code = answers.get(address) ?? answers.get('')
      done(code === undefined ? null : refusal(code, `The mailbox <${address}> is not here`))
    },
    onData: (stream, { envelope, secure }, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => void parts.push(part))
      stream.on('end', () => {
        const raw = Buffer.concat(parts)
        PostalMime.parse(raw).then((mail) => {
          received.push({
            from: envelope.mailFrom ? envelope.mailFrom.address : '',
            to: envelope.rcptTo.map(({ address }) => address),
            isSecure: secure,
            raw: raw.toString('utf8'),
            mail,
            header: (name) => mail.headers.find(({ key }) => key === name)?.value,
          })
          done()
          for (const { count, resolve } of waiting) if (received.length >= count) resolve([...received])
        }, done)
      })
    },
    ...rest,
  })
  server.on('error', () => {}) // a client that hangs up; the test looks at the client
  await once(server.listen(wanted, '127.0.0.1'), 'listening')
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= new Promise<void>((done) => server.close(done))
    return stopped
  }
  onTestFinished(stop)
  const { port } = server.server.address() as AddressInfo // it listens on a port
  const scheme = rest.secure ? 'smtps' : 'smtp'
  return {
    url: `${scheme}://${login === undefined ? '' : `${login}@`}127.0.0.1:${port}`,
    port,
    received,
    answer: (code, address = '') => void (code === undefined ? answers.delete(address) : answers.set(address, code)),
    arrived: (count) =>
      received.length >= count
        ? Promise.resolve([...received])
        : new Promise((resolve) => void waiting.push({ count, resolve })),
    stop,
  }
}

function refusal(code: number, text: string): Error & { responseCode: number } {
  return Object.assign(new Error(text), { responseCode: code })
}
