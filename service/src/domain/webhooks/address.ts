import type { Egress, Refusal } from '../../foundation/egress/index.ts'
import { Problem } from '../../foundation/problems/index.ts'
import type { Permitted, ProjectCall } from '../call/index.ts'
import { boardOriginOf } from '../projects/index.ts'
import { fits, lengthOf } from '../texts/index.ts'
import { urlNotAllowed } from './problems.ts'
import { WebhookUrl } from './webhook.ts'

declare const CHECKED: unique symbol
/** An address that the service may call, as far as DNS said. Only `checkAddress` makes one. */
export type CheckedUrl = string & { readonly [CHECKED]: true }

const WHY: Readonly<Record<Refusal, string>> = {
  not_a_url: 'must be complete, such as https://example.com/hook',
  not_http: 'must begin with https:// or http://',
  has_credentials: 'must not hold a user name or a password',
  not_public: 'leads to a machine that is not on the public internet',
}

/** Asks DNS, so it must not run in a transaction. */
export async function checkAddress(
  call: Permitted<'webhooks:write'>,
  egress: Egress,
  text: string,
): Promise<CheckedUrl> {
  const typed = text.trim()
  if (!fits(WebhookUrl, typed)) throw refused(`must have ${lengthOf(WebhookUrl)}`)
  const refusal = await egress.refusalOf(typed)
  if (refusal) throw refused(WHY[refusal], refusal === 'not_public' ? ` ${urlNotAllowed.remedy}` : '')
  const url = new URL(typed)
  if (url.hash || typed.includes('#')) throw refused('must not have a fragment, the part after #')
  if (!isSafeEnough(call, url.href)) throw refused('must begin with https://, as the address of the board does')
  return url.href as CheckedUrl // it was just checked
}

/** Where the board uses https, its receivers do. Asked again before each request: the board may have changed to https since the address was saved. */
export function isSafeEnough(call: ProjectCall, url: string): boolean {
  return url.startsWith('https:') || !boardOriginOf(call.places, call.project).startsWith('https:')
}

function refused(detail: string, remedy = ''): Problem {
  return new Problem(urlNotAllowed, {
    detail: `The address ${detail}.${remedy}`,
    errors: [{ pointer: '/url', detail }],
  })
}
