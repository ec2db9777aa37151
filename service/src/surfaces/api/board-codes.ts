import { Type } from 'typebox'
import { issueBoardCode } from '../../domain/board-codes/index.ts'
import { endpoint } from './endpoint.ts'
import { NoBody } from './input.ts'

export const createBoardCode = endpoint({
  access: 'session',
  schema: {
    operationId: 'createBoardCode',
    summary: 'Open the board signed in',
    description:
      'Makes a code that works once, for 60 seconds. Open `url`: the board asks “Continue as …” and uses the code only when the user confirms, so a link preview does not use it up.',
    tags: ['Sessions'],
    body: NoBody,
    response: {
      201: Type.Object(
        {
          code: Type.String({ description: 'Starts with svc_cod_. It is in `url` already.' }),
          url: Type.String({ description: 'The address at which the board accepts the code.' }),
          expires_at: Type.String({ format: 'date-time', description: '60 seconds from now.' }),
        },
        { description: 'The code.' },
      ),
    },
  },
  handler: async (call, _, reply) => {
    const { code, url, expiresAt } = await issueBoardCode(call)
    reply.code(201).header('cache-control', 'no-store')
    return { code, url, expires_at: expiresAt.toISOString() }
  },
})
