import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { ProblemKind } from '../../foundation/problems/index.ts'
import { contentOnDemand } from '../http/index.ts'
import { type Access, appAccessOf, scopeOf } from './access.ts'
import { catalogue, problemsOf } from './catalogue.ts'
import { endpoint } from './endpoint.ts'
import { describeEvents } from './event-json.ts'
import { shareParts } from './share-parts.ts'

const Problem = Type.Object(
  {
    type: Type.String({ format: 'uri', description: 'The page that explains the code.' }),
    title: Type.String({ description: 'The problem in one sentence; the same for every problem with this code.' }),
    status: Type.Integer({ description: 'The HTTP status.' }),
    detail: Type.String({ description: 'What to do about it, in words.' }),
    code: Type.String({ description: 'Stable name of the problem.' }),
    instance: Type.String({ description: 'The path of the request.' }),
    request_id: Type.String({
      description: 'The same as in the header Request-Id. Use it to find the request in the log.',
    }),
    statusCode: Type.Integer({ description: 'The same as `status`.' }),
    message: Type.String({ description: 'A short text for tools that show this member; match on `code`.' }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          pointer: Type.String({ description: 'JSON pointer to the place.' }),
          detail: Type.String({ description: 'What is wrong there, in words.' }),
        }),
        {
          description:
            'For a body or query of the wrong shape: the wrong places, at most 20. If it has more than 100 parts, only the first wrong place is named.',
        },
      ),
    ),
  },
  { description: 'RFC 9457 problem details. Match on `code`; it never changes its meaning.' },
)

const SECURITY_SCHEMES = {
  projectKey: { type: 'apiKey', in: 'header', name: 'X-Project-Key', description: 'The publishable key of an app.' },
  session: { type: 'http', scheme: 'bearer', description: 'The session from the exchange, svc_ses_…' },
  secretKey: { type: 'http', scheme: 'bearer', description: 'The secret key of a server, svc_sk_live_…' },
} as const

/** Each entry is one way to authenticate. A private board needs a session where a public one does not. */
function securityOf(access: Access) {
  const asApp = appAccessOf(access)
  const scope = scopeOf(access)
  return [
    ...(asApp === 'app' || asApp === 'reader' ? [{ projectKey: [] }] : []),
    ...(asApp === 'session' || asApp === 'reader' ? [{ projectKey: [], session: [] }] : []),
    ...(scope ? [{ secretKey: scope === 'any' ? [] : [scope] }] : []),
  ]
}

export function openapiOptions(service: { apiOrigin: string; version: string }): FastifyDynamicSwaggerOptions {
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Feedback board API',
        version: 'v1',
        description:
          'Boards on which people vote, post, comment and follow, with sign-in that your own backend vouches for. ' +
          'If your client cannot send PATCH, send POST with the header `X-HTTP-Method-Override: PATCH`.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: `${service.apiOrigin}/v1` }],
      tags: [
        { name: 'Posts', description: 'Ideas and wishes, and their progress.' },
        { name: 'Files', description: 'Pictures in texts.' },
        { name: 'Votes and follows', description: 'Who wants a post, and who wants news about it.' },
        { name: 'Notifications', description: 'What users are told.' },
        { name: 'Comments', description: 'What people and the team say about posts.' },
        { name: 'Moderation', description: 'Posts and comments that wait for approval or were reported.' },
        { name: 'Categories', description: 'The parts of a board, and who sees them.' },
        { name: 'Fields', description: 'What a project asks about its posts beside title and text.' },
        { name: 'Segments', description: 'Groups of people, by rules over their traits.' },
        { name: 'Insights', description: 'Who wants which post, what their accounts are worth, and how sure that is.' },
        { name: 'Statuses and tags', description: 'The states that posts can have, and the labels that group them.' },
        { name: 'Roadmap and changelog', description: 'What the project plans to do, and what it has done.' },
        { name: 'Sessions', description: 'Signing users in and out.' },
        {
          name: 'Signing keys',
          description: 'The public keys that vouch for your users, and why a token was refused.',
        },
        { name: 'Users', description: 'The people your backend vouched for.' },
        { name: 'Mail', description: 'Addresses that get no mail.' },
        { name: 'Project', description: 'The settings of the project, and what was done in it.' },
        { name: 'Events', description: 'Everything that happened, for your server to read in order.' },
        { name: 'Imports', description: 'Posts, votes, comments and people from another tool.' },
        { name: 'Webhooks', description: 'Where events are sent as they happen.' },
        { name: 'Service', description: 'The service itself.' },
      ],
      components: { schemas: { Problem }, securitySchemes: SECURITY_SCHEMES },
    },
    transformObject: (document) => {
      if (!('openapiObject' in document)) return document.swaggerObject
      markOptionalBodies(document.openapiObject as Described) // as this service writes it
      return withEvents(document.openapiObject)
    },
    refResolver: { buildLocalReference: (json, _, __, place) => String(json.$id ?? `def-${place}`) },
    transform: ({ schema, url, route }) => {
      const { access = 'open', problems: own = [] } = route.config ?? {}
      const hasBody = schema.body !== undefined
      const problems = [...problemsOf(access, { method: String(route.method), hasBody }), ...own]
      return {
        schema: {
          ...schema,
          ...headersOf(String(route.method), access),
          security: securityOf(access),
          response: { ...(schema.response as object), ...problemResponses(problems) },
        },
        url,
      }
    },
  }
}

/** Adds the schemas of events to the description of the operations. */
function withEvents<Document extends { components?: { schemas?: object } }>(document: Document): Document {
  const { webhooks, schemas } = describeEvents()
  return {
    ...document,
    components: { ...document.components, schemas: { ...document.components?.schemas, ...schemas } },
    webhooks,
  }
}

interface Described {
  paths?: Record<
    string,
    Record<string, { requestBody?: { required?: boolean; content: Record<string, { schema: object }> } }>
  >
}

/** A body that may be null need not be there. */
function markOptionalBodies({ paths = {} }: Described): void {
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const schema = operation.requestBody?.content['application/json']?.schema as { type?: unknown } | undefined
    if (operation.requestBody && [schema?.type].flat().includes('null')) operation.requestBody.required = false
  }
}

/** Headers that every POST and PATCH understands; they are read before the schema, so only the description has them. */
function headersOf(method: string, access: Access) {
  const described = (name: string, description: string) => ({
    headers: { type: 'object', properties: { [name]: { type: 'string', description } } },
  })
  if (method === 'PATCH')
    return described('If-Match', 'The ETag that you read. The change is made only if that version is still current.')
  if (method !== 'POST' || access === 'open') return {}
  const must = appAccessOf(access) ? 'Required from an app. ' : ''
  return described(
    'Idempotency-Key',
    `${must}A new UUID for each request; the same one repeats its answer for 24 hours.`,
  )
}

/** One response a status, naming each code it can carry. */
function problemResponses(kinds: readonly ProblemKind[]): Record<number, unknown> {
  const present = catalogue.filter((entry) => kinds.some(({ code }) => code === entry.code))
  const byStatus = Map.groupBy(present, ({ status }) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, entries]) => [
      status,
      {
        description: entries.map(({ code, title }) => `\`${code}\`: ${title}`).join('\n\n'),
        headers: {
          'Request-Id': { type: 'string', description: 'Use it to find the request in the log.' },
        },
        content: {
          'application/problem+json': {
            schema: {
              allOf: [
                { $ref: '#/components/schemas/Problem' },
                { type: 'object', properties: { code: { type: 'string', enum: entries.map(({ code }) => code) } } },
              ],
            },
          },
        },
      },
    ]),
  )
}

/** The document is made once, from the routes that are really there. */
export function openapi(app: FastifyInstance) {
  const text = contentOnDemand(() => JSON.stringify(shareParts(app.swagger())))
  return endpoint({
    access: 'open',
    schema: {
      operationId: 'getOpenapi',
      summary: 'Read this document',
      description: 'The OpenAPI 3.1 description of every endpoint, made from the code that answers. Needs no key.',
      tags: ['Service'],
      response: {
        200: Type.Object({}, { additionalProperties: true, description: 'An OpenAPI 3.1 document.' }),
      },
    },
    handler: async (_, request, reply) => {
      return text.send(request, reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache'))
    },
  })
}
