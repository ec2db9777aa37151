import { isId, newId } from '../../foundation/ids/index.ts'
import { invalidRequest, notFound, Problem } from '../../foundation/problems/index.ts'
import { hashSecret, isSecret, newSecret } from '../../foundation/secrets/index.ts'
import {
  type Call,
  inTransaction,
  type Permitted,
  SCOPES,
  type Scope,
  type SecretKey,
  type Server,
  type ServerCall,
} from '../call/index.ts'
import { byActor } from '../call/inside.ts'
import { recordEvent } from '../events/inside.ts'
import { fits, isPrintable, lengthOf, PRINTABLE, Printable } from '../texts/index.ts'
import { secretKeyInvalid } from './problems.ts'
import {
  insertSecretKey,
  markRevoked,
  selectSecretKey,
  selectSecretKeys,
  selectUsableKey,
  touchSecretKey,
} from './store.ts'

export const KeyName = Printable(1, 60)
const NOTE_USE_EVERY_MS = 60_000

export interface IssuedSecretKey {
  readonly secretKey: SecretKey
  readonly secret: string
}

export async function issueSecretKey(
  call: Permitted<'secret_keys:write'>,
  { name, scopes }: { name: string; scopes: readonly string[] },
): Promise<IssuedSecretKey> {
  if (!fits(KeyName, name) || !isPrintable(name)) {
    throw new Problem(invalidRequest, {
      detail: `The name must have ${lengthOf(KeyName, PRINTABLE)}, one of them visible.`,
    })
  }
  const secret = newSecret('secretKey')
  const secretKey: SecretKey = {
    id: newId('secretKey'),
    projectId: call.project.id,
    name,
    scopes: parseScopes(scopes),
    createdAt: call.now,
    revokedAt: undefined,
    lastUsedAt: undefined,
  }
  await inTransaction(call, async (call) => {
    await insertSecretKey(call, secretKey, hashSecret(secret))
    await recordEvent(call, {
      type: 'secret_key.created',
      subject: secretKey.id,
      data: { scopes: [...secretKey.scopes] },
    })
  })
  return { secretKey, secret }
}

export function listSecretKeys(call: Permitted<'secret_keys:write'>): Promise<SecretKey[]> {
  return selectSecretKeys(call)
}

/** The next call with the key is refused, on every process, because each call looks the key up. Revoking twice is the same as once. */
export async function revokeSecretKey(call: Permitted<'secret_keys:write'>, id: string): Promise<SecretKey> {
  if (!isId('secretKey', id)) throw new Problem(notFound)
  return inTransaction(call, async (call) => {
    const revoked = await markRevoked(call, id)
    if (revoked) await recordEvent(call, { type: 'secret_key.revoked', subject: id })
    const key = revoked ?? (await selectSecretKey(call, id))
    if (!key) throw new Problem(notFound)
    return key
  })
}

/**
 * The server behind a secret, if its key is not revoked. There is no other way to a call by a server.
 * The use of the key is recorded at most once a minute, because every call of a server runs this.
 */
export async function resolveSecretKey(call: Call, secret: string): Promise<Call<Server>> {
  const key = isSecret('secretKey', secret) ? await selectUsableKey(call, hashSecret(secret)) : undefined
  if (!key) throw new Problem(secretKeyInvalid)
  const before = new Date(call.now.getTime() - NOTE_USE_EVERY_MS)
  if (!key.lastUsedAt || key.lastUsedAt <= before) await touchSecretKey(call, key, before)
  return byActor(call, { kind: 'server', secretKey: key })
}

/** Checks again after waiting: the key may have been revoked in the meantime. */
export async function stillValid(call: ServerCall): Promise<void> {
  const key = await selectSecretKey(call, call.actor.secretKey.id)
  if (!key || key.revokedAt) throw new Problem(secretKeyInvalid)
}

function parseScopes(texts: readonly string[]): Scope[] {
  const known = SCOPES.filter((scope) => texts.includes(scope))
  const unknown = texts.filter((text) => !SCOPES.some((scope) => scope === text))
  if (unknown.length > 0 || known.length === 0) {
    const detail = `A secret key needs one or more of the scopes ${SCOPES.join(', ')}.`
    throw new Problem(invalidRequest, { detail })
  }
  return known
}
