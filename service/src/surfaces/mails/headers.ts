import { createHash } from 'node:crypto'

/** The same for the same event and person, so that mail programs recognize a mail that was sent twice. */
export function idOf(one: string, other: string): string {
  return createHash('sha256').update(`${one} ${other}`).digest('hex').slice(0, 32)
}

/** What mail programs show as a mailing list. One click ends all mail of a list (RFC 8058), so a list has only mail that its link stops. */
export interface MailList {
  readonly id: string
  readonly stopUrl: string
}

/** Of a mail that the service makes by itself. One that comes once belongs to no list. */
export function headersOf(list: MailList | undefined): Readonly<Record<string, string>> {
  return {
    ...(list && {
      'List-Id': `<${list.id}>`,
      'List-Unsubscribe': `<${list.stopUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
  }
}
