import type { JsonObject } from '../../foundation/json/index.ts'
import type { ProblemKind } from '../../foundation/problems/index.ts'
import type { FormerOrigin, Project } from '../projects/index.ts'
import type { SigningKey } from '../signing-keys/index.ts'
import type { SignInClaims } from './sign-in-claims.ts'

/** A token, and everything it is checked against. The project never comes from the token. */
export interface TokenCheck {
  readonly token: string
  readonly now: Date
  readonly project: Pick<Project, 'id' | 'name' | 'allowedTraits'>
  /** The one origin this token may be meant for: the API's, or the board's. */
  readonly audience: string
  /** Whether it was the board's address before, for which tokens are accepted for a while. */
  readonly formerAudience?: (origin: string) => Promise<FormerOrigin | undefined>
  /** The state that the board issued. Absent for the exchange in an app, which ignores `nonce`. */
  readonly nonce?: string | undefined
  /** Looks among the keys of this project alone. */
  readonly findKey: (kid: string) => Promise<SigningKey | undefined>
  /** When the user of this sub was last erased. Only for the report; an exchange checks it in the statement that makes the session. */
  readonly findErasure?: (sub: string) => Promise<Date | undefined>
}

/** The facts that the rules find out one after the other; a later rule names the fact it reads. */
export interface Facts {
  readonly check: TokenCheck
  readonly parts: { readonly header: Buffer; readonly claims: Buffer; readonly signature: Buffer }
  readonly header: JsonObject
  readonly key: SigningKey
  readonly claims: JsonObject
  /** In seconds, as the token has them. */
  readonly times: { readonly iat: number; readonly exp: number; readonly nbf: number | undefined }
  readonly sub: string
}

export type KnownFacts = Pick<Facts, 'check'> & Partial<Facts>

export interface Verdict {
  /** Why the token is refused; absent when the rule holds. */
  readonly fault?: ProblemKind
  /** A text for the developer of the signing code. Built only when it is needed. */
  readonly found: () => string
  readonly learned?: Partial<Facts>
  readonly vouched?: Partial<SignInClaims>
}

export interface Rule {
  readonly name: string
  readonly expected: (check: TokenCheck) => string
  /** `undefined` when the fact that the rule reads could not be learned. */
  readonly judge: (facts: KnownFacts) => Verdict | Promise<Verdict | undefined> | undefined
}

export function rule<Fact extends keyof Facts>(
  name: string,
  reads: Fact,
  expected: string | ((check: TokenCheck) => string),
  judge: (fact: Facts[Fact], facts: KnownFacts) => Verdict | Promise<Verdict>,
): Rule {
  return {
    name,
    expected: typeof expected === 'string' ? () => expected : expected,
    judge: (facts) => {
      const fact = facts[reads] as Facts[Fact] | undefined // the compiler does not see through Partial here
      return fact === undefined ? undefined : judge(fact, facts)
    },
  }
}

export function verdict(holds: boolean, fault: ProblemKind, found: () => string): Verdict {
  return holds ? { found } : { fault, found }
}
