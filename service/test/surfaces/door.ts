import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished } from 'vitest'
import { createLog } from '../../src/foundation/log/index.ts'
import { Problem, unavailable } from '../../src/foundation/problems/index.ts'
import {
  createApp,
  type FrontDoorOptions,
  openFrontDoor,
  parseBodiesAsJson,
  problemWriter,
  securityHeaders,
} from '../../src/surfaces/http/index.ts'
import { heldPort } from '../harness/ports.ts'
import { type RawAnswer, sendRaw } from '../harness/raw-http.ts'

/** The four texts that the specification fixes. */
const SHARED = {
  400: 'Invalid request body',
  404: 'Not Found',
  413: 'Request body is too large',
  500: 'Internal server error',
} as const

export interface DoorOptions extends Pick<FrontDoorOptions, 'limits'> {
  readonly headersTimeout?: number
  readonly requestTimeout?: number
  readonly keepAliveTimeout?: number
  /** More endpoints. */
  readonly route?: (app: FastifyInstance) => void
}

/** The front door and the rules of every surface, around one endpoint that can do anything wrong. */
export async function startDoor({ headersTimeout, requestTimeout, keepAliveTimeout, limits, route }: DoorOptions = {}) {
  const { held, port } = await heldPort()
  const origin = `http://localhost:${port}`
  const logged: string[] = []
  const log = createLog('trace', (line) => void logged.push(line))
  const write = problemWriter(origin)
  const app = createApp({ write, log, headers: securityHeaders(origin), meter: () => {} }, { bodyLimit: 1_000 })
  parseBodiesAsJson(app)
  app.post('/echo', async (request) => ({ got: request.body }))
  app.get('/crash', async () => {
    throw new Error('the password is hunter2')
  })
  app.get('/down', async () => {
    throw new Problem(unavailable, { reason: new Error('hunter2'), headers: { 'retry-after': '1' } })
  })
  route?.(app)
  await app.ready()
  const headers = securityHeaders(origin)
  const door = openFrontDoor({
    write,
    log,
    headers,
    ...(limits && { limits }),
    surfaces: [{ takes: (host) => host === `localhost:${port}`, handle: app.routing }],
  })
  if (headersTimeout) door.server.headersTimeout = headersTimeout
  if (requestTimeout) door.server.requestTimeout = requestTimeout
  if (keepAliveTimeout) door.server.keepAliveTimeout = keepAliveTimeout
  const sockets: Socket[] = []
  door.server.on('connection', (socket) => void sockets.push(socket))
  await new Promise<void>((ready) => door.server.listen(held, ready))
  onTestFinished(async () => {
    door.server.closeAllConnections()
    await door.close(0)
  })
  const send = (text: string | Buffer) => sendRaw(port, text)
  return { origin, port, send, logged, door, sockets }
}

export function expectProblem(answer: RawAnswer, status: number, code: string): void {
  expect(answer.status).toBe(status)
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
  expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  const body = JSON.parse(answer.body)
  expect(body).toMatchObject({ status, statusCode: status, code, request_id: answer.headers['request-id'] })
  expect(body.request_id).toMatch(/^req_/)
  expect(body.type).toMatch(new RegExp(`/docs/errors#${code}$`))
  expect(Object.keys(body)).toEqual(
    expect.arrayContaining([
      'type',
      'title',
      'status',
      'detail',
      'code',
      'instance',
      'request_id',
      'statusCode',
      'message',
    ]),
  )
  if (status in SHARED && code !== 'invalid_request') expect(body.message).toBe(SHARED[status as keyof typeof SHARED])
}
