import { SigningError } from './signing-error.ts'

const LONGEST_SUB = 255
const LONGEST_EMAIL = 320
const LONGEST_NAME = 100
const LONGEST_LOCALE = 35
const LARGEST_TRAITS_BYTES = 2048

/** A user of yours, as you vouch for them. Members that are `undefined`, `null` or `''` count as not set. */
export interface SignInUser {
  /** Your stable id of the user, 1 to 255 characters. Never an e-mail address, which can change its owner. */
  readonly id: string
  /** For notifications; never shown. Without `emailVerified: true` nothing is mailed to it. */
  readonly email?: string | null | undefined
  readonly emailVerified?: boolean | null | undefined
  /** Only a name that the user set, never one that falls back to the e-mail address. */
  readonly givenName?: string | null | undefined
  readonly familyName?: string | null | undefined
  readonly locale?: string | null | undefined
  /** Keys that the project allows, such as a plan; at most 2,048 bytes as JSON. The service drops other keys. */
  readonly traits?: Readonly<Record<string, unknown>> | null | undefined
}

/** Members that are `undefined` are not part of the token. */
export function userClaims(user: SignInUser): Record<string, unknown> {
  if (typeof user !== 'object' || user === null) throw invalid('user must be an object with at least an id.')
  return {
    sub: checkedSub(user.id),
    email: optionalText(user.email, 'email', LONGEST_EMAIL),
    email_verified: optionalBoolean(user.emailVerified, 'emailVerified'),
    given_name: optionalText(user.givenName, 'givenName', LONGEST_NAME),
    family_name: optionalText(user.familyName, 'familyName', LONGEST_NAME),
    locale: optionalText(user.locale, 'locale', LONGEST_LOCALE),
    traits: optionalTraits(user.traits),
  }
}

function checkedSub(id: unknown): string {
  if (typeof id !== 'string') throw invalid('user.id must be a string; write String(id) where your ids are numbers.')
  if (id === '') throw invalid('user.id must not be empty.')
  return notLonger(id, 'id', LONGEST_SUB)
}

function optionalText(value: unknown, name: string, most: number): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value === 'string') return notLonger(value, name, most)
  throw invalid(`user.${name} must be a string.`)
}

/** The service counts code points: an emoji is one, where `length` says two. */
function notLonger(text: string, name: string, most: number): string {
  if ([...text].length <= most) return text
  throw invalid(`user.${name} must have at most ${most} characters.`)
}

function optionalBoolean(value: unknown, name: string): boolean | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'boolean') return value
  throw invalid(`user.${name} must be true or false.`)
}

/** Returns the parsed JSON, so that the measured size is the size that is signed. */
function optionalTraits(traits: unknown): unknown {
  if (traits === undefined || traits === null) return undefined
  const json = asJson(traits)
  if (!json?.startsWith('{')) throw invalid('user.traits must be an object of keys and values.')
  const { length } = new TextEncoder().encode(json)
  if (length <= LARGEST_TRAITS_BYTES) return JSON.parse(json)
  throw new SigningError(
    'traits_too_large',
    `user.traits are ${length} bytes as JSON; at most ${LARGEST_TRAITS_BYTES} are allowed.`,
  )
}

/** `JSON.stringify` returns `undefined` for a function, although its type does not say so. */
function asJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch (cause) {
    throw new SigningError('user_invalid', 'user.traits cannot be written as JSON.', cause)
  }
}

function invalid(message: string): SigningError {
  return new SigningError('user_invalid', message)
}
