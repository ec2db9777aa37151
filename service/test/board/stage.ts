import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { boardOriginOf, type ProjectDraft } from '../../src/domain/projects/index.ts'
import { startProject, type TestProject } from '../harness/project.ts'
import type { SharedService } from '../harness/service.ts'

export interface PageAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly cookies: readonly string[]
  readonly text: string
}

export interface BoardRequest {
  readonly headers?: Record<string, string>
  readonly body?: string | Buffer
}

export interface Stage extends TestProject {
  readonly boardOrigin: string
  /** Whom the client's app signs the visitor in as; undefined: it asks them first. */
  visitor: Record<string, unknown> | undefined
  /** The requests that the client's app got, in order. */
  readonly visits: string[]
  /** A request to the board as a browser's, but without a browser. */
  board(method: string, path: string, options?: BoardRequest): Promise<PageAnswer>
}

/** A board and the client's app that vouches for its visitors. */
export async function startBoard(
  draft: Partial<ProjectDraft> = {},
  environment: Record<string, string> = {},
  options: { now?: () => Date; service?: SharedService } = {},
): Promise<Stage> {
  const app: { answer?: (url: URL) => string | undefined } = {}
  const visits: string[] = []
  const client = createServer((request, response) => {
    visits.push(request.url ?? '')
    const location = app.answer?.(new URL(request.url ?? '', 'http://client.invalid'))
    if (location === undefined) response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Acme: sign in</h1>')
    else response.writeHead(303, { location }).end()
  })
  await new Promise<void>((ready) => client.listen(0, '127.0.0.1', ready))
  onTestFinished(() => void client.close())
  const { port } = client.address() as AddressInfo // a TCP server that listens has one
  const signInUrl = `http://localhost:${port}/sign-in`
  const project = await startProject({ draft: { signInUrl, ...draft }, environment, ...options })
  const { service } = project
  const boardOrigin = boardOriginOf(service.config, project.project)
  const stage: Stage = {
    ...project,
    boardOrigin,
    visitor: { sub: 'grace', given_name: 'Grace', family_name: 'Hopper' },
    visits,
    board: (method, path, { headers = {}, body } = {}) =>
      ask(service.port, method, path, { host: new URL(boardOrigin).host, ...headers }, body),
  }
  app.answer = ({ searchParams }) => {
    const state = searchParams.get('state') ?? ''
    if (!stage.visitor) return undefined
    const token = project.signToken({ aud: boardOrigin, nonce: state, ...stage.visitor })
    return `${boardOrigin}/sso/callback#${new URLSearchParams({ token, state })}`
  }
  return stage
}

export function ask(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string | Buffer,
): Promise<PageAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', method, path, headers }, (answer) => {
      let text = ''
      const { statusCode: status = 0, headers } = answer
      const done = () => resolve({ status, headers, cookies: headers['set-cookie'] ?? [], text })
      answer.setEncoding('utf8')
      answer.on('data', (chunk) => {
        text += chunk
        if (!headers['content-type']?.startsWith('text/event-stream')) return
        answer.destroy() // it would never end
        done()
      })
      answer.on('end', done)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
