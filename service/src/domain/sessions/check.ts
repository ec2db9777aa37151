import type { Permitted } from '../call/index.ts'
import { boardAudienceOf } from '../projects/inside.ts'
import { explainSignInToken, type TokenReport } from '../sign-in-tokens/index.ts'
import { findSigningKey } from '../signing-keys/inside.ts'
import { lastErasure } from '../users/inside.ts'

/** The place where a token is used; the board also compares the `state` that it sent. */
export interface TokenUse {
  readonly audience: 'app' | 'board'
  readonly state?: string | undefined
}

/** Runs every rule on a token and says why each passes or fails. The token is neither used up nor kept. */
export function checkSignInToken(
  call: Permitted<'signing_keys:read'>,
  token: string,
  { audience, state }: TokenUse,
): Promise<TokenReport> {
  const { project, now, places } = call
  return explainSignInToken({
    token,
    now,
    project,
    findKey: (kid) => findSigningKey(call, kid),
    findErasure: (sub) => lastErasure(call, sub),
    ...(audience === 'app' ? { audience: places.apiOrigin } : { ...boardAudienceOf(call), nonce: state ?? '' }),
  })
}
