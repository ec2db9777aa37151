import type { IncomingMessage } from 'node:http'
import { listen } from '../../../service/test/harness/listen.ts'
import { createFeedbackClient, type FeedbackClientOptions } from '../src/index.ts'

export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

export interface Reply {
  readonly status?: number
  readonly headers?: Record<string, string>
  /** An object becomes JSON; a text is sent as it is. */
  readonly body?: unknown
}

/** `cut`: the connection dies without an answer. `hang`: nothing comes, ever. */
export type Play = Reply | 'cut' | 'hang'

const USER = { id: 'usr_1', display_name: 'Acme user' }
export const problem = (status: number, code: string, headers: Record<string, string> = {}): Reply => ({
  status,
  headers,
  body: { title: `Title of ${code}.`, detail: 'What to do.', code, status, request_id: 'req_1' },
})
let sessions = 0
export const signedIn = (user: object = USER): Reply => {
  sessions += 1
  const expires_at = '2091-01-01T00:00:00.000Z'
  return { status: 201, body: { session_token: `svc_ses_${sessions}`, expires_at, user } }
}

/** A server that answers as a test says. An exchange succeeds unless the test says otherwise. */
export async function playService(
  answer: (request: SeenRequest, count: number) => Play | Promise<Play>,
  exchange: (count: number) => Play | Promise<Play> = () => signedIn(),
) {
  const requests: SeenRequest[] = []
  const exchanges: SeenRequest[] = []
  const port = await listen(async (incoming, response) => {
    const request = await read(incoming)
    const isExchange = request.path === '/v1/sessions/sso'
    const list = isExchange ? exchanges : requests
    list.push(request)
    const play = await (isExchange ? exchange(list.length) : answer(request, list.length))
    if (play === 'hang') return
    if (play === 'cut') return void incoming.socket.destroy()
    const { status = 200, headers = {}, body } = play
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body))
  })
  const waits: number[] = []
  const client = (options: Partial<FeedbackClientOptions> = {}) =>
    createFeedbackClient({
      apiOrigin: `http://127.0.0.1:${port}`,
      projectKey: 'svc_pk_live_test',
      getToken: async () => 'a.sign.in',
      sleep: async (milliseconds) => void waits.push(milliseconds),
      ...options,
    })
  return { origin: `http://127.0.0.1:${port}`, requests, exchanges, waits, client }
}

async function read(incoming: IncomingMessage): Promise<SeenRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  return {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    headers: incoming.headers,
    body: Buffer.concat(chunks).toString(),
  }
}
