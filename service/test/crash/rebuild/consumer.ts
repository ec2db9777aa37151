// A client's process that keeps what it is told, by the stream and by a webhook: each event is a line of a file before the next one is asked for,
// or the delivery is acknowledged. It can be killed at any moment.
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServerClient, verifyWebhook } from '../../../../kits/server/src/index.ts'
import { filesIn } from './files.ts'

const { API_ORIGIN = '', SECRET_KEY = '', WEBHOOK_SECRET = '', PORT, DIRECTORY = '' } = process.env
const files = filesIn(DIRECTORY)

createServer(async (request, response) => {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of request) chunks.push(chunk)
    keep(files.webhook, await verifyWebhook(WEBHOOK_SECRET, request.headers, Buffer.concat(chunks)))
    response.writeHead(204).end()
  } catch (error) {
    process.stderr.write(`${error}\n`)
    response.writeHead(400).end()
  }
}).listen(Number(PORT), '127.0.0.1', () => void process.stdout.write('listening\n'))

const client = createServerClient({ apiOrigin: API_ORIGIN, secretKey: SECRET_KEY })
for await (const event of client.events({ after: lastKept(files.stream) })) keep(files.stream, event)

function keep(file: string, event: unknown): void {
  appendFileSync(file, `${JSON.stringify(event)}\n`)
}

/** The id of the last event; a line that was not written to its end is dropped. */
function lastKept(file: string): string | undefined {
  if (!existsSync(file)) return undefined
  const text = readFileSync(file, 'utf8')
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  truncateSync(file, Buffer.byteLength(whole))
  const line = whole.trimEnd().split('\n').at(-1)
  return line ? JSON.parse(line).id : undefined
}
