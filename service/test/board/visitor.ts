import { expect } from 'vitest'
import type { Members } from '../harness/project.ts'
import type { PageAnswer, Stage } from './stage.ts'

export type Fields = Readonly<Record<string, string | readonly string[]>>

export interface Flow {
  readonly state: string
  /** As the browser sends it back. */
  readonly cookie: string
  readonly answer: PageAnswer
}

export interface Visitor {
  /** What a browser says about a request of a page of this board. */
  readonly own: Record<string, string>
  /** A form of this board. */
  form(path: string, fields?: Fields, headers?: Record<string, string>): Promise<PageAnswer>
  /** What a script of this board sends. */
  json(path: string, body: unknown, headers?: Record<string, string>): Promise<PageAnswer>
  start(fields?: Fields, headers?: Record<string, string>): Promise<Flow>
  /** The token the client's app signs for a flow. */
  tokenFor(state: string, claims?: Members): string
  finish(flow: Pick<Flow, 'state' | 'cookie'>, token: string, headers?: Record<string, string>): Promise<PageAnswer>
  /** Through the whole flow; answers with the session's cookie. */
  signIn(claims?: Members, fields?: Fields): Promise<string>
}

/** A visitor of the board's pages, without a browser. */
export function visitorOf(stage: Stage): Visitor {
  const { board, boardOrigin, signToken } = stage
  const own = { origin: boardOrigin, 'sec-fetch-site': 'same-origin' }
  const visitor: Visitor = {
    own,
    form: (path, fields = {}, headers = {}) =>
      board('POST', path, {
        headers: { ...own, 'content-type': typeOf(fields), ...headers },
        body: bodyOf(fields),
      }),
    json: (path, body, headers = {}) =>
      board('POST', path, {
        headers: { ...own, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    start: async (fields = {}, headers = {}) => {
      const answer = await visitor.form('/sso/start', fields, headers)
      const state = new URL(answer.headers.location ?? 'http://nowhere.invalid').searchParams.get('state') ?? ''
      return { state, cookie: sentBack(answer, /sso-/), answer }
    },
    tokenFor: (state, claims = {}) => signToken({ aud: boardOrigin, nonce: state, sub: 'grace', ...claims }),
    finish: ({ state, cookie }, token, headers = {}) =>
      visitor.json('/sso/callback', { token, state }, { ...(cookie && { cookie }), ...headers }),
    signIn: async (claims = {}, fields = {}) => {
      const flow = await visitor.start(fields)
      const answer = await visitor.finish(flow, visitor.tokenFor(flow.state, claims))
      expect(answer.status, answer.text).toBe(200)
      return sentBack(answer, /session/)
    },
  }
  return visitor
}

/** The cookie of an answer whose name fits, as `name=value`. */
export function sentBack({ cookies }: PageAnswer, name: RegExp): string {
  const cookie = cookies.find((line) => name.test(line.split('=', 1)[0] ?? '') && !/Max-Age=0(?:;|$)/.test(line))
  return cookie?.split(';', 1)[0] ?? ''
}

export function codeIn({ text }: PageAnswer): string | undefined {
  return text.startsWith('{') ? JSON.parse(text).code : /Code: (\w+)/.exec(text)?.[1]
}

const BOUNDARY = 'a-boundary-of-a-browser'

export function typeOf(fields: Fields): string {
  return 'file' in fields ? `multipart/form-data; boundary=${BOUNDARY}` : 'application/x-www-form-urlencoded'
}

export function bodyOf(fields: Fields): string | Buffer {
  return 'file' in fields ? fileForm(fields) : encoded(fields)
}

/** A form with a file, whose bytes are given in base64. */
function fileForm({ file }: Fields): Buffer {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="picture.png"\r\n\r\n`
  return Buffer.concat([Buffer.from(head), Buffer.from(String(file), 'base64'), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)])
}

function encoded(fields: Fields): string {
  return Object.entries(fields)
    .flatMap(([name, value]) => [value].flat().map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(one)}`))
    .join('&')
}
