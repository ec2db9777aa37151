import type { FastifyInstance, FastifyRequest } from 'fastify'
import { JsonFault, parseJson } from '../../foundation/json/index.ts'
import { invalidJson, Problem, unsupportedMediaType } from '../../foundation/problems/index.ts'
import { leaveFilesUnread } from './one-file.ts'

const JSON_TYPE = /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i

/** One parser for every body, so that size (413), media type (415) and syntax (400) are checked in this order. */
export function parseBodiesAsJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    const { 'content-type': type, 'content-encoding': encoding } = request.headers
    if (encoding !== undefined || typeof type !== 'string' || !JSON_TYPE.test(type)) {
      // Some clients give an empty body the type of a form, such as Net::HTTP of Ruby.
      if (body.length === 0) return undefined
      throw new Problem(unsupportedMediaType)
    }
    request.rawBody = body
    try {
      const value = parseJson(body)
      if (request.routeOptions.config.takesLines) throw new Problem(unsupportedMediaType)
      return value
    } catch (error) {
      if (error instanceof JsonFault)
        throw new Problem(invalidJson, { detail: `The body was refused: ${error.message}.` })
      throw error
    }
  })
  leaveFilesUnread(app)
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The bytes of the body as they came. */
    rawBody?: Buffer
  }
}
