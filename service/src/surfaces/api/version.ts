import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'

export const version = (build: string) =>
  endpoint({
    access: 'open',
    schema: {
      operationId: 'getVersion',
      summary: 'Read the version',
      description: 'The build that answers, and its version of the API. Needs no key.',
      tags: ['Service'],
      response: {
        200: Type.Object(
          {
            version: Type.String({ description: 'The build that answers.', examples: ['0.1.0'] }),
            api_version: Type.Literal('v1', {
              description: 'The version in the path. Within v1 things are only added.',
            }),
          },
          { description: 'The version.' },
        ),
      },
    },
    handler: async (_, __, reply) => {
      reply.header('cache-control', 'public, max-age=60')
      return { version: build, api_version: 'v1' }
    },
  })
