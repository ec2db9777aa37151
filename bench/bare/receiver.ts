import { createServer } from 'node:http'

/** A receiver of webhooks that takes everything, for both sides. `/count` says how many there were, `/last` what the last one held. */
let count = 0
let last = ''
createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(request.url === '/last' ? last : String(count))
    return
  }
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    count += 1
    last = Buffer.concat(chunks).toString('utf8')
    response.end()
  })
}).listen(Number(process.env.PORT), 'localhost')
