import { createHash } from 'node:crypto'

/** The same for the same event and person, so that a mail that was sent twice can be told. */
export function idOf(one: string, other: string): string {
  return createHash('sha256').update(`${one} ${other}`).digest('hex').slice(0, 32)
}

/** Of a mail that the service makes by itself; with a link that stops such mail at once (RFC 8058), where there is one. */
export function headersOf(boardUrl: string, stopUrl: string | undefined): Readonly<Record<string, string>> {
  return {
    'List-Id': `<${new URL(boardUrl).hostname}>`,
    ...(stopUrl !== undefined && {
      'List-Unsubscribe': `<${stopUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
  }
}
