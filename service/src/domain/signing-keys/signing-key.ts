import type { PublicJwk } from './public-jwk.ts'

interface AnyKey {
  readonly kid: string
  readonly jwk: PublicJwk
  readonly createdAt: Date
  readonly lastUsedAt: Date | undefined
}

export interface ActiveKey extends AnyKey {
  readonly status: 'active'
  readonly retiredAt: undefined
  readonly revokedAt: undefined
}

export interface RetiringKey extends AnyKey {
  readonly status: 'retiring'
  readonly retiredAt: Date
  readonly revokedAt: undefined
}

export interface RevokedKey extends AnyKey {
  readonly status: 'revoked'
  /** Absent when it was revoked from active, without a day of grace. */
  readonly retiredAt: Date | undefined
  readonly revokedAt: Date
}

/** A public key of a project, in one of the states a key can be in. */
export type SigningKey = ActiveKey | RetiringKey | RevokedKey

/** How long a key still verifies after it was marked retiring. */
export const RETIRING_LASTS_MS = 24 * 60 * 60 * 1000

/** A retiring key is refused as soon as its day is over, whether or not the sweep has run. */
export function mayVerify(key: SigningKey, now: Date): boolean {
  switch (key.status) {
    case 'active':
      return true
    case 'retiring':
      return now.getTime() - key.retiredAt.getTime() < RETIRING_LASTS_MS
    case 'revoked':
      return false
  }
}
