import { expect, onTestFinished, test } from 'vitest'
import { effort } from '../harness/effort.ts'
import { until } from '../harness/process.ts'
import { sharedService, startService } from '../harness/service.ts'
import { startDoor } from './door.ts'
import { openRaw, statusesIn } from './raw-client.ts'

const LARGE = Buffer.alloc(8_000_000, 'x')

/** Writes a whole request before it reads anything, as simple clients do. */
async function writeThenRead(port: number, head: string, body: Buffer) {
  const { socket, ended } = await openRaw(port, { reads: false })
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
  })
  socket.pause()
  socket.write(head)
  socket.write(body, () => socket.resume())
  const closed = ended.then(() => true)
  await until(async () => /\r\n\r\n/.test(text) || (await Promise.race([closed, false])))
  socket.end()
  return { statuses: statusesIn(text), ended: await ended }
}

const post = (path: string, host: string, headers = '') =>
  `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n${headers}Content-Length: ${LARGE.length}\r\n\r\n`

// Guarantees that the client can read a refusal, although it is still sending most of the body.
test('a body of 8 MB gets its 413, each time', async () => {
  const { port } = await startDoor()
  for (let time = 0; time < effort(8); time += 1) {
    const answer = await writeThenRead(port, post('/echo', `localhost:${port}`), LARGE)
    expect(answer).toEqual({ statuses: [413], ended: 'end' })
  }
})

test.each([
  ['too much for an endpoint', '/v1/posts', '', 413],
  ['too much without any key', '/v1/sessions/sso', '', 413],
  ['a path that does not exist', '/v1/nope', '', 404],
  ['a path of nobody', '/nope', '', 404],
  ['a page of the reference', '/docs', '', 404],
  ['a form of the console', '/console/enter', '', 413],
  ['another media type', '/v1/posts', 'Content-Encoding: gzip\r\n', 413],
  ['a target of another host', 'http://evil.example/', '', 400],
])('%s is refused after 8 MB, not in the middle', async (_, path, headers, status) => {
  const { port } = await sharedService()
  for (let time = 0; time < effort(1); time += 1)
    expect(await writeThenRead(port, post(path, `localhost:${port}`, headers), LARGE)).toEqual({
      statuses: [status],
      ended: 'end',
    })
})

test('a host that is no board is refused after 8 MB too', async () => {
  const { port } = await sharedService()
  const { statuses, ended } = await writeThenRead(port, post('/', 'evil.example'), LARGE)
  expect([statuses.length, statuses[0] === 413 || statuses[0] === 421, ended]).toEqual([1, true, 'end'])
})

test('a body that was not needed is read to the end, and the connection stays usable', async () => {
  const { port, sockets } = await startDoor({ route: (app) => app.get('/small', async () => 'small') })
  const { socket, text } = await openRaw(port)
  const head = `GET /small HTTP/1.1\r\nHost: localhost:${port}\r\n`
  socket.write(`${head}Content-Length: ${LARGE.length}\r\n\r\n`)
  await until(() => statusesIn(text()).length === 1)
  socket.write(LARGE)
  socket.write(`${head}\r\n`)
  await until(() => statusesIn(text()).length === 2)
  expect([statusesIn(text()), sockets[0]?.destroyed]).toEqual([[200, 200], false])
})

test.each([
  ['of a request that was refused', 'POST /echo'],
  ['of a request that was answered', 'GET /small'],
])('a body that does not end is not read for ever: %s', async (_, line) => {
  const { port, sockets } = await startDoor({
    limits: { lingerMs: 60_000_000, lingerBytes: 4_000_000, watchEveryMs: 50 },
    route: (app) => app.get('/small', async () => 'small'),
  })
  const { socket, text } = await openRaw(port, { allowHalfOpen: true })
  socket.write(
    `${line} HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nContent-Length: 99000000000\r\n\r\n`,
  )
  await until(() => statusesIn(text()).length === 1)
  const more = setInterval(() => socket.writable && socket.write(Buffer.alloc(100_000)), 5)
  onTestFinished(() => clearInterval(more))
  await until(() => sockets[0]?.destroyed === true)
  expect(sockets[0]?.bytesRead).toBeGreaterThan(4_000_000)
})

// Guarantees that a client cannot keep a socket open by never closing its side, as these clients do.
test.each([
  ['nothing', '', [408]],
  ['half a head', 'GET / HTTP/1.1\r\nHost: x\r\n', [408]],
  [
    'half a body',
    'POST /echo HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    [408],
  ],
  ['no HTTP', 'GARBAGE\r\n\r\n', [400]],
  ['one request that closes', 'GET /nope HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n', [404]],
  ['one request, and is then silent', 'GET /nope HTTP/1.1\r\nHost: HOST\r\n\r\n', [404]],
  [
    'half a body of a request that is answered',
    'POST /nope HTTP/1.1\r\nHost: HOST\r\nContent-Length: 9000\r\n\r\n{',
    [404],
  ],
])('a client that sends %s and keeps its side open is let go of', async (_, text, statuses) => {
  const { port, sockets, door } = await startDoor({
    headersTimeout: 300,
    requestTimeout: 600,
    keepAliveTimeout: 300,
    limits: { lingerMs: 300, watchEveryMs: 50 },
  })
  const client = await openRaw(port, { allowHalfOpen: true })
  client.socket.write(text.replaceAll('HOST', `localhost:${port}`))
  await until(() => sockets.length === 1 && sockets.every(({ destroyed }) => destroyed))
  expect(statusesIn(client.text())).toEqual(statuses)
  expect(await new Promise((resolve) => door.server.getConnections((_, count) => resolve(count)))).toBe(0)
})

// Guarantees that busy clients notice a stop only by being asked to connect again.
test('a stop finishes running requests, announces the close in each answer, and resets no connection', async () => {
  const { port, door } = await startDoor({
    route: (app) => app.get('/small', async () => new Promise((wake) => setTimeout(() => wake('x'.repeat(2_000)), 5))),
  })
  const request = `GET /small HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`
  const clients = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const { socket, text, ended } = await openRaw(port)
      let [sent, isTold] = [0, false]
      const count = () => text().match(/x{2000}/g)?.length ?? 0
      const next = () => {
        isTold = /connection: close/i.test(text())
        if (count() < sent || isTold) return
        sent += 1
        socket.write(request)
      }
      socket.on('data', next)
      next()
      return { ended, outcome: () => ({ lost: sent - count(), isTold }), count }
    }),
  )
  await until(() => clients.every(({ count }) => count() >= 3))
  const idle = await openRaw(port)
  await door.close(60_000)
  expect(await idle.ended).toBe('end')
  for (const { ended, outcome } of clients) expect([await ended, outcome()]).toEqual(['end', { lost: 0, isTold: true }])
})

test('a stop waits for pipelined requests that have come, and for an answer that had begun', async () => {
  let finish = () => {}
  const { port, door } = await startDoor({
    route: (app) =>
      app.get('/slow', async (_, reply) => {
        reply.hijack()
        reply.raw.writeHead(200, { 'content-type': 'text/plain' }).write('begun ')
        await new Promise<void>((done) => {
          finish = done
        })
        reply.raw.end('done')
      }),
  })
  const request = `GET /slow HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`
  const [one, two] = [await openRaw(port), await openRaw(port)]
  one.socket.write(request)
  await until(() => one.text().includes('begun'))
  const finishOne = finish
  two.socket.write(request + request)
  await until(() => two.text().includes('begun'))
  const stopped = door.close(60_000)
  finishOne()
  expect(await one.ended).toBe('end')
  finish()
  await until(() => statusesIn(two.text()).length === 2)
  await until(() => two.text().match(/begun/g)?.length === 2)
  finish()
  expect(await two.ended).toBe('end')
  expect(two.text().match(/done/g)).toHaveLength(2)
  expect(two.text().match(/connection: close/gi)).toHaveLength(1)
  await stopped
})

test.each([
  ['breaks off', 'ZZ\r\n', 400],
  ['does not come', '', 408],
  ['comes', '2\r\n{}\r\n0\r\n\r\n', 200],
])('a request whose body %s during a stop is answered', async (_, rest, status) => {
  const { port, door, sockets } = await startDoor({ headersTimeout: 400, requestTimeout: 500 })
  const { socket, text, ended } = await openRaw(port)
  socket.write(
    `POST /echo HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
  )
  await until(() => (sockets[0]?.bytesRead ?? 0) > 0)
  const stopped = door.close(60_000_000)
  socket.write(rest)
  expect(await ended).toBe('end')
  await stopped
  expect([statusesIn(text()), text().match(/connection: close/gi)?.length]).toEqual([[status], 1])
})

// Guarantees that a balancer has time to notice a stop before anything is refused.
test('a stop first says that the service is not ready, and answers everything for the delay', async () => {
  const { origin, stop } = await startService({ STOP_DELAY_SECONDS: '5' })
  const stopped = stop()
  const statuses = ['/readyz', '/v1/version'].map(async (path) => (await fetch(origin + path)).status)
  expect(await Promise.all(statuses)).toEqual([503, 200])
  await stopped
  await expect(fetch(`${origin}/v1/version`)).rejects.toThrow()
})
