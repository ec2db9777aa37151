import { createServer, type ServerResponse } from 'node:http'

/**
 * A receiver of webhooks that takes everything, for both sides. `/count` says how many there were, `/last` what the last one held, and
 * `/until/NUMBER` is answered when there were so many: asking again and again would take time from the sender.
 */
let count = 0
let last = ''
let waiting: { readonly until: number; readonly response: ServerResponse }[] = []
createServer((request, response) => {
  const { method, url = '' } = request
  if (method === 'GET') {
    if (url.startsWith('/until/')) {
      waiting.push({ until: Number(url.slice('/until/'.length)), response })
      answerWaiting()
    } else response.end(url === '/last' ? last : String(count))
    return
  }
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    count += 1
    last = Buffer.concat(chunks).toString('utf8')
    response.end()
    if (waiting.length > 0) answerWaiting()
  })
}).listen(Number(process.env.PORT), 'localhost')

function answerWaiting(): void {
  for (const { until, response } of waiting) if (count >= until) response.end()
  waiting = waiting.filter(({ until }) => count < until)
}
