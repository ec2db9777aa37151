import { once } from 'node:events'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { until } from '../harness/process.ts'
import { startDoor } from './door.ts'
import { openRaw, statusesIn } from './raw-client.ts'

const LIST = Buffer.alloc(24_000_000, 'x') // more than the kernel takes for a client that does not read
const LIMITS = { stalledMs: 1_000, watchEveryMs: 50 }

async function startLists() {
  let made = 0
  const { port, sockets, ...door } = await startDoor({
    limits: LIMITS,
    route: (app) => {
      app.get('/list', async () => {
        made += 1
        return LIST
      })
      app.get('/news', async (_, reply) => {
        async function* news() {
          yield 'first '
          await new Promise((wake) => setTimeout(wake, 3 * LIMITS.stalledMs))
          yield 'last'
        }
        return reply.type('text/plain').send(Readable.from(news()))
      })
    },
  })
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`
  return { ...door, port, sockets, get, made: () => made }
}

// Guarantees bounded memory for clients that never read: one answer each, for a limited time.
test('a hundred sockets with twenty unread pipelined lists hold one list each, and are cut after the limit', async () => {
  const { port, sockets, get, made } = await startLists()
  const clients = await Promise.all(Array.from({ length: 100 }, () => openRaw(port, { reads: false })))
  for (const { socket } of clients) socket.write(get('/list').repeat(20))
  let most = 0
  await until(() => {
    most = Math.max(
      most,
      sockets.reduce((sum, { writableLength }) => sum + writableLength, 0),
    )
    return made() === 100 && sockets.every(({ destroyed }) => destroyed)
  })
  expect(made()).toBe(100)
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThanOrEqual(100 * (LIST.length + 10_000))
})

test('a slow reader gets everything: only reading nothing at all ends a connection', async () => {
  const { port, get } = await startLists()
  const { socket } = await openRaw(port, { reads: false })
  socket.write(get('/list').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
  let bytes = 0
  const began = performance.now()
  socket.on('data', (chunk) => {
    bytes += chunk.length
    socket.pause()
    setTimeout(() => socket.resume(), 10)
  })
  socket.resume()
  await once(socket, 'close')
  expect(bytes).toBeGreaterThan(LIST.length)
  expect(performance.now() - began).toBeGreaterThan(2 * LIMITS.stalledMs)
})

test('an answer that waits for news is no stalled one', async () => {
  const { port, get } = await startLists()
  const { socket, text } = await openRaw(port)
  socket.write(get('/news'))
  await until(() => text().includes('last'))
  expect(statusesIn(text())).toEqual([200])
})
