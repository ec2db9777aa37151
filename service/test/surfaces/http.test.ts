import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { sendRaw } from '../harness/raw-http.ts'
import { expectProblem, startDoor } from './door.ts'

const post = (body: string, headers = '') =>
  `POST /echo HTTP/1.1\r\nHost: localhost:PORT\r\nConnection: close\r\nContent-Type: application/json\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

// Guarantees the same error format for requests that Node's own parser refuses, which never reach our handlers.
test.each([
  ['no HTTP at all', 'hello\r\n\r\n', 400, 'invalid_request'],
  ['an invalid version', 'GET / HTTP/9.9\r\nHost: localhost:PORT\r\n\r\n', 400, 'invalid_request'],
  ['a header without a colon', 'GET / HTTP/1.1\r\nHost: localhost:PORT\r\nbroken\r\n\r\n', 400, 'invalid_request'],
  [
    'a control character in a header',
    'GET / HTTP/1.1\r\nHost: localhost:PORT\r\nX: a\x01b\r\n\r\n',
    400,
    'invalid_request',
  ],
  [
    'length and chunks at once',
    'POST /echo HTTP/1.1\r\nHost: localhost:PORT\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
    'invalid_request',
  ],
  [
    'two lengths',
    'POST /echo HTTP/1.1\r\nHost: localhost:PORT\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    400,
    'invalid_request',
  ],
  [
    'a broken chunk',
    'POST /echo HTTP/1.1\r\nHost: localhost:PORT\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n',
    400,
    'invalid_request',
  ],
  ['an unknown method', 'BREW / HTTP/1.1\r\nHost: localhost:PORT\r\n\r\n', 404, 'not_found'],
  [
    'too many headers',
    `GET / HTTP/1.1\r\nHost: localhost:PORT\r\n${'X-Filler: 0123456789\r\n'.repeat(2_000)}\r\n`,
    431,
    'headers_too_large',
  ],
  [
    'an endless address',
    `GET /${'a'.repeat(40_000)} HTTP/1.1\r\nHost: localhost:PORT\r\n\r\n`,
    431,
    'headers_too_large',
  ],
  ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n', 404, 'not_found'],
  ['no host', 'GET / HTTP/1.1\r\n\r\n', 400, 'invalid_request'],
  ['two hosts', 'GET / HTTP/1.1\r\nHost: localhost:PORT\r\nHost: localhost:PORT\r\n\r\n', 400, 'invalid_request'],
  ['a host that is none', 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n', 400, 'invalid_request'],
  ['another host', 'GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n', 421, 'unknown_host'],
  [
    'the address instead of the name',
    'GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nConnection: close\r\n\r\n',
    421,
    'unknown_host',
  ],
])('%s is answered with the problem body', async (_, text, status, code) => {
  const { port, send } = await startDoor()
  expectProblem(await send(text.replaceAll('PORT', String(port))), status, code)
})

test.each([
  ['an unknown path', 'GET /nope HTTP/1.1', 404, 'not_found'],
  ['a path that cannot be decoded', 'GET /%zz HTTP/1.1', 404, 'not_found'],
  ['a path with an encoded NUL', 'GET /%00 HTTP/1.1', 404, 'not_found'],
  ['a wrong method', 'DELETE /echo HTTP/1.1', 404, 'not_found'],
  ['HEAD', 'HEAD /echo HTTP/1.1', 404, ''],
  ['OPTIONS', 'OPTIONS /echo HTTP/1.1', 404, 'not_found'],
  ['TRACE', 'TRACE /echo HTTP/1.1', 404, 'not_found'],
  ['PROPFIND', 'PROPFIND /echo HTTP/1.1', 404, 'not_found'],
  ['an absolute address of another host', 'GET http://evil.example/echo HTTP/1.1', 400, 'invalid_request'],
  ['an absolute address of another port', 'GET http://localhost:1/echo HTTP/1.1', 400, 'invalid_request'],
  ['an absolute address with a user', 'GET http://a@localhost:PORT/echo HTTP/1.1', 400, 'invalid_request'],
  ['an absolute address of another scheme', 'GET ftp://localhost:PORT/echo HTTP/1.1', 400, 'invalid_request'],
  ['an absolute address with a wrong method', 'GET http://LOCALHOST:PORT/echo HTTP/1.1', 404, 'not_found'],
  ['an absolute address without a path', 'GET http://localhost:PORT HTTP/1.1', 404, 'not_found'],
  ['an asterisk', 'OPTIONS * HTTP/1.1', 404, 'not_found'],
  ['an asterisk of another method', 'GET * HTTP/1.1', 400, 'invalid_request'],
  ['a failure of ours', 'GET /crash HTTP/1.1', 500, 'internal_error'],
  ['a database out of reach', 'GET /down HTTP/1.1', 503, 'unavailable'],
])('%s is answered with the problem body', async (_, line, status, code) => {
  const { port, send } = await startDoor()
  const answer = await send(
    `${line.replace('PORT', String(port))}\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`,
  )
  if (code) expectProblem(answer, status, code)
  else expect([answer.status, answer.body]).toEqual([status, ''])
})

test.each([
  ['broken JSON', post('{'), 400, 'invalid_json'],
  ['nothing', post(''), 400, 'invalid_json'],
  ['a duplicate member', post('{"a":1,"a":2}'), 400, 'invalid_json'],
  ['NUL', post('"\\u0000"'), 400, 'invalid_json'],
  ['too much, announced', post(`"${'x'.repeat(2_000)}"`), 413, 'body_too_large'],
  [
    'too much of the wrong type',
    post('x'.repeat(2_000)).replace('application/json', 'text/xml'),
    413,
    'body_too_large',
  ],
  ['another type', post('{}').replace('application/json', 'text/plain'), 415, 'unsupported_media_type'],
  ['no type', post('{}').replace('Content-Type: application/json\r\n', ''), 415, 'unsupported_media_type'],
  ['another character set', post('{}').replace('json', 'json; charset=latin1'), 415, 'unsupported_media_type'],
])('a body with %s is refused', async (_, text, status, code) => {
  const { port, send } = await startDoor()
  expectProblem(await send(text.replaceAll('PORT', String(port))), status, code)
})

test.each(['application/x-www-form-urlencoded', 'text/plain'])(
  'an empty body of the type %s is no body, so its type does not matter',
  async (type) => {
    const { port, send } = await startDoor()
    const answer = await send(post('').replace('application/json', type).replaceAll('PORT', String(port)))
    expect([answer.status, answer.body]).toEqual([200, '{}'])
  },
)

test('a body over the limit is refused without a Content-Length too', async () => {
  const { port, send } = await startDoor()
  const chunk = `100\r\n${'x'.repeat(256)}\r\n`
  const head = `POST /echo HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`
  expectProblem(await send(head + chunk.repeat(40)), 413, 'body_too_large')
})

test('a compressed body is refused, not unpacked', async () => {
  const { origin } = await startDoor()
  const answer = await fetch(`${origin}/echo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: gzipSync('{}'),
  })
  expect(answer.status).toBe(415)
})

// Guarantees the order of checks: a path that does not exist is a 404 whatever was sent to it.
test('an unknown path wins over a bad body', async () => {
  const { origin } = await startDoor()
  const answer = await fetch(`${origin}/nope`, {
    method: 'POST',
    headers: { 'content-type': 'text/xml' },
    body: 'x'.repeat(5_000),
  })
  expect(answer.status).toBe(404)
})

test('a good body arrives, and an unknown expectation does no harm', async () => {
  const { port, send } = await startDoor()
  const answer = await send(post('{"a":"ä"}', 'Expect: a-miracle\r\n').replaceAll('PORT', String(port)))
  expect(answer.status).toBe(200)
  expect(JSON.parse(Buffer.from(answer.body, 'latin1').toString())).toEqual({ got: { a: 'ä' } })
})

test('a failure of ours says nothing about itself; the log has the cause under the request id', async () => {
  const { origin, logged } = await startDoor()
  for (const path of ['/crash', '/down']) {
    const answer = await fetch(origin + path)
    const text = await answer.text()
    expect(text).not.toContain('hunter2')
    const line = logged.find((entry) => entry.includes(JSON.parse(text).request_id))
    expect(line).toContain('hunter2')
  }
})

test('a secret in the address of a request is not repeated', async () => {
  const { origin } = await startDoor()
  const answer = await fetch(`${origin}/users/ada@example.com?token=eyJhbGciOiJFUzI1NiJ9.e30.x`)
  expect(await answer.text()).not.toMatch(/ada@example|eyJ/)
})

test('headers that never end run into a time-out with the problem body', async () => {
  const { port } = await startDoor({ headersTimeout: 300 })
  const answer = await sendRaw(port, 'GET / HTTP/1.1\r\nHost: x\r\n')
  expectProblem(answer, 408, 'request_timeout')
})

test('a client that leaves in the middle does not affect others', async () => {
  const { origin, port, logged } = await startDoor()
  await sendRaw(
    port,
    `POST /echo HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    { firstByteWithinMs: 50 },
  )
  expect(
    (await fetch(`${origin}/echo`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '1' }))
      .status,
  ).toBe(200)
  expect(logged.filter((line) => line.includes('"level":"error"'))).toEqual([])
})

// Guarantees the time limit of a stop: unfinished requests are cut, and idle connections do not delay it.
test('a stop waits for requests under way, but not longer than its limit', async () => {
  const { port, door } = await startDoor()
  const stuck = sendRaw(
    port,
    `POST /echo HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
  )
  await new Promise((wake) => setTimeout(wake, 50))
  await door.close(200)
  expect((await stuck).status).toBe(0)
})
