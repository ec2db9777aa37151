import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { endCurrentSession, exchangeSignInToken, type ForeseenKey, foreseeKey } from '../../domain/sessions/index.ts'
import { noteRejection } from '../../domain/sign-in-log/index.ts'
import { signedInJson, userBanned } from '../../domain/users/index.ts'
import { addressOf, EXCHANGE_PER_ADDRESS, EXCHANGE_PER_PROJECT, isRefusal, REJECTED_TOKENS } from '../http/index.ts'
import { tokenProblems } from './catalogue.ts'
import { endpoint } from './endpoint.ts'
import { Me } from './me.ts'

/** Room for the longest token (8 KiB) and the JSON around it. */
const BODY_LIMIT = 16_384

/** The keys of exchanges under way. */
const foreseen = new WeakMap<FastifyRequest, ForeseenKey>()

export const exchange = endpoint({
  access: 'app',
  bodyLimit: BODY_LIMIT,
  schema: {
    operationId: 'exchangeSignInToken',
    summary: 'Sign a user in',
    description:
      'Exchanges the token that your backend signed for a session. Each token works once. If the token is refused, the answer names the rule that failed.',
    tags: ['Sessions'],
    body: Type.Object(
      { token: Type.String({ description: 'The signed sign-in token (JWT).' }) },
      { additionalProperties: false },
    ),
    response: {
      201: Type.Object(
        {
          session_token: Type.String({ description: 'Starts with svc_ses_. Keep it in memory only.' }),
          expires_at: Type.String({
            format: 'date-time',
            description: '24 hours from now; a session is never extended.',
          }),
          user: Me,
        },
        { description: 'The session and its user.' },
      ),
    },
  },
  problems: [...tokenProblems, userBanned],
  door: (admission, { project }, request) =>
    admission.limit(EXCHANGE_PER_ADDRESS, `${project.id} ${addressOf(request)}`),
  // Each attempt is counted as rejected first. The count is given back if the token is accepted or was never checked.
  limit: async (admission, { project }, request) => {
    await admission.limit(REJECTED_TOKENS, addressOf(request))
    await admission.limit(EXCHANGE_PER_PROJECT, project.id).catch(async (error) => {
      await admission.giveBack(REJECTED_TOKENS, addressOf(request))
      throw error
    })
  },
  // While the transaction begins and looks for an earlier answer.
  prepare: async (_, call, request) => {
    if (!request.validationError) foreseen.set(request, foreseeKey(call, (request.body as { token: string }).token)) // as the schema says
  },
  handler: async (call, request, reply, { limits }) => {
    const { token, expiresAt, user } = await exchangeSignInToken(
      call,
      request.body.token,
      foreseen.get(request as FastifyRequest),
    ).catch(async (error) => {
      if (!isRefusal(error)) await limits.giveBack(REJECTED_TOKENS, addressOf(request))
      throw error
    })
    reply.code(201).header('cache-control', 'no-store')
    return { session_token: token, expires_at: expiresAt.toISOString(), user: signedInJson(call.project, user) }
  },
  belongsTo: (payload) => (payload as { user: { id: string } }).user.id, // what the handler above returns
  onSuccess: (_, request, { limits }) => limits.giveBack(REJECTED_TOKENS, addressOf(request)),
  onRefusal: (call, { body }, refusal) =>
    noteRejection(call, refusal, { token: (body as { token: string }).token, audience: 'app' }), // as the schema says
})

export const signOut = endpoint({
  access: 'session',
  schema: {
    operationId: 'endCurrentSession',
    summary: 'Sign out',
    description: 'Ends the session that makes the call.',
    tags: ['Sessions'],
    response: { 204: Type.Null({ description: 'The session is over.' }) },
  },
  handler: async (call, _, reply) => {
    await endCurrentSession(call)
    return reply.code(204).send()
  },
})
