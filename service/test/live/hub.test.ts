import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { LoggedEvent } from '../../src/domain/events/index.ts'
import { newId } from '../../src/foundation/ids/index.ts'
import { cursorsSignedBy } from '../../src/foundation/paging/index.ts'
import { openLive } from '../../src/surfaces/http/index.ts'
import { openStream } from './streams.ts'

const PROJECT = newId('project')

interface Log {
  readonly events: LoggedEvent[]
  readonly reads: string[]
}

/** A log in memory, and a server on which every request is a stream. `fails`: how many times nothing can be told. */
async function startHub({ words = 'x', fails = 0 }: { words?: string; fails?: number } = {}) {
  const log: Log = { events: [], reads: [] }
  const failures: unknown[] = []
  const fail = () => {
    if (failures.length < fails) throw new Error('No database')
  }
  const live = openLive(
    {
      end: async () => ({ tx: log.events.length, seq: 0 }),
      after: async ({ tx }, limit) => log.events.slice(tx, tx + limit),
      areLasting: async () => [],
      onFollowed: () => {},
      onFailure: (error) => void failures.push(error),
    },
    cursorsSignedBy(randomBytes(32)),
    { mostInAll: 1_000, mostOfAProject: 1_000, mostOfAnAddress: 1_000 },
  )
  const server = createServer((request, response) => {
    const since = request.url ?? ''
    live.join(
      response,
      {},
      {
        channel: {
          key: 'all',
          projectId: PROJECT,
          tell: async (events) => {
            fail()
            return events.map(({ tx }) => `event: n\ndata: ${JSON.stringify({ tx, words })}\n\n`).join('')
          },
        },
        address: '127.0.0.1',
        session: undefined,
        since,
        missed: async () => {
          log.reads.push(since)
          return log.events
            .slice(Number(since.slice(1)))
            .map(({ tx }) => `event: n\ndata: ${JSON.stringify({ tx, words })}\n\n`)
            .join('')
        },
      },
    )
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => {
    live.stop()
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  const happen = (type: LoggedEvent['type'] = 'vote.cast') => {
    const tx = log.events.length + 1
    log.events.push({
      projectId: PROJECT,
      id: newId('event'),
      type,
      at: new Date(),
      actor: { kind: 'system', id: undefined },
      subjectId: '',
      postId: undefined,
      data: {},
      tx,
      seq: 0,
    })
    live.wake()
  }
  return { live, log, failures, port, happen }
}

// Guarantees that a service that starts again survives its own readers: whoever comes back misses nothing, and a crowd costs as much as one.
test('when two hundred come back at once while things happen, each is told everything once it has begun, by a few reads', async () => {
  const { log, port, happen } = await startHub()
  for (let i = 0; i < 50; i += 1) happen()
  const streams = await Promise.all(
    Array.from({ length: 200 }, (_, i) => {
      if (i % 10 === 0) happen()
      return openStream(port, '/10', {})
    }),
  )
  happen()
  const last = log.events.length
  for (const stream of streams) {
    const told = await stream.until(({ data }) => data.tx === last)
    const seen = new Set(told.map(({ data }) => data.tx))
    expect([...seen].sort((a, b) => a - b)).toEqual(Array.from({ length: last - 10 }, (_, i) => i + 11))
  }
  expect(log.reads.length).toBeLessThan(50)
})

// Guarantees that one reader who stands still costs no more than a bounded buffer, and nobody else anything.
test('a reader who takes nothing is cut off, and the others are told on', async () => {
  const { live, port, happen } = await startHub({ words: 'x'.repeat(200_000) })
  const socket = connect(port, '127.0.0.1', () => socket.write('GET /0 HTTP/1.1\r\nhost: x\r\n\r\n'))
  socket.on('error', () => {})
  socket.pause()
  onTestFinished(() => void socket.destroy())
  const reader = await openStream(port, '/0', {})
  await expect.poll(() => live.count()).toBe(2)
  let happened = 0
  await expect
    .poll(() => {
      happen()
      happened += 1
      return live.countCut()
    })
    .toBe(1)
  expect(live.count()).toBe(1)
  await reader.until(({ data }) => data.tx === happened)
})

test('an address, a project and a process each have a limit, and leaving gives the place back', async () => {
  const limits = { mostInAll: 3, mostOfAProject: 2, mostOfAnAddress: 1 }
  const source = {
    end: async () => ({ tx: 0, seq: 0 }),
    after: async () => [],
    areLasting: async () => [],
    onFollowed: () => {},
    onFailure: () => {},
  }
  const live = openLive(source, cursorsSignedBy(randomBytes(32)), limits)
  const server = createServer((request, response) => {
    const [projectId = '', address = ''] = (request.url ?? '').slice(1).split('/')
    try {
      live.refuseFull(projectId as typeof PROJECT, address)
    } catch {
      return void response.writeHead(429).end()
    }
    live.join(
      response,
      {},
      {
        channel: { key: projectId, projectId: projectId as typeof PROJECT, tell: async () => '' },
        address,
        session: undefined,
        since: '',
        missed: async () => '',
      },
    )
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => {
    live.stop()
    server.close()
  })
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  const open = (path: string) => openStream(port, path, {})
  const first = await open('/a/1')
  expect((await open('/b/1')).status).toBe(429)
  expect((await open('/a/2')).status).toBe(200)
  expect((await open('/a/3')).status).toBe(429)
  expect((await open('/b/3')).status).toBe(200)
  expect((await open('/c/4')).status).toBe(429)
  first.close()
  await expect.poll(async () => (await open('/c/1')).status).toBe(200)
})

// Guarantees that an operator can know why pages came back, and that their readers missed nothing.
test('streams that could not be told come back and read what they missed, and the failure is told to whom it concerns', async () => {
  const { port, happen, failures } = await startHub({ fails: 1 })
  const stream = await openStream(port, '/0', {})
  await stream.begun
  happen()
  await stream.until(({ data }) => data.tx === 1)
  expect(failures).toEqual([new Error('No database')])
})

// Guarantees that settings which a process remembers for a second let nobody follow a board that became private.
test('after a change of the project its streams end, also those that came back at once', async () => {
  const { port, happen } = await startHub()
  const open = () => openStream(port, '/0', {}, { comesBack: false })
  const first = await open()
  await first.begun
  happen('project.updated')
  await first.ended
  const second = await open()
  await second.begun
  await second.ended
})

test('a change of a segment ends no stream', async () => {
  const { port, happen } = await startHub()
  const stream = await openStream(port, '/0', {}, { comesBack: false })
  await stream.begun
  happen('segment.updated')
  happen()
  await stream.until(({ data }) => data.tx === 2)
})

test('who waits is woken by what concerns them, and by nothing else', async () => {
  const { live, happen } = await startHub()
  const asked: string[][] = []
  const waiters = {
    key: 'all',
    projectId: PROJECT,
    concerns: async (events: readonly LoggedEvent[]) => {
      asked.push(events.map(({ type }) => type))
      return events.some(({ type }) => type === 'vote.cast')
    },
  }
  let isWoken = false
  const others = { ...waiters, key: 'those of an error', concerns: () => Promise.reject(new Error('No database')) }
  const { signal } = new AbortController()
  const woken = live.happens(waiters, '127.0.0.1', 600_000, signal).then(() => {
    isWoken = true
  })
  const failed = live.happens(others, '127.0.0.1', 600_000, signal)
  await live.share(
    'begin',
    async () => '',
    () => 0,
  )
  happen('changelog.created')
  await failed
  expect([asked.flat(), isWoken]).toEqual([['changelog.created'], false])
  happen('vote.cast')
  await woken
  expect(asked.flat()).toEqual(['changelog.created', 'vote.cast'])
})

// Guarantees that a project whose question takes long delays nobody else.
test('those whose question is not answered hold up nobody, and are woken in the end', async () => {
  const { live, port, happen } = await startHub()
  const { signal } = new AbortController()
  const order: string[] = []
  const wait = (key: string, concerns: () => Promise<boolean>) =>
    live.happens({ key, projectId: PROJECT, concerns }, '127.0.0.1', 600_000, signal).then(() => void order.push(key))
  const reader = await openStream(port, '/0', {})
  await reader.begun
  const stuck = wait('stuck', () => new Promise<boolean>(() => {}))
  const quick = wait('quick', async () => true)
  happen()
  await reader.until(({ data }) => data.tx === 1)
  await Promise.all([stuck, quick])
  expect(order).toEqual(['quick', 'stuck'])
})

// Guarantees that whoever asks for many different moments cannot fill the memory of a process.
test('shared reads are kept as long as all of them are small enough, the last ones used', async () => {
  const { live } = await startHub()
  const reads: string[] = []
  const share = (name: string, megabytes: number) =>
    live.share(
      name,
      async () => void reads.push(name),
      () => megabytes * 1024 * 1024,
    )
  for (const name of ['a', 'b', 'a', 'b']) await share(name, 7)
  expect(reads).toEqual(['a', 'b'])
  for (const name of ['c', 'b', 'a']) await share(name, 7)
  expect(reads).toEqual(['a', 'b', 'c', 'a'])
})
