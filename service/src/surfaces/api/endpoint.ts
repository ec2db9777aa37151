import type { FastifyReply, FastifyRequest, RouteGenericInterface } from 'fastify'
import type { StaticDecode, TSchema } from 'typebox'
import type { ProjectCall } from '../../domain/call/index.ts'
import type { Problem, ProblemKind } from '../../foundation/problems/index.ts'
import type { Access, CallOf } from './access.ts'
import type { Admission } from './admit.ts'
import type { ApiContext } from './context.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The endpoint's own problems; the reference lists them beside those that every request can get. */
    problems?: readonly ProblemKind[]
    access?: Access
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
  /** The media type of its answer. Absent: JSON. */
  readonly produces?: readonly string[]
}

/** As `http/read-by-schema.ts` reads it. */
type Typed<Schema> = Schema extends TSchema ? StaticDecode<Schema> : undefined

interface TypedRoute<Schema extends EndpointSchema> extends RouteGenericInterface {
  Params: Typed<Schema['params']>
  Querystring: Typed<Schema['querystring']>
  Body: Typed<Schema['body']>
}

export interface Endpoint<A extends Access = Access> {
  readonly access: A
  readonly schema: EndpointSchema
  readonly problems: readonly ProblemKind[]
  readonly bodyLimit?: number
  /** Its body is a form with one file, which `prepare` reads. */
  readonly takesFile?: boolean
  /** Its body is lines of JSON (NDJSON), so many bytes at most, which the handler reads as they come. */
  readonly takesLines?: number
  /**
   * A list that changes only with what the log of events records: whoever reads it without a session can ask whether it has changed. Visitors who ask at the
   * same time share it, so it depends on nothing but the project and the address, and its handler sets no header.
   */
  readonly isRecorded?: boolean
  /** The rate limit of the caller's address, before any other check. */
  readonly door?: (admission: Admission, call: ProjectCall, request: FastifyRequest) => Promise<void>
  /**
   * Work that takes long and needs no connection. It runs after the caller is known and before the transaction, and again for a repeated
   * request.
   */
  readonly prepare?: (
    admission: Admission,
    call: CallOf<A>,
    request: FastifyRequest,
    context: ApiContext,
  ) => Promise<void>
  /** Limits of this endpoint alone, counted only if the handler runs. */
  readonly limit?: (admission: Admission, call: CallOf<A>, request: FastifyRequest) => Promise<void>
  readonly handler: (
    call: CallOf<A>,
    request: FastifyRequest,
    reply: FastifyReply,
    context: ApiContext,
  ) => Promise<unknown>
  /**
   * A POST that takes seconds and may be repeated without harm: it runs again for each request, even with the same
   * `Idempotency-Key`, and so outside the transaction that would keep its answer.
   */
  readonly isNeverKept?: boolean
  /** The user of the answer, if the caller has no session: the kept answer is removed when that user is erased. */
  readonly belongsTo?: (payload: unknown) => string | undefined
  /** After a refusal that the endpoint decided, and outside of its transaction. */
  readonly onRefusal?: (
    call: CallOf<A>,
    request: FastifyRequest,
    refusal: Problem,
    context: ApiContext,
  ) => Promise<void>
  readonly onSuccess?: (call: CallOf<A>, request: FastifyRequest, context: ApiContext) => Promise<void>
}

/** Access, schema, verb, shape: the schema validates, serialises, documents and types; nothing undeclared leaves. */
export function endpoint<const A extends Access, const Schema extends EndpointSchema>(
  options: Omit<Endpoint<A>, 'handler' | 'problems' | 'schema'> & {
    schema: Schema
    problems?: readonly ProblemKind[]
    handler: (
      call: CallOf<A>,
      request: FastifyRequest<TypedRoute<Schema>>,
      reply: FastifyReply,
      context: ApiContext,
    ) => Promise<unknown>
  },
): Endpoint<A> {
  // Fastify has validated the request by the schema that gives it its type.
  return { problems: [], ...options, handler: options.handler as Endpoint<A>['handler'] }
}
