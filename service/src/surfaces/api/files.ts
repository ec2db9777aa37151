import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { viewerOf } from '../../domain/call/index.ts'
import { addFile, fileUrl, type StoredPicture, storePicture } from '../../domain/files/index.ts'
import { type Picture, pictureProblems, readPicture } from '../../foundation/pictures/index.ts'
import { FILES, MOST_FORM_BYTES, readOneFile } from '../http/index.ts'
import { endpoint } from './endpoint.ts'

/** The result of `prepare`. */
const pictures = new WeakMap<FastifyRequest, Picture>()
/** The picture that `prepare` has stored for a request. */
const stored = new WeakMap<FastifyRequest, StoredPicture>()

/** The parts of an endpoint that accepts a picture: how it is read, and its errors. */
export const TAKES_PICTURE = {
  takesFile: true,
  bodyLimit: MOST_FORM_BYTES,
  problems: pictureProblems,
} as const

export async function preparePicture(request: FastifyRequest): Promise<void> {
  pictures.set(request, await readPicture(await readOneFile(request)))
}

export function pictureIn(request: FastifyRequest): Picture {
  return prepared(pictures, request)
}

function prepared<Value>(values: WeakMap<FastifyRequest, Value>, request: FastifyRequest): Value {
  const value = values.get(request)
  if (!value) throw new Error('An endpoint that takes a picture reads it in `prepare`')
  return value
}

export const PictureForm = Type.Object({
  file: Type.String({
    format: 'binary',
    description: 'The picture: PNG, JPEG, WebP or GIF, at most 10 MB, 40 megapixels and 500 frames.',
  }),
})

export const File = Type.Object(
  {
    id: Type.String({ description: 'The picture’s id.' }),
    url: Type.String({
      description: 'Its address on the board, as WebP; with `?size=small` at most 1024 pixels a side.',
    }),
    width: Type.Integer({ description: 'In pixels, as it is shown at `url`.' }),
    height: Type.Integer({ description: 'In pixels, as it is shown at `url`.' }),
    markdown: Type.String({
      description:
        'The Markdown that shows it in a text. Describe the picture between the brackets, for people who cannot see it.',
    }),
  },
  { description: 'A picture that can be put into a text.' },
)

export const create = endpoint({
  ...TAKES_PICTURE,
  access: ['session', 'files:write'],
  schema: {
    operationId: 'createFile',
    summary: 'Send a picture',
    description:
      'A form with one part, the file. The picture is decoded and encoded again as WebP; all other data of the file, such as the place where it was taken, is dropped. Put its `markdown` into the body of a post or comment within a day; a text shows at most five pictures, and each picture belongs to one text. A picture that no text shows is removed after a day, and the pictures of a deleted or rejected text are no longer shown. A person may send 60 pictures an hour.',
    tags: ['Files'],
    body: PictureForm,
    response: { 201: File },
  },
  prepare: async (admission, call, request) => {
    const user = viewerOf(call)
    if (user) await admission.limit(FILES, user.id)
    await preparePicture(request)
    stored.set(request, await storePicture(call, pictureIn(request))) // stored here, because the handler runs in a transaction
  },
  handler: async (call, request, reply) => {
    const { id, width, height } = await addFile(call, prepared(stored, request))
    const url = fileUrl(call, id)
    reply.code(201).header('location', url)
    return { id, url, width, height, markdown: `![](${url})` }
  },
})
