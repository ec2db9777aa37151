import { SECRET_TEXT } from '../secrets/index.ts'

const JWT =
  /\b[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]*)?|\beyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*){0,2}/g
const PRIVATE_KEY = /-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----[\s\S]{0,4000}?(?:-----END [A-Z ]{0,20}PRIVATE KEY-----|$)/g
/** `%40` because addresses travel in URLs too. Lengths are bounded, so no input makes this slow. */
const EMAIL = /[^\s"@<>,;\\]{1,64}(?:@|%40)[\p{L}\p{N}.-]{1,255}/gu
const MAY_HOLD_EMAIL = /@|%40/

/** Redacts secrets and addresses anywhere in a text. It is the second line of defence: they should not be logged at all. */
export function scrub(text: string): string {
  const scrubbed = text.replace(PRIVATE_KEY, '[private key]').replace(SECRET_TEXT, '[key]').replace(JWT, '[token]')
  return MAY_HOLD_EMAIL.test(scrubbed) ? scrubbed.replace(EMAIL, '[email]') : scrubbed
}
