import type { FastifyReply, FastifyRequest, RouteGenericInterface } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { ProblemKind } from '../../foundation/problems/index.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the endpoint itself can refuse with; the reference lists it beside what every request can meet. */
    problems?: readonly ProblemKind[]
  }
}

interface EndpointSchema {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly params?: TSchema
  readonly querystring?: TSchema
  readonly body?: TSchema
  readonly response: Readonly<Record<number, TSchema>>
}

type Typed<Schema> = Schema extends TSchema ? Static<Schema> : undefined

interface TypedRoute<Schema extends EndpointSchema> extends RouteGenericInterface {
  Params: Typed<Schema['params']>
  Querystring: Typed<Schema['querystring']>
  Body: Typed<Schema['body']>
}

/** Schema, problems, handler: the schema validates, serialises, documents and types; nothing undeclared leaves. */
export function endpoint<const Schema extends EndpointSchema>(options: {
  schema: Schema
  problems?: readonly ProblemKind[]
  bodyLimit?: number
  handler: (request: FastifyRequest<TypedRoute<Schema>>, reply: FastifyReply) => Promise<unknown>
}) {
  const { schema, problems = [], handler, ...rest } = options
  return { ...rest, schema, config: { problems }, handler }
}
