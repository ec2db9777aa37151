import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Case, ExpectedRequest, PlayedAnswer } from './vectors.ts'

export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
  /** The request of the case that matches this one; undefined if none is left. */
  readonly expected: ExpectedRequest | undefined
}

export interface Played {
  readonly origin: string
  readonly seen: SeenRequest[]
  close(): void
}

/** A service that gives the answers of a case, on its own port. */
export async function play({ requests }: Case): Promise<Played> {
  const seen: SeenRequest[] = []
  const left = requests.map((group) => [...group])
  const server = createServer(async (incoming, response) => {
    const request = await read(incoming)
    const expected = take(left, request)
    seen.push({ ...request, expected })
    const answer = expected?.answer ?? { status: 599, headers: {}, text: '', foreign: true }
    if (answer === 'hang') return
    if (answer === 'drop') incoming.socket.destroy()
    else if (answer === 'cut') cut(incoming, response)
    else send(response, answer)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { origin: `http://127.0.0.1:${port}`, seen, close }
}

/** The next request of the case; within a group that of the same method and path, if there is one. */
function take(left: ExpectedRequest[][], { method, path }: { method: string; path: string }) {
  while (left[0]?.length === 0) left.shift()
  const group = left[0]
  if (!group) return undefined
  const same = group.findIndex((expected) => expected.method === method && expected.path === path)
  return group.splice(Math.max(same, 0), 1)[0]
}

function cut(incoming: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
  response.write('{"id":"', () => incoming.socket.destroy())
}

function send(response: ServerResponse, { status, headers, text }: PlayedAnswer): void {
  const sent = Object.entries(headers).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : new Date(Date.now() + value.seconds_from_now * 1000).toUTCString(),
  ])
  response.writeHead(status, { 'Content-Type': 'application/json', ...Object.fromEntries(sent) }).end(text || undefined)
}

async function read(incoming: IncomingMessage): Promise<Omit<SeenRequest, 'expected'>> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  const body = Buffer.concat(chunks).toString()
  // The service reads it so: a POST may say that it is a PATCH, and an empty object counts as no body.
  const isPatch = incoming.method === 'POST' && incoming.headers['x-http-method-override'] === 'PATCH'
  const method = isPatch ? 'PATCH' : (incoming.method ?? '')
  const isEmpty = (method === 'PUT' || method === 'DELETE') && body === '{}'
  return { method, path: incoming.url ?? '', headers: incoming.headers, body: isEmpty ? '' : body }
}
