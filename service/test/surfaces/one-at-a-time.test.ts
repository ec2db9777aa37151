import { expect, test } from 'vitest'
import { until } from '../harness/process.ts'
import { expectProblem, startDoor } from './door.ts'
import { openRaw, statusesIn } from './raw-client.ts'

/** A door whose endpoint answers when it is told to, and tells what it was asked. */
async function startGate() {
  const asked: string[] = []
  const held: (() => void)[] = []
  const door = await startDoor({
    route: (app) =>
      app.get('/gate/:name', async (request) => {
        const { name } = request.params as { name: string } // the path has one
        asked.push(name)
        await new Promise<void>((open) => held.push(open))
        return { name, text: 'x'.repeat(100_000) }
      }),
  })
  const get = (name: string) => `GET /gate/${name} HTTP/1.1\r\nHost: localhost:${door.port}\r\n\r\n`
  /** Lets so many answers go, each as soon as somebody waits for it. */
  const open = async (count = 1) => {
    for (let opened = 0; opened < count; opened += 1) {
      await until(() => held.length > 0)
      held.shift()?.()
    }
  }
  return { ...door, asked, get, open }
}

const namesIn = (text: string) => [...text.matchAll(/"name":"(\w+)","text":"x{100000}"/g)].map(([, name]) => name)

test('a pipelined request is begun when the answer before it has been sent', async () => {
  const { port, asked, get, open } = await startGate()
  const { socket, text } = await openRaw(port)
  socket.write(get('a') + get('b') + get('c'))
  await until(() => asked.length > 0)
  await open()
  await until(() => asked.length > 1)
  expect([asked, namesIn(text())]).toEqual([['a', 'b'], ['a']])
  await open(2)
  await until(() => namesIn(text()).length === 3)
  expect([asked, namesIn(text()), statusesIn(text())]).toEqual([
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
    [200, 200, 200],
  ])
  socket.write(get('d'))
  await open()
  await until(() => namesIn(text()).length === 4)
})

// Guarantees that no client waits for an answer that never comes: Node's parser reads nothing after a request for another protocol.
test('a request that wants another protocol is answered in its turn, and its answer says that the connection closes', async () => {
  const { port, asked, get, open } = await startGate()
  const { socket, text, ended } = await openRaw(port)
  const upgrade = get('b').replace('\r\n\r\n', '\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  socket.write(get('a') + upgrade + get('c'))
  await open(2)
  expect(await ended).toBe('end')
  expect([asked, statusesIn(text())]).toEqual([
    ['a', 'b'],
    [200, 200],
  ])
  expect(text().match(/connection: close/gi)).toHaveLength(1)
  expect(text().lastIndexOf('HTTP/1.1 200')).toBeLessThan(text().search(/connection: close/i))
})

// Guarantees that a flood on one connection costs what sixteen requests cost, and ends in order: no answer is lost by a reset.
test.each([30, 100, 5_000])(
  'of %d pipelined requests seventeen are answered, the last of which says that the connection closes',
  async (count) => {
    const { port, asked, get, open, sockets } = await startGate()
    const { socket, text, ended } = await openRaw(port)
    socket.write(get('a').repeat(Math.min(count, 100)))
    await until(() => asked.length > 0)
    if (count > 100) socket.write(get('a').repeat(count - 100))
    await open(17)
    expect(await ended).toBe('end')
    expect(statusesIn(text())).toEqual(Array(17).fill(200))
    expect(namesIn(text())).toHaveLength(17)
    expect(text().match(/connection: close/gi)).toHaveLength(1)
    expect(asked).toHaveLength(17)
    await until(() => sockets.every(({ destroyed }) => destroyed))
  },
)

test('thousands of requests in one packet end the connection: each would be kept until it closes', async () => {
  const { port, asked, get, sockets } = await startGate()
  const { socket, ended } = await openRaw(port)
  const tiny = 'GET / HTTP/1.1\r\n\r\n'
  socket.write(get('a') + tiny.repeat(3_000))
  await ended
  expect(asked.length).toBeLessThanOrEqual(1)
  await until(() => sockets.every(({ destroyed }) => destroyed))
})

const BROKEN: readonly (readonly [string, string, number])[] = [
  ['no HTTP', 'GARBAGE\r\n\r\n', 400],
  ['no HTTP, and a lot of it', `GARBAGE\r\n\r\n${'x'.repeat(300_000)}`, 400],
  ['a header without a colon', 'GET / HTTP/1.1\r\nbroken\r\n\r\n', 400],
  ['a broken chunk', 'POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n', 400],
  ['an unknown method', 'BREW / HTTP/1.1\r\n\r\n', 404],
  ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n', 404],
]

// Guarantees that an answer is never taken for that of another request on the same connection.
test.each(BROKEN)(
  '%s behind good requests is refused after all of them are answered whole',
  async (_, broken, status) => {
    const { port, get, open } = await startGate()
    for (const names of [['a'], ['a', 'b', 'c']]) {
      const { socket, text, ended } = await openRaw(port)
      socket.write(names.map(get).join('') + broken)
      await open(names.length)
      expect(await ended).toBe('end')
      expect(statusesIn(text())).toEqual([...names.map(() => 200), status])
      expect(namesIn(text())).toEqual(names)
      expect(JSON.parse(text().slice(text().lastIndexOf('\r\n\r\n')))).toMatchObject({ status })
    }
  },
)

test.each(BROKEN)('%s that comes while an answer is under way is refused after it', async (_, broken, status) => {
  const { port, asked, get, open } = await startGate()
  const { socket, text, ended } = await openRaw(port)
  socket.write(get('a'))
  await until(() => asked.length > 0)
  socket.write(get('b') + broken)
  await open(2)
  expect(await ended).toBe('end')
  expect([statusesIn(text()), namesIn(text())]).toEqual([
    [200, 200, status],
    ['a', 'b'],
  ])
})

test('a request that takes too long to come is refused after the answer before it', async () => {
  const { port, asked, get, open, door, logged } = await startGate()
  door.server.headersTimeout = 200
  const { socket, text, ended } = await openRaw(port)
  socket.write(`${get('a')}GET / HTTP/1.1\r\n`)
  await until(() => asked.length > 0)
  await until(() => logged.some((line) => line.includes('request_timeout')))
  await open()
  expect(await ended).toBe('end')
  expect([statusesIn(text()), namesIn(text())]).toEqual([[200, 408], ['a']])
})

test('CONNECT behind a good request, then a reset, does not affect others', async () => {
  const { port, asked, get, open, origin } = await startGate()
  const { socket, ended } = await openRaw(port)
  socket.write(`${get('a')}CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n`)
  await until(() => asked.length > 0)
  socket.resetAndDestroy()
  await ended
  await open()
  expect((await fetch(`${origin}/nope`)).status).toBe(404)
})

test('a broken request alone is answered, however much follows it', async () => {
  const { port } = await startDoor()
  const { socket, text, ended } = await openRaw(port)
  socket.write(`GARBAGE\r\n\r\n${'x'.repeat(8_000_000)}`)
  expect(await ended).toBe('end')
  const [head = '', body = ''] = text().split('\r\n\r\n')
  expectProblem(
    {
      status: statusesIn(text())[0] ?? 0,
      headers: Object.fromEntries(
        head
          .split('\r\n')
          .slice(1)
          .map((line) => line.toLowerCase().split(': ') as [string, string]), // the head of our own answer
      ),
      body,
    },
    400,
    'invalid_request',
  )
})
