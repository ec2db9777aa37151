import { Type } from 'typebox'
import { previewText } from '../../domain/files/index.ts'
import { PostBody } from '../../domain/posts/index.ts'
import { readBody } from '../../domain/texts/index.ts'
import { endpoint } from './endpoint.ts'
import { htmlForElsewhere } from './post-json.ts'

export const preview = endpoint({
  access: 'session',
  schema: {
    operationId: 'previewText',
    summary: 'Show how a text will look',
    description:
      'The HTML of a Markdown text before it is sent, with the pictures that the user sent. Nothing is kept, so an `Idempotency-Key` changes nothing.',
    tags: ['Posts'],
    body: Type.Object({ body: PostBody }, { additionalProperties: false }),
    response: {
      200: Type.Object(
        { body_html: Type.String({ description: 'What `body_html` of the post or comment would be.' }) },
        { description: 'The text as HTML.' },
      ),
    },
  },
  isNeverKept: true,
  handler: async (call, { body: { body } }) => ({
    body_html: htmlForElsewhere(call, { bodyHtml: await previewText(call, readBody(body, PostBody)) }),
  }),
})
