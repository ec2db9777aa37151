import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type Call,
  onTransaction,
  type Permitted,
  type ProjectCall,
  permit,
  type ReaderCall,
  readAside,
  viewerOf,
} from '../../domain/call/index.ts'
import { sessionEnded } from '../../domain/sessions/index.ts'
import {
  idempotencyKeyInvalid,
  idempotencyKeyRequired,
  type KeptAnswer,
  runOnce,
} from '../../foundation/idempotency/index.ts'
import { invalidRequest, notFound, Problem } from '../../foundation/problems/index.ts'
import { appAccessOf, type CallOf, type KnownAccess, serverAccessOf } from './access.ts'
import { Admission } from './admit.ts'
import { answerUnlessKnown } from './answer-unless-known.ts'
import type { ApiContext } from './context.ts'
import type { Endpoint } from './endpoint.ts'
import { headerOf } from './headers.ts'

/** A caller without a session: the exchange, and readers of public boards. */
const NOBODY = 'exchange'
const KEY = /^[\x20-\x7e]{1,255}$/
/** The headers that a handler may set; a replay repeats them. */
const KEPT_HEADERS = ['cache-control', 'etag', 'location'] as const

/** Answers a request: who asks, then, for a POST with a key, whether it was answered before, then the endpoint. */
export async function answerRequest<A extends KnownAccess>(
  context: ApiContext,
  endpoint: Endpoint<A>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const admission = new Admission(context, request, reply)
  const { call, caller, key } = await admit(admission, endpoint, request)
  // Answers that are the same for every holder of the key may be stored by the caller and must be revalidated. Personal answers are never cached.
  if (caller === NOBODY && request.method === 'GET') reply.header('cache-control', 'private, no-cache')
  const run = (call: CallOf<A>) => {
    if (request.validationError) throw request.validationError
    refuseNul(request.url)
    return endpoint.handler(call, request, reply, context)
  }
  await endpoint.prepare?.(admission, call, request, context)
  if (key === undefined || endpoint.isNeverKept) {
    await endpoint.limit?.(admission, call, request)
    if (!isOfReaders(endpoint, request)) return run(call)
    const read = () => readAside(call as Permitted, askedBy(request), (call) => run(call as CallOf<A>)) // readers are permitted, and the call stays what it is
    return endpoint.isRecorded && caller === NOBODY
      ? answerUnlessKnown(call as ReaderCall, request, reply, read)
      : read()
  }
  let refusal: Problem | undefined
  const { answer, replayed } = await runOnce(
    (call as ProjectCall).transaction, // a caller with a key always names a project
    {
      projectId: (call as ProjectCall).project.id,
      caller,
      key,
      method: request.method,
      path: request.url,
      body: request.rawBody ?? Buffer.alloc(0),
      now: call.now,
    },
    async (sql) => {
      const user = viewerOf(call as ProjectCall)
      if (user) await admission.limitUse(call as ProjectCall) // a replay is not another write
      await endpoint.limit?.(admission, call, request)
      const payload = await run(onTransaction(call as Call, sql) as CallOf<A>) // the same call on another connection
      return answerOf(reply, payload, user?.id ?? endpoint.belongsTo?.(payload))
    },
    (error) => {
      const kept = refusalOf(error, context, request)
      if (kept && error instanceof Problem) refusal = error
      return kept
    },
  )
  if (!replayed && refusal) await endpoint.onRefusal?.(call, request, refusal, context)
  else if (!replayed) await endpoint.onSuccess?.(call, request, context)
  if (replayed) reply.header('idempotent-replayed', 'true')
  return reply.code(answer.status).headers(answer.headers).serializer(String).send(answer.body)
}

/** Readers of public boards need no session, so what they read may be a moment old. */
function isOfReaders({ access }: Pick<Endpoint, 'access'>, { method }: FastifyRequest): boolean {
  return method === 'GET' && appAccessOf(access) === 'reader'
}

/** What a session wrote is not noted anywhere. */
function askedBy({ query }: FastifyRequest) {
  return { wrote: undefined, isLaterPage: (query as { cursor?: unknown }).cursor !== undefined } // as far as it is known
}

/** Project key, origin, idempotency key, session or scope: in the order of the contract. */
async function admit<A extends KnownAccess>(
  admission: Admission,
  { access, door }: Endpoint<A>,
  request: FastifyRequest,
) {
  type Admitted = { call: CallOf<A>; caller: string; key: string | undefined }
  const asApp = appAccessOf(access)
  const asServer = serverAccessOf(access)
  if (asServer && !(asApp && admission.isApp)) {
    const server = await admission.server()
    const key = request.method === 'POST' ? idempotencyKey(request) : undefined
    const call = permit(server, asServer)
    return { call, caller: call.actor.secretKey.id, key } as Admitted
  }
  const app = await admission.app()
  await door?.(admission, app, request)
  const key = request.method === 'POST' ? idempotencyKey(request) : undefined
  if (request.method === 'POST' && key === undefined) throw new Problem(idempotencyKeyRequired)
  const call =
    asApp === 'session' ? await admission.session(app) : asApp === 'reader' ? await admission.reader(app) : app
  if (key === undefined) await admission.limitUse(call)
  return { call, caller: viewerOf(call)?.id ?? NOBODY, key } as Admitted
}

/** PostgreSQL texts cannot hold NUL, so no id contains it and no filter can match it. */
function refuseNul(url: string): void {
  const at = url.indexOf('%00')
  if (at === -1) return
  if (!url.slice(0, at).includes('?')) throw new Problem(notFound)
  throw new Problem(invalidRequest, {
    errors: [{ pointer: '/querystring', detail: 'must not hold the character U+0000' }],
  })
}

function idempotencyKey({ raw }: FastifyRequest): string | undefined {
  const { value, count } = headerOf(raw.rawHeaders, 'idempotency-key')
  if (count === 0) return undefined
  if (count > 1 || value === undefined || !KEY.test(value)) throw new Problem(idempotencyKeyInvalid)
  return value
}

function answerOf(reply: FastifyReply, payload: unknown, userId: string | undefined): KeptAnswer {
  const headers: Record<string, string> = { 'content-type': 'application/json; charset=utf-8' }
  for (const name of KEPT_HEADERS) {
    const value = reply.getHeader(name)
    if (typeof value === 'string') headers[name] = value
  }
  return {
    status: reply.statusCode,
    headers,
    body: String(reply.serialize(payload)),
    ...(userId !== undefined && { userId }),
  }
}

/** A refusal by the endpoint is kept as the answer; our own failures and rate limits are not. */
function refusalOf(error: unknown, { write }: ApiContext, request: FastifyRequest): KeptAnswer | undefined {
  if (!(error instanceof Problem) || error.kind.status >= 500 || error.kind.status === 429) return undefined
  if (error.kind === sessionEnded) return undefined // the session ended while the request was processed
  const { status, headers, body } = write(error, { id: request.id, path: request.url })
  return { status, headers, body }
}
