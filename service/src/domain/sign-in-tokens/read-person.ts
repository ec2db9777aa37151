import { invalidRequest, Problem } from '../../foundation/problems/index.ts'
import type { Project } from '../projects/index.ts'
import { familyName, givenName, knownLocale, plausibleEmail, smallTraits, stableSub, verifiedOrNot } from './person.ts'
import type { JsonObject, TokenCheck, Verdict } from './rule.ts'
import type { PersonClaims } from './sign-in-claims.ts'

const RULES = [stableSub, plausibleEmail, verifiedOrNot, givenName, familyName, knownLocale, smallTraits]

/** What a client's server says about a person, by the rules of a sign-in token. Refuses with every fault at once. */
export function readPerson(project: Pick<Project, 'name' | 'allowedTraits'>, claims: JsonObject): PersonClaims {
  const check = { project } as TokenCheck // the rules about a person read nothing else of it
  const vouched: Partial<PersonClaims> = { emailVerified: false, traits: {} }
  const errors: { pointer: string; detail: string }[] = []
  for (const rule of RULES) {
    const verdict = rule.judge({ check, claims }) as Verdict // none of these waits for anything, and all read the claims
    if (verdict.fault) errors.push({ pointer: pointerTo(rule.name), detail: `must be ${rule.expected(check)}` })
    else Object.assign(vouched, verdict.vouched)
  }
  if (errors.length > 0) throw new Problem(invalidRequest, { errors })
  return vouched as PersonClaims // the rule that vouches for the sub has passed
}

/** The sub stands in the path. */
function pointerTo(claim: string): string {
  return claim === 'sub' ? '/params/sub' : `/${claim}`
}
