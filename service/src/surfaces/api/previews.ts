import { Type } from 'typebox'
import { previewText } from '../../domain/files/index.ts'
import { previewComment } from '../../domain/posting/index.ts'
import { PostBody } from '../../domain/posts/index.ts'
import { readBody } from '../../domain/texts/index.ts'
import { idPattern } from '../../foundation/ids/index.ts'
import { notFound } from '../../foundation/problems/index.ts'
import { endpoint } from './endpoint.ts'
import { TEXT_BODY_LIMIT } from './input.ts'
import { htmlForElsewhere } from './post-json.ts'

export const preview = endpoint({
  access: 'session',
  schema: {
    operationId: 'previewText',
    summary: 'Show how a text will look',
    description:
      'The HTML of a Markdown text before it is sent, with the pictures that the user sent and, for a comment, with its mentions. Nothing is kept, so an `Idempotency-Key` changes nothing.',
    tags: ['Posts'],
    body: Type.Object(
      {
        body: PostBody,
        post_id: Type.Optional(
          Type.String({
            pattern: idPattern('post'),
            description: 'The post that the comment is about; absent for a post.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    response: {
      200: Type.Object(
        { body_html: Type.String({ description: 'The `body_html` that the post or comment would have.' }) },
        { description: 'The text as HTML.' },
      ),
    },
  },
  bodyLimit: TEXT_BODY_LIMIT,
  problems: [notFound],
  isNeverKept: true,
  handler: async (call, { body: { body, post_id: post } }) => {
    const text = readBody(body, PostBody)
    const bodyHtml = await (post === undefined ? previewText(call, text) : previewComment(call, post, text))
    return { body_html: htmlForElsewhere(call, { bodyHtml }) }
  },
})
