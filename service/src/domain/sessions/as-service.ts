import type { SystemCall } from '../call/index.ts'
import type { SignInClaims } from '../sign-in-tokens/index.ts'
import type { Remembered } from '../users/index.ts'
import { rememberUser } from '../users/inside.ts'
import { type IssuedSession, openSession } from './exchange.ts'

/* For people without a backend that signs tokens, such as those of the demo. Only the service itself vouches for somebody without a token. */

/** As if the person had signed in with these claims, but without a session. */
export function rememberAsService(call: SystemCall, claims: SignInClaims): Promise<Remembered> {
  return rememberUser(call, claims)
}

export async function signInAsService(call: SystemCall, claims: SignInClaims): Promise<IssuedSession> {
  return openSession(call, await rememberUser(call, claims))
}
