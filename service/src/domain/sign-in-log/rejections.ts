import type { Page, PageRequest } from '../../foundation/paging/index.ts'
import type { Problem } from '../../foundation/problems/index.ts'
import type { Permitted, ProjectCall } from '../call/index.ts'
import { type BrokenRule, kidOfToken, TokenRefused } from '../sign-in-tokens/index.ts'
import type { Rejection } from './rejection.ts'
import { insertRejection, type RejectionPlace, selectRejections } from './store.ts'

/** Longer than any report about an ordinary token. */
const LONGEST_TEXT = 300

/** The newest first; the newest hundred of a project are kept. */
export function listRejections(
  call: Permitted<'signing_keys:read'>,
  page: PageRequest<RejectionPlace>,
): Promise<Page<Rejection, RejectionPlace>> {
  return selectRejections(call, page)
}

/** Records a refusal without the token: its kid, and the report of the broken rule, which holds nothing about a person. */
export function noteRejection(
  call: ProjectCall,
  refusal: Problem,
  { token, audience }: { readonly token: string; readonly audience: Rejection['audience'] },
): Promise<void> {
  const broken = refusal instanceof TokenRefused ? shorten(refusal.broken) : undefined
  return insertRejection(call, { at: call.now, code: refusal.kind.code, kid: kidOfToken(token), audience, broken })
}

function shorten({ rule, expected, found }: BrokenRule): BrokenRule {
  const short = (text: string) => (text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT - 1)}…` : text)
  return { rule, expected: short(expected), found: short(found) }
}
