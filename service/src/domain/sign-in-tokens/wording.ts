import { SECRET_TEXT } from '../../foundation/secrets/index.ts'

// Printable ASCII without spaces and without @: identifiers and origins, but no address and no prose.
const SHOWABLE = /^[!-?A-~]{1,128}$/
/** Tokens, and keys of ours in the wrong place. */
const SECRET = new RegExp(`eyJ|${SECRET_TEXT.source}`)

/** An e-mail address, also inside a URL. */
const ADDRESS = /@|%40/i
/** An origin, of the web or of an app, or an id of a project, as iss and aud should have. No path, no query, no user. */
const PLACE =
  /^(?:[a-z][a-z0-9+.-]{0,30}:\/\/(?:[a-z0-9.-]{1,100}|\[[0-9a-f:.]{2,45}\])(?::[0-9]{1,5})?\/?|prj_[0-9A-Za-z]{1,64})$/i

/** A value that names a thing, unchanged. For a value that could be a person, a token or a long text, only its kind and size. */
export function show(value: unknown): string {
  return typeof value === 'string' && SHOWABLE.test(value) && !ADDRESS.test(value) && !holdsSecret(value)
    ? `"${value}"`
    : measure(value)
}

/** Like `show`, for a value that should be a place. Some clients put a person there, so any other value is only measured. */
export function showPlace(value: unknown, sub: unknown): string {
  return typeof value === 'string' && value !== sub && PLACE.test(value) ? show(value) : measure(value)
}

export function holdsSecret(text: string): boolean {
  return SECRET.test(text)
}

/** The kind and size of a value, without the value. */
export function measure(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'string') return `a text of ${count(codePoints(value), 'character')}`
  if (Array.isArray(value)) return `a list of ${count(value.length, 'entry', 'entries')}`
  if (typeof value === 'object' && value !== null) return 'an object'
  return String(value)
}

/** A time of a token beside the clock: `2026-11-15T10:00:00Z, 72 s from now`. */
export function showTime(seconds: number, now: Date): string {
  const ahead = (seconds * 1000 - now.getTime()) / 1000
  const distance = `${Number(Math.abs(ahead).toFixed(3))} s`
  return `${isoSeconds(seconds * 1000)}, ${ahead < 0 ? `${distance} ago` : `${distance} from now`}`
}

export function isoSeconds(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z')
}

export function codePoints(text: string): number {
  let length = 0
  for (const _ of text) length += 1
  return length
}

export function count(amount: number, one: string, many = `${one}s`): string {
  return `${amount} ${amount === 1 ? one : many}`
}
