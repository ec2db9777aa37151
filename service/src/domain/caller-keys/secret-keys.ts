import { type Id, newId } from '../../foundation/ids/index.ts'
import { hashSecret, newSecret } from '../../foundation/secrets/index.ts'
import type { Call } from '../call.ts'
import type { Scope } from './scopes.ts'
import { insertSecretKey } from './store.ts'

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
  { name, scopes }: { name: string; scopes: readonly Scope[] },
): Promise<IssuedSecretKey> {
  const secret = newSecret('secretKey')
  const secretKey: SecretKey = {
    id: newId('secretKey'),
    projectId,
    name,
    scopes,
    createdAt: call.now,
    revokedAt: undefined,
  }
  await insertSecretKey(call, secretKey, hashSecret(secret))
  return { secretKey, secret }
}
