/** A name, and not an offset, which would ignore summer time. */
export function isTimeZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return !/^[+-]/.test(text)
  } catch {
    return false
  }
}

/** A zone that this version of Node.js does not know counts as UTC: it was stored by another version. */
export function knownTimeZone(stored: string): string {
  return isTimeZone(stored) ? stored : 'UTC'
}
