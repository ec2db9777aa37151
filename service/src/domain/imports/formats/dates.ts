/** What comes first in the dates of a table: 2024-01-31, 31.01.2024 or 1/31/2024. */
export const DATE_ORDERS = ['ymd', 'dmy', 'mdy'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

const YEAR_LAST =
  /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:[ T,]{1,3}(\d{1,2}):(\d\d)(?::(\d\d))?(?:\s?([ap])\.?m\.?)?)?$/i
const YEAR_FIRST = /^\d{4}-\d\d-\d\d/

/** Whether the order decides what a date is. */
export function isYearLast(text: string): boolean {
  return YEAR_LAST.test(text)
}

/** A date of a spreadsheet with the year first. Everything else stays as it is. */
export function yearFirst(text: string, order: DateOrder | undefined): string {
  const found = YEAR_LAST.exec(text)
  if (!found || order === undefined || order === 'ymd') return text
  const [, first = '', , second = '', year, hour = '0', minute = '00', seconds = '00', half = ''] = found
  const [day, month] = order === 'dmy' ? [first, second] : [second, first]
  return `${year}-${twoDigits(month)}-${twoDigits(day)} ${twoDigits(hourOf(hour, half))}:${minute}:${seconds}`
}

function hourOf(hour: string, half: string): string {
  if (half === '' || Number(hour) > 12) return hour
  return String((Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0))
}

function twoDigits(text: string): string {
  return text.padStart(2, '0')
}

/** The order of a date that can be read in one way only. Points stand only in dates with the day first. */
export function orderOf(text: string): DateOrder | undefined {
  if (YEAR_FIRST.test(text)) return 'ymd'
  const [, first, separator, second] = YEAR_LAST.exec(text) ?? []
  if (separator === '.' || Number(first) > 12) return 'dmy'
  return Number(second) > 12 ? 'mdy' : undefined
}
