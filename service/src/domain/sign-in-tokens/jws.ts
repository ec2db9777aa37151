import { type CryptoKey, compactVerify, errors, importJWK } from 'jose'
import type { PublicJwk } from '../signing-keys/index.ts'

/** Imported keys by their point, the least recently used first. Importing costs a third of what verifying does. */
const imported = new Map<string, CryptoKey>()
const MOST_IMPORTED = 1000

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
  const known = imported.get(point)
  const key = known ?? ((await importJWK({ ...jwk }, 'ES256')) as CryptoKey) // bytes come of symmetric keys alone
  imported.delete(point)
  imported.set(point, key)
  if (imported.size > MOST_IMPORTED) imported.delete(imported.keys().next().value ?? point)
  return key
}
