import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { boardOriginOf, type ProjectDraft, updateProject } from '../../src/domain/projects/index.ts'
import { startProject, type TestProject } from '../harness/project.ts'

export interface PageAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly cookies: readonly string[]
  readonly text: string
}

export interface Stage extends TestProject {
  readonly boardOrigin: string
  /** Who the client's app takes the visitor for; undefined: it asks them first. */
  visitor: Record<string, unknown> | undefined
  /** What the client's app was asked for, in order. */
  readonly visits: string[]
  /** A request to the board as a browser's, but without a browser. */
  board(
    method: string,
    path: string,
    options?: { headers?: Record<string, string>; body?: string },
  ): Promise<PageAnswer>
}

/** A board and the client's app that vouches for its visitors. */
export async function startBoard(
  draft: Partial<ProjectDraft> = {},
  environment: Record<string, string> = {},
): Promise<Stage> {
  const project = await startProject({ draft, environment })
  const { service } = project
  const boardOrigin = boardOriginOf(service.config, project.project)
  const stage: Stage = {
    ...project,
    boardOrigin,
    visitor: { sub: 'grace', given_name: 'Grace', family_name: 'Hopper' },
    visits: [],
    board: (method, path, { headers = {}, body } = {}) =>
      ask(service.port, method, path, { host: new URL(boardOrigin).host, ...headers }, body),
  }
  const client = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://client.invalid')
    stage.visits.push(request.url ?? '')
    const state = url.searchParams.get('state') ?? ''
    if (!stage.visitor) return response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Acme: sign in</h1>')
    const token = project.signToken({ aud: boardOrigin, nonce: state, ...stage.visitor })
    const fragment = new URLSearchParams({ token, state })
    response.writeHead(303, { location: `${boardOrigin}/sso/callback#${fragment}` }).end()
  })
  await new Promise<void>((ready) => client.listen(0, '127.0.0.1', ready))
  onTestFinished(() => void client.close())
  const { port } = client.address() as AddressInfo // a TCP server that listens has one
  await updateProject(project.call(), { signInUrl: `http://localhost:${port}/sign-in` })
  await new Promise((later) => setTimeout(later, 1_050)) // a board's settings are remembered for a second
  return stage
}

function ask(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<PageAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', method, path, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk) => {
        text += chunk
      })
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          cookies: answer.headers['set-cookie'] ?? [],
          text,
        }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
