import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { type Egress, type EgressOptions, openEgress } from '../../src/foundation/egress/index.ts'
import { startDns } from '../harness/dns.ts'
import { ROOT } from '../harness/paths.ts'
import { freePort } from '../harness/ports.ts'

const LOOPBACK = ['127.0.0.1']
const POSTED = { headers: { 'content-type': 'application/json' }, body: Buffer.from('{}') }

function open(options: Partial<EgressOptions> = {}): Egress {
  const egress = openEgress({ allow: LOOPBACK, dnsServers: [], ...options })
  onTestFinished(egress.close)
  return egress
}

async function listen(server: Server | ReturnType<typeof createTcpServer>, host = '127.0.0.1', port = 0) {
  await once(server.listen(port, host), 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port // it listens on a port
}

async function receiver(answer: RequestListener): Promise<{ url: string; origin: string; seen: string[] }> {
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    answer(request, response)
  })
  const port = await listen(server)
  onTestFinished(() => server.closeAllConnections())
  const origin = `http://127.0.0.1:${port}`
  return { url: `${origin}/hook`, origin, seen }
}

/** Says these bytes to everybody who connects. */
async function speaker(speak: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => speak(socket))
  })
  const port = await listen(server)
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  return `http://127.0.0.1:${port}/`
}

// Guarantees that no notation of an address leads into the network of the service: the corpus is what SSRF tools send.
test.each([
  'http://127.0.0.1/',
  'http://127.1/',
  'http://127.255.255.254/',
  'http://2130706433/',
  'http://017700000001/',
  'http://0x7f000001/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://0/',
  'http://0.0.0.0/',
  'http://127.0.0.1./',
  'http://１２７.0.0.1/',
  'http://①②⑦.⓪.⓪.①/',
  'http://127。0。0。1/',
  'http://%31%32%37.0.0.1/',
  'http://10.0.0.1/',
  'http://10.255.255.255/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.0.1/',
  'http://100.64.0.1/',
  'http://100.100.100.200/latest/meta-data/',
  'http://169.254.169.254/latest/meta-data/',
  'http://0xa9fea9fe/',
  'http://2852039166/',
  'http://168.63.129.16/',
  'http://192.0.0.192/',
  'http://192.0.2.1/',
  'http://198.18.0.1/',
  'http://198.51.100.1/',
  'http://203.0.113.1/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://[::]/',
  'http://[::1]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::127.0.0.1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::ffff:0:127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b::169.254.169.254]/',
  'http://[64:ff9b:1::1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:7f00:1::]/',
  'http://[2001:db8::1]/',
  'http://[fe80::1]/',
  'http://[fec0::1]/',
  'http://[fc00::1]/',
  'http://[fd00:ec2::254]/',
  'http://[ff02::1]/',
  'http://[100::1]/',
  'http://localhost/',
  'http://LOCALHOST/',
  'http://localhost./',
  'http://board.localhost/',
  'https://127.0.0.1/',
  'http:/\\127.0.0.1/',
  'http:\\\\127.0.0.1\\',
])('%s is refused when it is saved and when it is called', async (url) => {
  const egress = open({ allow: [] })
  expect([await egress.refusalOf(url), await egress.post(url, POSTED)]).toMatchObject([
    'not_public',
    { kind: 'failed', failure: 'not_allowed' },
  ])
})

test.each([
  ['http://[fe80::1%25eth0]/', 'not_a_url'],
  ['http://[fe80::1%eth0]/', 'not_a_url'],
  ['//example.com/', 'not_a_url'],
  ['example.com', 'not_a_url'],
  ['http://', 'not_a_url'],
  ['http://256.1.1.1/', 'not_a_url'],
  ['ftp://example.com/', 'not_http'],
  ['file:///etc/passwd', 'not_http'],
  ['gopher://example.com/', 'not_http'],
  ['data:text/plain,x', 'not_http'],
  ['javascript:alert(1)', 'not_http'],
  ['http://user@example.com/', 'has_credentials'],
  ['http://user:secret@example.com/', 'has_credentials'],
  ['http://example.com@127.0.0.1/', 'has_credentials'],
])('%s is refused: %s', async (url, refusal) => {
  const egress = open()
  expect(await egress.refusalOf(url)).toBe(refusal)
  expect(await egress.post(url, POSTED)).toMatchObject({ failure: 'not_allowed' })
})

test.each(['http://1.1.1.1/', 'https://[2606:4700::1111]:8443/x?y=z', 'http://172.32.0.1/', 'http://100.128.0.1/'])(
  '%s may be called',
  async (url) => {
    expect(await open({ allow: [] }).refusalOf(url)).toBeUndefined()
  },
)

test('a name is refused if any of its addresses is not public; a name without an address may be saved', async () => {
  const dns = await startDns()
  dns.addresses.set('inside.example', ['192.168.1.1'])
  dns.addresses.set('mixed.example', ['93.184.216.34', '127.0.0.1'])
  dns.addresses.set('six.example', ['93.184.216.34', '::1'])
  dns.addresses.set('public.example', ['93.184.216.34', '2606:4700::1111'])
  dns.addresses.set('xn--bcher-kva.example', ['10.0.0.1'])
  const egress = open({ allow: [], dnsServers: [dns.address] })
  const hosts = ['inside', 'mixed', 'six', 'INSIDE', 'bücher', 'public', 'none']
  expect(await Promise.all(hosts.map((host) => egress.refusalOf(`https://${host}.example/hook`)))).toEqual([
    ...Array.from({ length: 5 }, () => 'not_public'),
    undefined,
    undefined,
  ])
  expect(await egress.refusalOf('https://inside.example./hook')).toBe('not_public')
  expect(await egress.post('https://none.example/', POSTED)).toMatchObject({ failure: 'name_not_found' })
  dns.records.set('broken.example', 'servfail')
  expect(await egress.post('https://broken.example/', POSTED)).toMatchObject({ failure: 'dns_failed' })
})

// Guarantees that a name which was public when it was saved does not lead inside later.
test('a resolver that rebinds reaches nothing', async () => {
  const { url, seen } = await receiver((_, response) => response.end('ok'))
  const dns = await startDns()
  const answers = ['93.184.216.34']
  dns.addresses.set('rebind.example', () => [answers.shift() ?? '127.0.0.1'])
  const egress = open({ allow: [], dnsServers: [dns.address] })
  const target = url.replace('127.0.0.1', 'rebind.example')
  answers.push('93.184.216.34') // a question for each family
  expect(await egress.refusalOf(target)).toBeUndefined()
  expect(await egress.post(target, POSTED)).toMatchObject({ kind: 'failed', failure: 'not_allowed' })
  expect(seen).toEqual([])
})

// Guarantees that the address that was checked is the one that is called.
test('a name is resolved once for a connection', async () => {
  const dns = await startDns()
  const at: string[] = []
  const answerAs = (name: string) =>
    createServer((_, response) => {
      at.push(name)
      response.end()
    })
  const port = await freePort() // at every address of this machine
  await listen(answerAs('allowed'), '127.0.0.2', port)
  await listen(answerAs('inside'), '127.0.0.1', port)
  const answers = ['127.0.0.2', '127.0.0.2']
  dns.addresses.set('once.example', () => [answers.shift() ?? '127.0.0.1'])
  const egress = open({ allow: ['127.0.0.2'], dnsServers: [dns.address] })
  expect(await egress.post(`http://once.example:${port}/`, POSTED)).toMatchObject({ kind: 'answered', status: 200 })
  expect([at, dns.asked]).toEqual([['allowed'], ['once.example', 'once.example']])
})

test('the operator’s own hosts, addresses and ranges may be called, and nothing beside them', async () => {
  const { url } = await receiver((_, response) => response.end())
  const local = url.replace('127.0.0.1', 'localhost')
  const status = async (allow: string[], target: string) => {
    const outcome = await open({ allow }).post(target, POSTED)
    return outcome.kind === 'answered' ? outcome.status : outcome.failure
  }
  expect([
    await status(['127.0.0.0/8', '::1'], url),
    await status(['127.0.0.0/8', '::1'], local),
    await status(['localhost'], local),
    await status(['localhost'], `${local}#fragment`),
    await status(['localhost'], url),
    await status(['127.0.0.2'], url),
    await status(['10.0.0.0/8'], url),
  ]).toEqual([200, 200, 200, 200, 'not_allowed', 'not_allowed', 'not_allowed'])
})

test('a redirect is not followed', async () => {
  const inside = await receiver((_, response) => response.end('secret'))
  const { url, seen } = await receiver((_, response) => response.writeHead(307, { location: inside.url }).end())
  expect(await open().post(url, POSTED)).toMatchObject({ kind: 'answered', status: 307, excerpt: '' })
  expect([seen.length, inside.seen]).toEqual([1, []])
})

test('no more than 64 KB of an answer is read, whatever it says of its length, and it still counts', async () => {
  let sent = 0
  const { url } = await receiver((request, response) => {
    response.writeHead(200, { 'content-length': String(10 * 1024 ** 3) })
    const pour = () => {
      while (!request.socket.destroyed && response.write(Buffer.alloc(65_536, 'x'))) sent += 65_536
    }
    response.on('drain', pour)
    pour()
  })
  const outcome = await open().post(url, POSTED)
  expect(outcome).toMatchObject({ kind: 'answered', status: 200, excerpt: 'x'.repeat(1024) })
  expect(sent).toBeLessThan(64 * 1024 ** 2) // what the buffers of both systems held
})

test('a compressed answer is not unpacked', async () => {
  const bomb = gzipSync(Buffer.alloc(10 * 1024 ** 2))
  const { url } = await receiver((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb))
  const outcome = await open().post(url, POSTED)
  expect(outcome).toMatchObject({ kind: 'answered', status: 200 })
  expect(outcome.kind === 'answered' && Buffer.byteLength(outcome.excerpt)).toBeLessThanOrEqual(3 * 1024)
})

test('nothing lasts longer than its time: no answer, a head without end, a body without end', async () => {
  const egress = open({ withinMs: 400 })
  const silent = await speaker(() => {})
  const head = await speaker((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    const timer = setInterval(() => socket.write('x-more: 1\r\n'), 50)
    socket.on('close', () => clearInterval(timer))
  })
  const informing = await speaker((socket) => {
    const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 50)
    socket.on('close', () => clearInterval(timer))
  })
  const body = await speaker((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')
    const timer = setInterval(() => socket.write('1\r\nx\r\n'), 50)
    socket.on('close', () => clearInterval(timer))
  })
  const outcomes = await Promise.all([silent, head, informing, body].map((url) => egress.post(url, POSTED)))
  expect(outcomes).toMatchObject([
    { kind: 'failed', failure: 'timeout' },
    { kind: 'failed', failure: 'timeout' },
    { kind: 'failed', failure: 'timeout' },
    { kind: 'answered', status: 200, excerpt: expect.stringMatching(/^x+$/) },
  ])
})

test.each([
  ['something that is not HTTP', 'SSH-2.0-OpenSSH_9.6\r\n', 'bad_answer'],
  ['a head that is too long', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 'bad_answer'],
  ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nxx', 'bad_answer'],
  ['a status without a number', 'HTTP/1.1 OK\r\n\r\n', 'bad_answer'],
  ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n', 'closed'],
  ['nothing at all', '', 'closed'],
])('%s is a failure like any other', async (_, bytes, failure) => {
  const url = await speaker((socket) => socket.end(bytes))
  expect(await open().post(url, POSTED)).toMatchObject({ kind: 'failed', failure })
})

test('why there is no connection is said: nobody listens, no TLS', async () => {
  const plain = await receiver((_, response) => response.end())
  const egress = open()
  expect(await egress.post(plain.url.replace('http:', 'https:'), POSTED)).toMatchObject({ failure: 'tls' })
  const server = createServer()
  const port = await listen(server)
  await new Promise((closed) => server.close(closed))
  expect(await egress.post(`http://127.0.0.1:${port}/`, POSTED)).toMatchObject({ failure: 'refused' })
})

// Guarantees that a receiver that closes idle connections gets what was sent just then.
test('a kept connection that the receiver has left is replaced once', async () => {
  let requests = 0
  const { url } = await receiver((request, response) => {
    requests += 1
    if (requests === 2) request.socket.resetAndDestroy()
    else response.end()
  })
  const egress = open()
  expect(await egress.post(url, POSTED)).toMatchObject({ status: 200 })
  expect(await egress.post(url, POSTED)).toMatchObject({ status: 200 })
  expect(requests).toBe(3)
})

// Guarantees that the check of addresses is not left to a proxy. Node reads these variables when it starts.
test('a proxy of the environment is not used', async () => {
  const proxy = await receiver((_, response) => response.end())
  const { url, seen } = await receiver((_, response) => response.end())
  const script = `
    import { openEgress } from ${JSON.stringify(pathToFileURL(join(ROOT, 'service/src/foundation/egress/index.ts')))}
    const egress = openEgress({ allow: ['127.0.0.1'], dnsServers: [] })
    console.log(JSON.stringify(await egress.post(${JSON.stringify(url)}, { headers: {}, body: Buffer.from('{}') })))
    egress.close()`
  const variables = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy.origin, http_proxy: proxy.origin, NO_PROXY: '' }
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...process.env, ...variables },
  })
  expect([JSON.parse(stdout), seen.length, proxy.seen]).toEqual([expect.objectContaining({ status: 200 }), 1, []])
})
