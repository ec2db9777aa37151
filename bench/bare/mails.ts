import { fastify } from 'fastify'
import { createTransport } from 'nodemailer'

/* The same mail to so many addresses, over as many connections as ours, from nothing but memory. */
const CONNECTIONS = 10
const transport = createTransport({
  host: '127.0.0.1',
  port: Number(process.env.SMTP_PORT),
  pool: true,
  maxConnections: CONNECTIONS,
  maxMessages: 500,
})
const app = fastify()

app.get('/ready', async () => ({}))
app.post<{ Params: { count: string }; Body: { subject: string; text: string; html: string } }>(
  '/send/:count',
  async ({ params, body }) => {
    let left = Number(params.count)
    const send = async () => {
      while (left > 0) {
        left -= 1
        await transport.sendMail({ from: 'feedback@acme.example', to: `reader-${left}@example.com`, ...body })
      }
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, send))
    return {}
  },
)
process.on('SIGTERM', () => {
  transport.close()
  void app.close()
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
