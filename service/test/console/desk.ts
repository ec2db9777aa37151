import { type IncomingHttpHeaders, request } from 'node:http'
import { systemCall } from '../../src/domain/call/index.ts'
import { issueOperatorLink, type Role } from '../../src/domain/operators/index.ts'
import type { ProjectDraft } from '../../src/domain/projects/index.ts'
import { startProject, type TestProject } from '../harness/project.ts'
import type { SharedService } from '../harness/service.ts'

export interface DeskAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly cookies: readonly string[]
  readonly text: string
}

export interface DeskRequest {
  readonly cookie?: string
  readonly headers?: Record<string, string>
  /** Sent as a form, with a yes to whatever the script asks before it. */
  readonly form?: Readonly<Record<string, string | readonly string[]>>
  /** Sent as JSON, as scripts of the console do. */
  readonly json?: unknown
  /** Sent as a form with one file. */
  readonly file?: Buffer
  /** Sent as a form with these parts. */
  readonly parts?: readonly SentPart[]
  /** Sent as it is, as JSON. */
  readonly text?: string
}

export interface SentPart {
  readonly name: string
  /** Of a file. */
  readonly fileName?: string
  readonly bytes: Buffer | string
}

export interface Desk extends TestProject {
  /** A request to the console as a browser's from a page of its own, but without a browser. `path` follows /console. */
  ask(method: string, path: string, options?: DeskRequest): Promise<DeskAnswer>
  /** The code of a link that lets somebody in: with a role to this project, without one everywhere. */
  linkFor(email: string, role?: Role): Promise<string>
  /** Somebody who is signed in: the cookie to send. */
  enter(email?: string, role?: Role): Promise<string>
}

/** A project, and the console that it is run from. */
export async function startDesk(
  options: {
    service?: SharedService
    now?: () => Date
    environment?: Record<string, string>
    draft?: Partial<ProjectDraft>
  } = {},
): Promise<Desk> {
  const project = await startProject(options)
  const { service } = project
  const clock = options.now ?? (() => service.database.clock.now())
  const ask: Desk['ask'] = (method, path, { cookie, headers = {}, form, file, json, text, ...sent } = {}) => {
    const parts = file ? [{ name: 'file', fileName: 'logo.png', bytes: file }] : sent.parts
    const body = parts ? formOf(parts) : form ? bodyOf(form) : json === undefined ? text : JSON.stringify(json)
    return send(service.port, method, `/console${path}`, body, {
      host: new URL(service.origin).host,
      ...(method === 'POST' && { origin: service.origin, 'sec-fetch-site': 'same-origin' }),
      ...(parts && { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }),
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...((json !== undefined || text !== undefined) && {
        'content-type': 'application/json',
        accept: 'application/json',
      }),
      ...(cookie && { cookie }),
      ...headers,
    })
  }
  const linkFor: Desk['linkFor'] = async (email, role) => {
    const to = role && { project: project.project, role }
    const { url } = await issueOperatorLink(systemCall(service.database, service.config, clock()), email, to)
    return url.slice(url.indexOf('#') + 1)
  }
  return {
    ...project,
    ask,
    linkFor,
    enter: async (email = 'owner@acme.example', role = 'owner') => {
      const { cookies } = await ask('POST', '/enter', { form: { code: await linkFor(email, role) } })
      return cookies[0]?.split(';')[0] ?? ''
    },
  }
}

const BOUNDARY = 'a-boundary-of-a-browser'

function formOf(parts: readonly SentPart[]): Buffer {
  const written = parts.flatMap(({ name, fileName, bytes }) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: application/octet-stream`
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`
    return [Buffer.from(head), Buffer.from(bytes), Buffer.from('\r\n')]
  })
  return Buffer.concat([...written, Buffer.from(`--${BOUNDARY}--\r\n`)])
}

function bodyOf(form: NonNullable<DeskRequest['form']>): string {
  const body = new URLSearchParams()
  for (const [name, value] of Object.entries({ confirmed: 'yes', ...form }))
    for (const one of [value].flat()) body.append(name, one)
  return body.toString()
}

function send(
  port: number,
  method: string,
  path: string,
  body: string | Buffer | undefined,
  headers: Record<string, string>,
): Promise<DeskAnswer> {
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', method, path, headers }, async (answer) => {
      const isStream = answer.headers['content-type']?.startsWith('text/event-stream') // it would never end
      const parts = answer.setEncoding('utf8')
      const text = (await (isStream ? parts.take(1) : parts).toArray()).join('')
      const { statusCode: status = 0, headers } = answer
      resolve({ status, headers, cookies: headers['set-cookie'] ?? [], text })
    })
      .on('error', reject)
      .end(body)
  })
}
