import type { JsonObject } from '../../foundation/json/index.ts'
import { readsAsTeam } from '../team-names/index.ts'
import { EmailAddress, isEmailAddress, lengthOf, Text } from '../texts/index.ts'
import { tidyName } from './names.ts'
import { tokenClaimInvalid } from './problems.ts'
import { type KnownFacts, type Rule, rule, type Verdict, verdict } from './rule.ts'
import type { SignInClaims } from './sign-in-claims.ts'
import { codePoints, measure, show } from './wording.ts'

export const LONGEST_NAME = 100
const LONGEST_LOCALE = 35 // RFC 5646, 4.4.1
const PLAIN_LOCALE = /^[a-z]{2}(?:-[A-Z]{2})?$/
const LARGEST_TRAITS_BYTES = 2048
/** The rule for a trait that is not dropped. */
export const EXACT_TRAIT_IS = 'without numbers that are too large to be kept exactly; send those as texts'
const NEVER_SHOWN = ', kept but never shown: it looks like the name of the project or its team'

/** A client's own id of a user. */
export const Sub = Text(1, 255, 'Your own id of the user.')

export const stableSub = rule('sub', 'claims', `a text of ${lengthOf(Sub)}`, ({ sub }) =>
  isTextOf(sub, 1, Sub.maxLength) ? { found: () => measure(sub), learned: { sub }, vouched: { sub } } : invalid(sub),
)

/** 22 characters of base64url are the first length that can hold 128 random bits. */
export const uniqueJti = rule('jti', 'claims', 'a text of 22 to 255 characters, 128 random bits or more', ({ jti }) =>
  isTextOf(jti, 22, 255) ? { found: () => measure(jti), vouched: { jti } } : invalid(jti),
)

export const plausibleEmail = optional(
  'email',
  `an e-mail address of at most ${EmailAddress.maxLength} characters`,
  (email) =>
    typeof email === 'string' && isEmailAddress(email)
      ? { found: () => measure(email), vouched: { email } }
      : invalid(email),
)

export const verifiedOrNot = optional('email_verified', 'true or false', (verified, { email }) =>
  typeof verified === 'boolean'
    ? { found: () => measure(verified), vouched: { emailVerified: verified && email !== undefined } }
    : invalid(verified),
)

export const givenName = name('given_name', 'givenName')
export const familyName = name('family_name', 'familyName')

export const knownLocale = optional('locale', `a language tag of at most ${LONGEST_LOCALE} characters`, (value) => {
  const locale = canonicalLocale(value)
  return locale === undefined ? invalid(value) : { found: () => show(value), vouched: { locale } }
})

/**
 * The size limit is for all traits, so that it does not depend on which traits the project allows. A trait with a number that cannot be kept exactly
 * is dropped: another number would be false, and refusing the token would break clients that work today.
 */
export const smallTraits = optional(
  'traits',
  `an object of at most ${LARGEST_TRAITS_BYTES} bytes as JSON without white space`,
  (traits, _, { check }) => {
    if (typeof traits !== 'object' || traits === null || Array.isArray(traits)) return invalid(traits)
    const bytes = bytesOf(traits)
    if (bytes === undefined) return { fault: tokenClaimInvalid, found: () => 'an object that is nested too deeply' }
    const allowed = new Set(check.project.allowedTraits)
    const entries = Object.entries(traits)
    const known = entries.filter(([key]) => allowed.has(key))
    const kept = known.filter(([, value]) => isExact(value))
    const dropped =
      kept.length < known.length ? `, ${known.length - kept.length} dropped: it must be ${EXACT_TRAIT_IS}` : ''
    const found = () => `${bytes} bytes; of ${entries.length} keys the project allows ${known.length}${dropped}`
    // fromEntries defines members, so that even `__proto__` would be a plain one
    return {
      ...verdict(bytes <= LARGEST_TRAITS_BYTES, tokenClaimInvalid, found),
      vouched: { traits: Object.fromEntries(kept) },
    }
  },
)

/** The names of traits with a number that cannot be kept exactly. */
export function inexactTraits(traits: object): readonly string[] {
  return Object.entries(traits).flatMap(([name, value]) => (isExact(value) ? [] : [name]))
}

/** Reading JSON makes Infinity of 1e400, and another integer of one that is too large. */
function isExact(value: unknown): boolean {
  if (typeof value === 'number')
    return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
  return typeof value !== 'object' || value === null || Object.values(value).every(isExact)
}

/** A claim that may be absent, but not null. */
function optional(
  claim: string,
  expected: string,
  judge: (value: unknown, claims: JsonObject, facts: KnownFacts) => Verdict,
): Rule {
  return rule(claim, 'claims', `${expected}, or leave it out`, (claims, facts) =>
    claims[claim] === undefined ? { found: () => 'nothing' } : judge(claims[claim], claims, facts),
  )
}

function name(claim: string, field: 'givenName' | 'familyName'): Rule {
  return optional(claim, `a text of at most ${LONGEST_NAME} characters`, (value, _, { check: { project } }) => {
    if (!isTextOf(value, 0, LONGEST_NAME)) return invalid(value)
    const tidy = tidyName(value)
    if (tidy === undefined)
      return { found: () => `${measure(value)}, dropped: nobody would see it, or it looks like an e-mail address` }
    const vouched: Partial<SignInClaims> = { [field]: tidy }
    const readsAsOurs = () => claim === 'given_name' && readsAsTeam(tidy, project.name)
    return { found: () => `${measure(value)}${readsAsOurs() ? NEVER_SHOWN : ''}`, vouched }
  })
}

function isTextOf(value: unknown, least: number, most: number): value is string {
  if (typeof value !== 'string' || value.length < least || value.length > 2 * most) return false
  const length = codePoints(value)
  return length >= least && length <= most
}

/** Undefined if it is nested so deeply that it cannot be written. */
function bytesOf(value: object): number | undefined {
  try {
    return Buffer.byteLength(JSON.stringify(value))
  } catch {
    return undefined
  }
}

/** Takes `de_AT` too, as many platforms write it. */
function canonicalLocale(value: unknown): string | undefined {
  if (!isTextOf(value, 2, LONGEST_LOCALE)) return undefined
  if (PLAIN_LOCALE.test(value)) return value // spares nearly every token the slow way through Intl
  try {
    return Intl.getCanonicalLocales(value.replaceAll('_', '-'))[0]
  } catch {
    return undefined
  }
}

function invalid(value: unknown): Verdict {
  return { fault: tokenClaimInvalid, found: () => measure(value) }
}
