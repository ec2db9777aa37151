import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bodyTooLarge, invalidRequest, Problem, unsupportedMediaType } from '../../foundation/problems/index.ts'

const MOST_FILE_BYTES = 10_485_760
/** The texts of a form, with its headers and boundaries. */
const MOST_TEXT_BYTES = 65_536
export const MOST_FORM_BYTES = MOST_FILE_BYTES + MOST_TEXT_BYTES
/** A form may have an input for each option of each field. */
const MOST_PARTS = 300

const FORM_TYPE = /^multipart\/form-data\s*;.*\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body may be a form with a file, which the route reads itself. */
    takesFile?: boolean
    /** The body may be a form of so many bytes, which the route reads as it arrives. */
    takesUpload?: number
    /** The body is lines of JSON, so many bytes at most, which the route reads as it arrives. */
    takesLines?: number
  }
}

/** A file is much larger than any other body, so it is read only after the sender has been checked. */
export function leaveFilesUnread(app: FastifyInstance): void {
  app.addContentTypeParser(/^multipart\/form-data\b/i, async ({ headers, routeOptions }: FastifyRequest) => {
    const { config, bodyLimit = 0 } = routeOptions
    const most = config.takesUpload ?? (config.takesFile ? MOST_FORM_BYTES : bodyLimit)
    if (Number(headers['content-length'] ?? 0) > most) throw new Problem(bodyTooLarge)
    if (!config.takesFile && config.takesUpload === undefined) throw new Problem(unsupportedMediaType)
  })
  app.addContentTypeParser(/^application\/x-ndjson\b/i, async ({ headers, routeOptions }: FastifyRequest) => {
    const { takesLines } = routeOptions.config
    if (takesLines === undefined || headers['content-encoding'] !== undefined) throw new Problem(unsupportedMediaType)
    if (Number(headers['content-length'] ?? 0) > takesLines) throw new Problem(bodyTooLarge)
    return '' // for the schema, which says that it is a text
  })
}

/** The body of a request in pieces, as many bytes as its route takes. */
export async function* bytesOfLines({ raw, routeOptions }: FastifyRequest): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of raw as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > (routeOptions.config.takesLines ?? 0)) throw new Problem(bodyTooLarge)
    yield chunk
  }
}

/**
 * The file of a form with exactly one part. The sender's name and type of the file are ignored. A form has another boundary each time it
 * is sent, so two requests are the same if their files are.
 */
export async function readOneFile(request: FastifyRequest): Promise<Buffer> {
  const [part] = (await readParts(request, 1, notOneFile)).values()
  if (!(part instanceof File)) throw notOneFile()
  const file = await bytesOf(part)
  request.rawBody = file
  return file
}

export interface MixedForm {
  readonly texts: Readonly<Record<string, string>>
  /** Absent if none was chosen. */
  readonly file: Buffer | undefined
}

/** A form with texts and at most one file. */
export async function readMixedForm(request: FastifyRequest): Promise<MixedForm> {
  const texts: Record<string, string> = {}
  let file: Buffer | undefined
  let textBytes = 0
  for (const [name, part] of await readParts(request, MOST_PARTS, notMixed)) {
    if (typeof part === 'string') {
      textBytes += Buffer.byteLength(part)
      if (textBytes > MOST_TEXT_BYTES) throw new Problem(bodyTooLarge)
      texts[name] = part
    } else if (part.size > 0) {
      if (file) throw notMixed()
      file = await bytesOf(part)
    }
  }
  return { texts, file }
}

export function hasFileForm({ headers }: FastifyRequest): boolean {
  return FORM_TYPE.test(headers['content-type'] ?? '')
}

async function bytesOf(part: File): Promise<Buffer> {
  if (part.size > MOST_FILE_BYTES) throw new Problem(bodyTooLarge)
  return Buffer.from(await part.arrayBuffer())
}

async function readParts(request: FastifyRequest, most: number, refusal: () => Problem): Promise<FormData> {
  const boundary = boundaryOf(request)
  const type = request.headers['content-type'] ?? ''
  const form = await readAll(request)
  const parts = partsOf(form, boundary, most)
  if (parts < 1 || parts > most) throw refusal()
  return new Response(form, { headers: { 'content-type': type } }).formData().catch(() => {
    throw refusal()
  })
}

/** What separates the parts of a form. */
export function boundaryOf({ headers }: FastifyRequest): string {
  const [, quoted, plain] = FORM_TYPE.exec(headers['content-type'] ?? '') ?? []
  const boundary = quoted ?? plain
  if (headers['content-encoding'] !== undefined || boundary === undefined) throw new Problem(unsupportedMediaType)
  return boundary
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
function partsOf(form: Buffer, boundary: string, most: number): number {
  const mark = `--${boundary}`
  let marks = 0
  for (let at = form.indexOf(mark); at !== -1 && marks < most + 2; at = form.indexOf(mark, at + mark.length)) marks += 1
  return marks - 1 // the last one ends the form
}

export function notOneFile(): Problem {
  return new Problem(invalidRequest, {
    errors: [{ pointer: '/file', detail: 'must be the only part of the form' }],
    detail: 'The form must have exactly one part, and that part must be a file.',
  })
}

function notMixed(): Problem {
  return new Problem(invalidRequest, {
    errors: [{ pointer: '/file', detail: 'must be the only file of the form' }],
    detail: `The form must have at most ${MOST_PARTS} parts, and at most one of them may be a file.`,
  })
}
