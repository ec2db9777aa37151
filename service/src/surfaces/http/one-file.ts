import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bodyTooLarge, invalidRequest, Problem, unsupportedMediaType } from '../../foundation/problems/index.ts'

export const MOST_FILE_BYTES = 10_485_760
/** The file with its headers and the boundaries. */
export const MOST_FORM_BYTES = MOST_FILE_BYTES + 8_192

const FORM_TYPE = /^multipart\/form-data\s*;.*\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a form with one file, which the route reads itself. */
    takesFile?: boolean
  }
}

/** A file is much larger than any other body, so it is read only after the sender has been checked. */
export function leaveFilesUnread(app: FastifyInstance): void {
  app.addContentTypeParser(/^multipart\/form-data\b/i, async ({ headers, routeOptions }: FastifyRequest) => {
    const { config, bodyLimit = 0 } = routeOptions
    if (Number(headers['content-length'] ?? 0) > bodyLimit) throw new Problem(bodyTooLarge)
    if (!config.takesFile) throw new Problem(unsupportedMediaType)
  })
}

/**
 * The file of a form with exactly one part. The sender's name and type of the file are ignored. A form has another boundary each time it
 * is sent, so two requests are the same if their files are.
 */
export async function readOneFile(request: FastifyRequest): Promise<Buffer> {
  const { 'content-type': type = '', 'content-encoding': encoding } = request.headers
  const [, quoted, plain] = FORM_TYPE.exec(type) ?? []
  const boundary = quoted ?? plain
  if (encoding !== undefined || boundary === undefined) throw new Problem(unsupportedMediaType)
  const form = await readAll(request)
  if (partsOf(form, boundary) !== 1) throw notOneFile()
  const part = await new Response(form, { headers: { 'content-type': type } }).formData().then(
    (data) => [...data.values()][0],
    () => undefined,
  )
  if (!(part instanceof File)) throw notOneFile()
  if (part.size > MOST_FILE_BYTES) throw new Problem(bodyTooLarge)
  const file = Buffer.from(await part.arrayBuffer())
  request.rawBody = file
  return file
}

async function readAll({ raw }: FastifyRequest): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of raw as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MOST_FORM_BYTES) throw new Problem(bodyTooLarge)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Counted before the form is parsed: ten megabytes could hold a hundred thousand of them. */
function partsOf(form: Buffer, boundary: string): number {
  const mark = `--${boundary}`
  let marks = 0
  for (let at = form.indexOf(mark); at !== -1 && marks < 3; at = form.indexOf(mark, at + mark.length)) marks += 1
  return marks - 1 // the last one ends the form
}

function notOneFile(): Problem {
  return new Problem(invalidRequest, {
    errors: [{ pointer: '/file', detail: 'must be the only part of the form' }],
    detail: 'The form must have exactly one part, and that part must be a file.',
  })
}
