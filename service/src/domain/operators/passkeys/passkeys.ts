import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { notFound, Problem } from '../../../foundation/problems/index.ts'
import { isStorable } from '../../../foundation/storage/index.ts'
import { type AccountCall, type Call, inTransaction, isOperator } from '../../call/index.ts'
import { isVisible, Text } from '../../texts/index.ts'
import { noteAccountEvent } from '../note.ts'
import { toOperator } from '../operator.ts'
import { passkeyRejected } from '../problems.ts'
import { type OpenedSession, openOperatorSession } from '../sessions.ts'
import { confirmSession, selectOperator } from '../store.ts'
import {
  deletePasskey,
  insertChallenge,
  insertPasskey,
  noteUse,
  type PasskeyRow,
  selectPasskey,
  selectPasskeys,
  takeChallenge,
} from './store.ts'

const CHALLENGE_LASTS_MS = 5 * 60 * 1000
export const PasskeyName = Text(0, 60, 'What somebody calls a passkey of theirs.')
/** The COSE numbers of EdDSA, ES256 and RS256, the algorithms of today's authenticators. */
const ALGORITHMS = [-8, -7, -257]

export interface Passkey {
  readonly id: string
  readonly name: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | undefined
}

export async function listPasskeys(call: AccountCall): Promise<Passkey[]> {
  const rows = await selectPasskeys(call, call.actor.operator.id)
  return rows.map(({ id, name, created_at, last_used_at }) => ({
    id,
    name,
    createdAt: created_at,
    lastUsedAt: last_used_at ?? undefined,
  }))
}

/** The options with which the browser makes a passkey. */
export async function passkeyCreation(call: AccountCall): Promise<object> {
  const { generateRegistrationOptions } = await library()
  const known = await selectPasskeys(call, call.actor.operator.id)
  const options = await generateRegistrationOptions({
    rpName: 'Feedback board',
    rpID: hostOf(call),
    userName: call.actor.operator.email,
    userID: Uint8Array.from(Buffer.from(call.actor.operator.id)),
    excludeCredentials: known.map(({ id }) => ({ id })),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await insertChallenge(call, options.challenge, call.actor.operator.id, expiryOf(call))
  return options
}

export async function addPasskey(call: AccountCall, response: unknown, name: string): Promise<void> {
  const { verifyRegistrationResponse } = await library()
  const verified = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON, // the library checks the response
    expectedChallenge: (challenge) => takeChallenge(call, challenge, call.actor.operator.id),
    expectedOrigin: call.places.apiOrigin,
    expectedRPID: hostOf(call),
  }).catch(refuse)
  if (!verified.verified) throw new Problem(passkeyRejected)
  const { credential } = verified.registrationInfo
  await inTransaction(call, async (call) => {
    const isNew = await insertPasskey(call, {
      id: credential.id,
      operatorId: call.actor.operator.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
      name: isVisible(name) ? name.trim().slice(0, PasskeyName.maxLength) : 'Passkey',
    })
    if (!isNew) throw new Problem(passkeyRejected)
    await noteAccountEvent(call, call.actor.operator, 'operator.passkey_added')
  })
}

export function removePasskey(call: AccountCall, id: string): Promise<void> {
  return inTransaction(call, async (call) => {
    if (!(await deletePasskey(call, call.actor.operator.id, id))) throw new Problem(notFound)
    await noteAccountEvent(call, call.actor.operator, 'operator.passkey_removed')
  })
}

/** The options with which the browser asks for a passkey: any passkey to sign in, or one of the operator who confirms. */
export async function passkeyRequest(call: Call): Promise<object> {
  const { generateAuthenticationOptions } = await library()
  const asked = isOperator(call) ? call.actor.operator.id : undefined
  const known = asked ? await selectPasskeys(call, asked) : []
  const options = await generateAuthenticationOptions({
    rpID: hostOf(call),
    userVerification: 'required',
    allowCredentials: known.map(({ id }) => ({ id })),
  })
  await insertChallenge(call, options.challenge, asked, expiryOf(call))
  return options
}

export async function enterByPasskey(call: Call, response: unknown): Promise<OpenedSession> {
  const key = await verifiedKey(call, response, undefined)
  return inTransaction(call, async (call) => {
    const operator = await selectOperator(call, key.operator_id)
    if (!operator) throw new Problem(passkeyRejected)
    await noteAccountEvent(call, toOperator(operator), 'operator.entered')
    return openOperatorSession(call, operator)
  })
}

/** Proves that the operator is still the person at the device. */
export async function confirmByPasskey(call: AccountCall, response: unknown): Promise<void> {
  const key = await verifiedKey(call, response, call.actor.operator.id)
  if (key.operator_id !== call.actor.operator.id) throw new Problem(passkeyRejected)
  await confirmSession(call, call.actor.session.hash)
}

async function verifiedKey(call: Call, response: unknown, operatorId: string | undefined): Promise<PasskeyRow> {
  const { verifyAuthenticationResponse } = await library()
  const { id } = (response ?? {}) as Partial<AuthenticationResponseJSON> // as above
  const key = typeof id === 'string' && id.length <= 2_000 && isStorable(id) ? await selectPasskey(call, id) : undefined
  if (!key) throw new Problem(passkeyRejected)
  const verified = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON, // as above
    expectedChallenge: (challenge) => takeChallenge(call, challenge, operatorId),
    expectedOrigin: call.places.apiOrigin,
    expectedRPID: hostOf(call),
    credential: { id: key.id, publicKey: new Uint8Array(key.public_key), counter: Number(key.counter) },
  }).catch(refuse)
  if (!verified.verified) throw new Problem(passkeyRejected)
  if (!(await noteUse(call, key.id, verified.authenticationInfo.newCounter))) throw new Problem(passkeyRejected)
  return key
}

function refuse(error: unknown): never {
  throw error instanceof Problem ? error : new Problem(passkeyRejected, { reason: error })
}

function hostOf({ places }: Call): string {
  return new URL(places.apiOrigin).hostname
}

function expiryOf({ now }: Call): Date {
  return new Date(now.getTime() + CHALLENGE_LASTS_MS)
}

/** Loaded only when it is needed: most processes never see a passkey. */
function library() {
  return import('@simplewebauthn/server')
}
