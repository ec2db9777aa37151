import pg from 'pg'

export const TIMESTAMPTZ = 1184
/** As pg reads a moment in any form: in other time zones, before the year 100, without an end. */
const readAny: (text: string) => Date = pg.types.getTypeParser(TIMESTAMPTZ)

const ZERO = '0'.charCodeAt(0)
const DASH = '-'.charCodeAt(0)
/** Where the parts of `2026-11-17 15:53:02.123456+00` begin. */
const AT = { year: 0, month: 5, day: 8, hour: 11, minute: 14, second: 17, fraction: 20 } as const

/** A moment. Nearly all are in UTC, and are read without the regular expressions of pg: a list of posts has sixty of them. */
export function readInstant(text: string): Date {
  const end = text.length - '+00'.length
  const isPlain = text.charCodeAt(4) === DASH && !text.startsWith('00') && text.endsWith('+00')
  if (!isPlain) return readAny(text)
  const year = twoDigits(text, AT.year) * 100 + twoDigits(text, AT.year + 2)
  return new Date(
    Date.UTC(
      year,
      twoDigits(text, AT.month) - 1,
      twoDigits(text, AT.day),
      twoDigits(text, AT.hour),
      twoDigits(text, AT.minute),
      twoDigits(text, AT.second),
      milliseconds(text, end),
    ),
  )
}

function twoDigits(text: string, at: number): number {
  return (text.charCodeAt(at) - ZERO) * 10 + text.charCodeAt(at + 1) - ZERO
}

/** PostgreSQL leaves out zeros at the end, and writes up to six digits. */
function milliseconds(text: string, end: number): number {
  let value = 0
  for (let at: number = AT.fraction; at < AT.fraction + 3; at += 1)
    value = value * 10 + (at < end ? text.charCodeAt(at) - ZERO : 0)
  return value
}
