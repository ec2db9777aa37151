import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import { createSigner } from '@feedback-board/server'
import { expect, onTestFinished } from 'vitest'
import { createClientApp } from '../../../examples/client-app/src/app.ts'
import { boardOriginOf } from '../../src/domain/projects/index.ts'
import { freePort } from '../harness/ports.ts'
import { startProject, type TestProject } from '../harness/project.ts'

interface Page {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Acme {
  readonly client: TestProject
  readonly origin: string
  readonly boardOrigin: string
  /** `target` is the request line's, as it is. A form is sent from a page of Acme, unless the headers say otherwise. */
  send(
    method: string,
    target: string,
    options?: { cookie?: string; form?: string; origin?: string; site?: string },
  ): Promise<Page>
  /** Signs in and answers with the cookie. */
  signIn(person?: string): Promise<string>
}

/** The client app, with a project of its own on a running service. `end` is what somebody left behind the origins in its settings. */
export async function startAcme({ end = '' } = {}): Promise<Acme> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const client = await startProject({ draft: { signInUrl: `${origin}/feedback/sign-in`, allowedOrigins: [origin] } })
  const { project, kid, privateKey, service } = client
  const boardOrigin = boardOriginOf(service.config, project)
  const signer = createSigner({
    projectId: project.id,
    keyId: kid,
    privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    apiOrigin: service.origin + end,
    boardOrigin: boardOrigin + end,
  })
  const server = createServer(
    createClientApp({
      origin,
      boardOrigin: boardOrigin + end,
      apiOrigin: service.origin + end,
      projectKey: project.publishableKey,
      signer,
    }),
  )
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })

  const send: Acme['send'] = (method, target, { cookie, form, site, origin: from = origin } = {}) =>
    new Promise((resolve, reject) => {
      const headers = {
        ...(cookie && { cookie }),
        ...(site && { 'sec-fetch-site': site }),
        ...(method === 'POST' && from && { origin: from }),
      }
      // A callback with a long state and its token is longer than Node expects of a header.
      request({ port, host: '127.0.0.1', method, path: target, headers, maxHeaderSize: 100_000 }, async (answer) => {
        const body = (await answer.setEncoding('utf8').toArray()).join('')
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body })
      })
        .on('error', reject)
        .end(method === 'POST' ? form : undefined)
    })
  return {
    client,
    origin,
    boardOrigin,
    send,
    signIn: async (person = 'acme-1') => cookieOf(await send('POST', '/sign-in', { form: `person=${person}` })),
  }
}

export function cookieOf({ headers }: Page): string {
  return headers['set-cookie']?.[0]?.split(';')[0] ?? expect.unreachable('no cookie was set')
}

/** What the board's callback page finds. */
export function readCallback({ status, headers }: Page, boardOrigin: string): { token: string; state: string } {
  expect(status).toBe(303)
  const url = new URL(headers.location ?? '')
  expect(url.href.slice(0, url.href.indexOf('#'))).toBe(`${boardOrigin}/sso/callback`)
  const fragment = new URLSearchParams(url.hash.slice(1))
  expect([...fragment.keys()]).toEqual(['token', 'state'])
  return { token: fragment.get('token') ?? '', state: fragment.get('state') ?? '' }
}
