import { fastify } from 'fastify'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/* A mail server for both sides. It takes every mail and says how long so many of them took. */

/** As one that writes a mail to its disk before it takes it. */
const EACH_TAKES_MS = 20
const app = fastify()
let last = Buffer.alloc(0)
const times: number[] = []

const server = new SMTPServer({
  authOptional: true,
  hideSTARTTLS: true,
  disableReverseLookup: true,
  logger: false,
  onData: (stream, _session, done) => {
    const parts: Buffer[] = []
    stream.on('data', (part: Buffer) => void parts.push(part))
    stream.on('end', () => {
      last = Buffer.concat(parts)
      setTimeout(() => {
        times.push(performance.now())
        done()
      }, EACH_TAKES_MS)
    })
  },
})
server.on('error', () => {}) // a sender that ends
await new Promise<void>((ready) => void server.listen(Number(process.env.SMTP_PORT), '127.0.0.1', ready))

app.get('/ready', async () => ({}))
app.get('/last', async () => {
  const { subject, text, html } = await PostalMime.parse(last)
  return { subject, text, html }
})
/** The seconds from the first to the last of all mails since the last answer, once there are so many. */
app.get<{ Params: { count: string } }>('/taken/:count', async ({ params }) => {
  while (times.length < Number(params.count)) await new Promise((wake) => setTimeout(wake, 10))
  const taken = times.splice(0)
  return { seconds: ((taken.at(-1) ?? 0) - (taken[0] ?? 0)) / 1000 }
})
process.on('SIGTERM', () => {
  server.close()
  void app.close()
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
