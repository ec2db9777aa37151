import { readFileSync } from 'node:fs'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { type Signer, SigningError } from '@feedback-board/server'
import { createPages } from './pages.ts'
import { PEOPLE } from './people.ts'
import { openSessions } from './sessions.ts'

const STYLE = readFileSync(new URL('style.css', import.meta.url), 'utf8')
const SCRIPT = readFileSync(new URL('feedback.js', import.meta.url), 'utf8')
const LARGEST_FORM = 1_000

export interface ClientAppOptions {
  /** The address of this app. */
  readonly origin: string
  readonly boardOrigin: string
  readonly apiOrigin: string
  /** The project's publishable key, for the widget. */
  readonly projectKey: string
  readonly signer: Signer
}

export function createClientApp(options: ClientAppOptions): RequestListener {
  const { origin, signer } = options
  // An address that is copied from a browser has a slash at its end; an origin has none.
  const boardOrigin = new URL(options.boardOrigin).origin
  const apiOrigin = new URL(options.apiOrigin).origin
  const sessions = openSessions(origin)
  const pages = createPages({ ...options, boardOrigin, apiOrigin })
  const headers = {
    'Content-Security-Policy': `default-src 'none'; style-src 'self'; script-src 'self' ${apiOrigin}; connect-src 'self' ${apiOrigin}; form-action 'self' ${boardOrigin}; frame-ancestors 'none'; base-uri 'none'`,
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  }

  const routes: Record<string, (request: IncomingMessage, response: ServerResponse, url: URL) => unknown> = {
    'GET /': (request, response) => html(response, 200, pages.home(sessions.personOf(request))),
    'GET /style.css': (_, response) => response.setHeader('Content-Type', 'text/css; charset=utf-8').end(STYLE),

    'GET /feedback.js': (_, response) =>
      response.setHeader('Content-Type', 'text/javascript; charset=utf-8').end(SCRIPT),

    'GET /account': (request, response) => {
      const person = sessions.personOf(request)
      html(response, 200, person ? pages.account(person) : pages.signIn('/sign-in', false))
    },

    // The project's sign-in URL: the board sends a visitor here with a state, and they go back with a token.
    'GET /feedback/sign-in': async (request, response, url) => {
      const state = stateOf(url)
      const person = sessions.personOf(request)
      if (state === undefined)
        redirect(response, boardOrigin) // the visit did not begin on the board
      else if (person) redirect(response, await signer.boardCallback(person, state))
      else html(response, 200, pages.signIn(`/sign-in?${new URLSearchParams({ state })}`, true))
    },

    'POST /sign-in': async (request, response, url) => {
      const chosen = (await formOf(request)).get('person')
      const person = PEOPLE.find(({ id }) => id === chosen)
      if (!person) return html(response, 400, pages.message('Nobody was chosen', 'Go back and choose a person.'))
      const state = stateOf(url)
      const next = state === undefined ? '/account' : await signer.boardCallback(person, state)
      redirect(response.setHeader('Set-Cookie', sessions.begin(request, person)), next)
    },

    'POST /sign-out': (request, response) => redirect(response.setHeader('Set-Cookie', sessions.end(request)), '/'),

    // A token for the widget and the app kit: for the signed-in user, never for a user whom the request names. Guests get 401 and no sign-in page,
    // because a script asks.
    'GET /feedback/token': async (request, response) => {
      if (isFromElsewhere(request)) return json(response, 403, { error: 'not_from_here' })
      const person = sessions.personOf(request)
      json(response, person ? 200 : 401, person ? { token: await signer.forApp(person) } : { error: 'not_signed_in' })
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = URL.parse(request.url ?? '', origin)
    const route = url && routes[`${request.method === 'HEAD' ? 'GET' : request.method} ${url.pathname}`]
    if (!url || !route) return html(response, 404, pages.message('Not found', 'There is no such page.'))
    // Browsers say which site a POST comes from, so another site cannot sign anybody in or out.
    if (request.method === 'POST' && request.headers.origin !== origin) {
      return html(response, 403, pages.message('Not from here', 'The form was sent by another site.'))
    }
    await route(request, response, url)
  }

  return (request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    answer(request, response).catch((error) => {
      if (response.headersSent || response.destroyed) return response.destroy()
      // A state that no token can hold did not come from the board.
      if (error instanceof SigningError) {
        return html(response, 400, pages.message('This link does not work', 'Begin again on the board.'))
      }
      process.stderr.write(`${error.stack}\n`)
      html(response, 500, pages.message('Something went wrong', 'Please try again.'))
    })
  }
}

/** Browsers say where a request comes from. Another site could not read the answer anyway; here it does not even get one. */
function isFromElsewhere({ headers }: IncomingMessage): boolean {
  return !['same-origin', undefined].includes(headers['sec-fetch-site'] as string | undefined) // sent once, or it is joined
}

/** Opaque: it goes into the token and back to the board as it came. */
function stateOf({ searchParams }: URL): string | undefined {
  const states = searchParams.getAll('state')
  return states.length === 1 && states[0] ? states[0] : undefined
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) if (text.length < LARGEST_FORM) text += chunk
  return new URLSearchParams(text)
}

function html(response: ServerResponse, status: number, page: string): void {
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8' }).end(page)
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

function redirect(response: ServerResponse, to: string): void {
  response.writeHead(303, { Location: to }).end()
}
