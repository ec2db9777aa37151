import { Type } from 'typebox'
import { checkSignInToken } from '../../domain/sessions/index.ts'
import { listRejections } from '../../domain/sign-in-log/index.ts'
import {
  addSigningKey,
  Kid,
  keyInvalid,
  keyJson,
  keyTaken,
  kidTaken,
  pageSigningKeys,
  privateKeyRejected,
  retireSigningKey,
  revokeSigningKey,
  signingKeyNotActive,
  tooManyActiveKeys,
} from '../../domain/signing-keys/index.ts'
import { cursorInvalid } from '../../foundation/paging/index.ts'
import { notFound } from '../../foundation/problems/index.ts'
import { endpoint } from './endpoint.ts'
import { answerPage, Paged, PageQuery } from './paging.ts'
import { Nullable, OneOf, Time, TimeOf } from './schema.ts'

const TAGS = ['Signing keys']
const KidParams = Type.Object({
  kid: Type.String({
    description:
      'The key’s id. A URL cannot hold `.` or `..`: use the console or the command line for an old key with such an id. New keys cannot have one.',
  }),
})

export const Key = Type.Object(
  {
    kid: Type.String({ description: Kid.description }),
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
    description: 'The newest first. A retiring key is shown as revoked as soon as its 24 hours are over.',
    tags: TAGS,
    querystring: PageQuery,
    response: { 200: Paged(Key, 'Signing keys.') },
  },
  problems: [cursorInvalid],
  handler: (call, request, _, context) =>
    answerPage(context, call, request, (page) => pageSigningKeys(call, page), keyJson),
})

export const addKey = endpoint({
  access: 'signing_keys:write',
  schema: {
    operationId: 'addSigningKey',
    summary: 'Add a signing key',
    description:
      'A public JWK of an ECDSA P-256 pair. At most two keys are active at a time. Each key can be added once: a revoked key cannot be added again, whatever its kid.',
    tags: TAGS,
    body: Type.Object(
      {
        jwk: Type.Unknown({
          title: 'JWK',
          description: 'The public JWK. A private key is refused, and must be treated as compromised once it was sent.',
        }),
        kid: Type.Optional(
          Type.String({ description: 'If absent: the kid inside the JWK, or else its RFC 7638 thumbprint.' }),
        ),
      },
      { additionalProperties: false },
    ),
    response: { 201: Key },
  },
  problems: [keyInvalid, privateKeyRejected, tooManyActiveKeys, kidTaken, keyTaken],
  handler: async (call, { body }, reply) => {
    const key = await addSigningKey(call, body)
    reply.code(201)
    return keyJson(key)
  },
})

export const retireKey = endpoint({
  access: 'signing_keys:write',
  schema: {
    operationId: 'retireSigningKey',
    summary: 'Retire a signing key',
    description: 'The key is accepted for 24 more hours. Add and deploy its successor first.',
    tags: TAGS,
    params: KidParams,
    response: { 200: Key },
  },
  problems: [notFound, signingKeyNotActive],
  handler: async (call, { params }) => keyJson(await retireSigningKey(call, params.kid)),
})

export const revokeKey = endpoint({
  access: 'signing_keys:write',
  schema: {
    operationId: 'revokeSigningKey',
    summary: 'Revoke a signing key now',
    description:
      'Tokens that the key signed are no longer accepted, and neither the kid nor the key can be used again. With `end_sessions`, everybody who signed in with this key is signed out at once; you can also send it for a key that is already revoked.',
    tags: TAGS,
    params: KidParams,
    body: Nullable(
      Type.Object(
        {
          end_sessions: Type.Optional(
            Type.Boolean({ description: 'Whether the sessions that began with this key end too; false if absent.' }),
          ),
        },
        { additionalProperties: false },
      ),
    ),
    response: { 200: Key },
  },
  problems: [notFound],
  handler: async (call, { params, body }) =>
    keyJson(await revokeSigningKey(call, params.kid, { endSessions: body?.end_sessions ?? false })),
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
        token: Type.String({ description: 'The sign-in token to check.' }),
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
              checked: Type.Boolean({
                description:
                  'Whether it was checked. False if an earlier rule failed on which it builds; then `passed` is false too.',
              }),
              passed: Type.Boolean({ description: 'Whether the token meets it.' }),
              expected: Type.String({ description: 'What the rule expects.' }),
              found: Type.String({ description: 'What the token has.' }),
            }),
            { description: 'The rules, in the order in which they are checked.' },
          ),
        },
        { description: 'The report.' },
      ),
    },
  },
  handler: async (call, { body: { token, audience, state } }, reply) => {
    const report = await checkSignInToken(call, token, { audience, state })
    reply.header('cache-control', 'no-store')
    return { ...report, code: report.code ?? null }
  },
})

export const rejectedSignIns = endpoint({
  access: 'signing_keys:read',
  schema: {
    operationId: 'listRejectedSignIns',
    summary: 'List rejected sign-ins',
    description:
      'The newest hundred refused sign-in tokens: when, by which rule, what the rule expected and found, and which key the token named. The tokens themselves are never stored.',
    tags: TAGS,
    querystring: PageQuery,
    response: {
      200: Paged(
        Type.Object({
          at: TimeOf('When it was refused.'),
          code: Type.String({ description: 'Why: a code of the exchange, such as `token_expired`.' }),
          kid: Nullable(Type.String(), { description: 'The key that the token named; null if it named none.' }),
          audience: OneOf(['app', 'board'], {
            description: 'Where the token was sent: to the API by an app, or to the board.',
          }),
          rule: Nullable(Type.String(), {
            description:
              'The rule that the token broke, as in check_token. Null if it was refused for another reason, such as a ban.',
          }),
          expected: Nullable(Type.String(), { description: 'What the rule asks for.' }),
          found: Nullable(Type.String(), {
            description: 'What it found: at most 300 characters, and nothing that says who the user is.',
          }),
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
      ({ at, code, kid, audience, broken }) => ({
        at: at.toISOString(),
        code,
        kid: kid ?? null,
        audience,
        rule: broken?.rule ?? null,
        expected: broken?.expected ?? null,
        found: broken?.found ?? null,
      }),
    ),
})
