import { type Id, isId, newId } from '../../foundation/ids/index.ts'
import { invalidRequest, notFound, Problem } from '../../foundation/problems/index.ts'
import { hashSecret, isSecret, newSecret } from '../../foundation/secrets/index.ts'
import type { Call } from '../call.ts'
import { scopeMissing, secretKeyInvalid } from './problems.ts'
import { SCOPES, type Scope } from './scopes.ts'
import { insertSecretKey, markRevoked, selectSecretKeys, selectUsableKey } from './store.ts'

/** A key of a client's server. The secret itself is not among its fields: it is shown once, when it is issued. */
export interface SecretKey {
  readonly id: Id<'secretKey'>
  readonly projectId: Id<'project'>
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly createdAt: Date
  readonly revokedAt: Date | undefined
}

export interface IssuedSecretKey {
  readonly secretKey: SecretKey
  readonly secret: string
}

export async function issueSecretKey(
  call: Call,
  projectId: Id<'project'>,
  { name, scopes }: { name: string; scopes: readonly string[] },
): Promise<IssuedSecretKey> {
  if (!/^[^\p{Cc}\p{Cs}]{1,60}$/u.test(name)) {
    throw new Problem(invalidRequest, { detail: 'The name must have 1 to 60 printable characters.' })
  }
  const secret = newSecret('secretKey')
  const secretKey: SecretKey = {
    id: newId('secretKey'),
    projectId,
    name,
    scopes: parseScopes(scopes),
    createdAt: call.now,
    revokedAt: undefined,
  }
  await insertSecretKey(call, secretKey, hashSecret(secret))
  return { secretKey, secret }
}

export function listSecretKeys(call: Call, projectId: Id<'project'>): Promise<SecretKey[]> {
  return selectSecretKeys(call, projectId)
}

/** From the next call on the key is refused, on every process: each call looks it up. */
export async function revokeSecretKey(call: Call, projectId: Id<'project'>, id: string): Promise<SecretKey> {
  const key = isId('secretKey', id) ? await markRevoked(call, projectId, id) : undefined
  if (!key) throw new Problem(notFound)
  return key
}

/** The key behind a secret, if it is not revoked. */
export async function secretKeyOf(call: Call, secret: string): Promise<SecretKey> {
  const key = isSecret('secretKey', secret) ? await selectUsableKey(call, hashSecret(secret)) : undefined
  if (!key) throw new Problem(secretKeyInvalid)
  return key
}

export function requireScope({ scopes }: SecretKey, scope: Scope): void {
  if (scopes.includes(scope)) return
  throw new Problem(scopeMissing, { detail: `This call needs the scope ${scope}. ${scopeMissing.remedy}` })
}

function parseScopes(texts: readonly string[]): Scope[] {
  const known = SCOPES.filter((scope) => texts.includes(scope))
  const unknown = texts.filter((text) => !SCOPES.some((scope) => scope === text))
  if (unknown.length > 0 || known.length === 0) {
    throw new Problem(invalidRequest, { detail: `A secret key needs one or more of the scopes ${SCOPES.join(', ')}.` })
  }
  return known
}
