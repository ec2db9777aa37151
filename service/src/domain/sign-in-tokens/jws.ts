import { type CryptoKey, compactVerify, errors, importJWK } from 'jose'
import { openMemory } from '../../foundation/memory/index.ts'
import type { PublicJwk } from '../signing-keys/index.ts'

/** Keys by their point: to import one costs a third of what verifying does. */
const imported = openMemory<CryptoKey>({ most: 1_000, freshMs: Number.POSITIVE_INFINITY })

/** Checks only the signature. The other rules check what `jose` lets pass. */
export async function signatureFits(token: string, jwk: PublicJwk): Promise<boolean> {
  const key = await importOnce(jwk)
  try {
    await compactVerify(token, key, { algorithms: ['ES256'] })
    return true
  } catch (error) {
    if (error instanceof errors.JOSEError) return false
    throw error
  }
}

async function importOnce(jwk: PublicJwk): Promise<CryptoKey> {
  const point = `${jwk.x}.${jwk.y}`
  const known = imported.fresh(point)
  if (known) return known
  const key = (await importJWK({ ...jwk }, 'ES256')) as CryptoKey // bytes come of symmetric keys alone
  imported.set(point, key)
  return key
}
