import { parse } from 'node:querystring'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { JsonFault, parseJson } from '../../foundation/json/index.ts'
import { invalidJson, notFound, Problem, unsupportedMediaType } from '../../foundation/problems/index.ts'
import { isStorable } from '../../foundation/storage/index.ts'
import { leaveFilesUnread } from '../http/index.ts'

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i
const JSON_TYPE = /^application\/json\s*(?:;|$)/i

/** The route for all other paths. */
export const ANYTHING_ELSE = '/*'

/** Forms, and the JSON of our own scripts. The body of a request to an unknown path is not read at all. */
export function parseBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (request.routeOptions.url === ANYTHING_ELSE) return undefined
    if (request.headers['content-encoding'] !== undefined) throw new Problem(unsupportedMediaType)
    if (isJson(request)) return fromJson(body)
    if (FORM_TYPE.test(request.headers['content-type'] ?? '')) return parse(body.toString())
    throw new Problem(unsupportedMediaType)
  })
  leaveFilesUnread(app)
}

export function isJson({ headers }: FastifyRequest): boolean {
  return JSON_TYPE.test(headers['content-type'] ?? '')
}

/** A script asks for JSON to learn the result of a form; a person's browser asks for a page. */
export function wantsJson({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('application/json') ?? false
}

function fromJson(body: Buffer): unknown {
  try {
    return parseJson(body)
  } catch (error) {
    throw error instanceof JsonFault ? new Problem(invalidJson) : error
  }
}

/** The members of the body. A reader must check the type: a form may repeat a name, and JSON may hold anything. */
export function membersOf({ body }: FastifyRequest): Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
}

export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** A form repeats a name for each value. */
export function textsIn(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string')
}

/** A name or id. Nothing has a name that the database cannot store, so the answer is then 404. */
export function idIn(value: unknown): string {
  const text = textIn(value)
  if (!isStorable(text)) throw new Problem(notFound)
  return text
}
