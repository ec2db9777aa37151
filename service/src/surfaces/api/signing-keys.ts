import { Type } from 'typebox'
import { boardOriginOf } from '../../domain/projects/index.ts'
import { listRejections } from '../../domain/sign-in-log/index.ts'
import { explainSignInToken } from '../../domain/sign-in-tokens/index.ts'
import {
  addSigningKey,
  findSigningKey,
  keyInvalid,
  kidTaken,
  pageSigningKeys,
  privateKeyRejected,
  retireSigningKey,
  revokeSigningKey,
  type SigningKey,
  signingKeyNotActive,
  tooManyActiveKeys,
} from '../../domain/signing-keys/index.ts'
import { cursorInvalid } from '../../foundation/paging/index.ts'
import { notFound } from '../../foundation/problems/index.ts'
import { endpoint } from './endpoint.ts'
import { answerPage, Paged, PageQuery } from './paging.ts'
import { Nullable, OneOf, Time, TimeOf } from './schema.ts'

const TAGS = ['Signing keys']
const KidParams = Type.Object({ kid: Type.String({ description: 'The key’s id.' }) })

const Key = Type.Object(
  {
    kid: Type.String({ description: 'The key’s id, which your tokens name in their header.' }),
    jwk: Type.Object(
      {
        kty: Type.String({ description: 'Always `EC`.' }),
        crv: Type.String({ description: 'Always `P-256`.' }),
        x: Type.String({ description: 'The x coordinate, base64url.' }),
        y: Type.String({ description: 'The y coordinate, base64url.' }),
      },
      { description: 'The public key.' },
    ),
    status: OneOf(['active', 'retiring', 'revoked'], {
      description: 'An active key is accepted, a retiring one until its 24 hours are over, a revoked one never.',
    }),
    created_at: TimeOf('When it was added.'),
    retired_at: Nullable(Time, { description: 'When its last 24 hours began; null if it was not retired.' }),
    revoked_at: Nullable(Time, { description: 'When it was revoked; null if it was not.' }),
    last_used_at: Nullable(Time, { description: 'When it last signed somebody in, to the minute; null if never.' }),
  },
  { description: 'A public key that vouches for the project’s users.' },
)

export const listKeys = endpoint({
  access: 'signing_keys:read',
  schema: {
    operationId: 'listSigningKeys',
    summary: 'List the signing keys',
    description: 'The newest first. A retiring key reads as revoked from the second its 24 hours are over.',
    tags: TAGS,
    querystring: PageQuery,
    response: { 200: Paged(Key, 'Signing keys.') },
  },
  problems: [cursorInvalid],
  handler: (call, request, _, context) =>
    answerPage(context, call, request, (page) => pageSigningKeys(call, page), toJson),
})

export const addKey = endpoint({
  access: 'signing_keys:write',
  schema: {
    operationId: 'addSigningKey',
    summary: 'Add a signing key',
    description: 'A public JWK of an ECDSA P-256 pair. At most two keys are active at a time.',
    tags: TAGS,
    body: Type.Object(
      {
        jwk: Type.Unknown({
          title: 'JWK',
          description: 'The public JWK. A private one is refused, and is burnt by having been sent.',
        }),
        kid: Type.Optional(
          Type.String({ description: 'Absent: the kid inside the JWK, or else its RFC 7638 thumbprint.' }),
        ),
      },
      { additionalProperties: false },
    ),
    response: { 201: Key },
  },
  problems: [keyInvalid, privateKeyRejected, tooManyActiveKeys, kidTaken],
  handler: async (call, { body }, reply) => {
    const key = await addSigningKey(call, body)
    reply.code(201)
    return toJson(key)
  },
})

export const retireKey = endpoint({
  access: 'signing_keys:write',
  schema: {
    operationId: 'retireSigningKey',
    summary: 'Retire a signing key',
    description: 'It is accepted for 24 more hours. Add and deploy its successor first.',
    tags: TAGS,
    params: KidParams,
    response: { 200: Key },
  },
  problems: [notFound, signingKeyNotActive],
  handler: async (call, { params }) => toJson(await retireSigningKey(call, params.kid)),
})

export const revokeKey = endpoint({
  access: 'signing_keys:write',
  schema: {
    operationId: 'revokeSigningKey',
    summary: 'Revoke a signing key now',
    description: 'Nothing it signed is accepted any more, and its kid can never be used again.',
    tags: TAGS,
    params: KidParams,
    response: { 200: Key },
  },
  problems: [notFound],
  handler: async (call, { params }) => toJson(await revokeSigningKey(call, params.kid)),
})

export const checkToken = endpoint({
  access: 'signing_keys:read',
  bodyLimit: 16_384,
  schema: {
    operationId: 'checkToken',
    summary: 'Explain a sign-in token',
    description:
      'Runs every rule on a token without using it up, and says for each what was expected and what was found.',
    tags: TAGS,
    body: Type.Object(
      {
        token: Type.String({ description: 'The sign-in token to look at.' }),
        audience: OneOf(['app', 'board'], {
          description: 'Where it is meant to be used: the API by an app, or the board.',
        }),
        state: Type.Optional(Type.String({ description: 'For the board: the state that it sent to your app.' })),
      },
      { additionalProperties: false },
    ),
    response: {
      200: Type.Object(
        {
          accepted: Type.Boolean({ description: 'Whether the token would be accepted, if it has not been used.' }),
          code: Nullable(Type.String(), { description: 'The code of the first rule that failed.' }),
          rules: Type.Array(
            Type.Object({
              rule: Type.String({ description: 'The name of the rule.' }),
              passed: Type.Boolean({ description: 'Whether the token meets it.' }),
              expected: Type.String({ description: 'What would pass.' }),
              found: Type.String({ description: 'What the token has.' }),
            }),
            { description: 'The rules in the order in which they are looked at.' },
          ),
        },
        { description: 'The report.' },
      ),
    },
  },
  handler: async (call, { body: { token, audience, state } }, reply) => {
    const { project, now, places } = call
    const report = await explainSignInToken({
      token,
      now,
      project,
      findKey: (kid) => findSigningKey(call, kid),
      ...(audience === 'app'
        ? { audience: places.apiOrigin }
        : { audience: boardOriginOf(places, project), nonce: state ?? '' }),
    })
    reply.header('cache-control', 'no-store')
    return { ...report, code: report.code ?? null }
  },
})

export const rejectedSignIns = endpoint({
  access: 'signing_keys:read',
  schema: {
    operationId: 'listRejectedSignIns',
    summary: 'List rejected sign-ins',
    description: 'The newest hundred refusals of sign-in tokens: when, why, and which key they named. Never a token.',
    tags: TAGS,
    querystring: PageQuery,
    response: {
      200: Paged(
        Type.Object({
          at: TimeOf('When it was refused.'),
          code: Type.String({ description: 'Why: a code of the exchange, such as `token_expired`.' }),
          kid: Nullable(Type.String(), { description: 'The key that the token named; null if it named none.' }),
          audience: OneOf(['app', 'board'], { description: 'Who was asked: the API by an app, or the board.' }),
        }),
        'The newest first.',
      ),
    },
  },
  problems: [cursorInvalid],
  handler: (call, request, _, context) =>
    answerPage(
      context,
      call,
      request,
      (page) => listRejections(call, page),
      ({ at, kid, ...rest }) => ({ at: at.toISOString(), kid: kid ?? null, ...rest }),
    ),
})

function toJson(key: SigningKey) {
  return {
    kid: key.kid,
    jwk: key.jwk,
    status: key.status,
    created_at: key.createdAt.toISOString(),
    retired_at: key.retiredAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
  }
}
