import type { JsonObject } from '../../foundation/json/index.ts'
import { invalidRequest, Problem } from '../../foundation/problems/index.ts'
import type { Project } from '../projects/index.ts'
import {
  EXACT_TRAIT_IS,
  familyName,
  givenName,
  inexactTraits,
  knownLocale,
  plausibleEmail,
  smallTraits,
  stableSub,
  verifiedOrNot,
} from './person.ts'
import type { TokenCheck, Verdict } from './rule.ts'
import type { PersonClaims } from './sign-in-claims.ts'

const RULES = [stableSub, plausibleEmail, verifiedOrNot, givenName, familyName, knownLocale, smallTraits]

/**
 * Reads the claims of a client's server about a person, by the rules of a sign-in token. Refuses with every fault at once. A sign-in drops a trait
 * with a number that cannot be kept exactly; a server gets an error instead, because no user waits for its answer.
 */
export function readPerson(project: Pick<Project, 'name' | 'allowedTraits'>, claims: JsonObject): PersonClaims {
  const check = { project } as TokenCheck // the rules about a person read nothing else of it
  const vouched: Partial<PersonClaims> = { emailVerified: false, traits: {} }
  const errors: { pointer: string; detail: string }[] = []
  for (const rule of RULES) {
    const verdict = rule.judge({ check, claims }) as Verdict // none of these waits for anything, and all read the claims
    if (verdict.fault) errors.push({ pointer: pointerTo(rule.name), detail: `must be ${rule.expected(check)}` })
    else Object.assign(vouched, verdict.vouched)
  }
  const { traits } = claims
  const inexact = typeof traits === 'object' && traits !== null ? inexactTraits(traits) : []
  errors.push(...inexact.map((name) => ({ pointer: `/traits/${escaped(name)}`, detail: `must be ${EXACT_TRAIT_IS}` })))
  if (errors.length > 0) throw new Problem(invalidRequest, { errors })
  return vouched as PersonClaims // the rule that vouches for the sub has passed
}

/** Escaped for a JSON Pointer. */
function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** The sub is part of the path. */
function pointerTo(claim: string): string {
  return claim === 'sub' ? '/params/sub' : `/${claim}`
}
