import { isId } from '../../../foundation/ids/index.ts'
import type { Page, PageRequest } from '../../../foundation/paging/index.ts'
import { notFound, Problem } from '../../../foundation/problems/index.ts'
import { inTransaction, type Permitted } from '../../call/index.ts'
import { recordEvent } from '../../events/inside.ts'
import { invalidText, isEmailAddress, readBody, Text } from '../../texts/index.ts'
import {
  deleteSuppression,
  insertSuppression,
  type Suppression,
  type SuppressionPlace,
  selectSuppressions,
} from './store.ts'

export const SuppressionReason = Text(1, 200, 'For your team, such as what your mail provider reported.')

/** The address gets no more mail. Repeating it changes nothing. */
export function suppressAddress(call: Permitted<'mails:manage'>, email: string, reason: string): Promise<Suppression> {
  const address = email.trim()
  if (!isEmailAddress(address)) throw invalidText('/email', 'must be an e-mail address')
  const said = readBody(reason, SuppressionReason, '/reason')
  return inTransaction(call, async (call) => {
    const suppression = await insertSuppression(call, address, said)
    await recordEvent(call, { type: 'mail_suppression.created', subject: suppression.id })
    return suppression
  })
}

/** Mail goes to the address again. */
export async function liftSuppression(call: Permitted<'mails:manage'>, id: string): Promise<void> {
  if (!isId('mailSuppression', id)) throw new Problem(notFound)
  await inTransaction(call, async (call) => {
    if (!(await deleteSuppression(call, id))) throw new Problem(notFound)
    await recordEvent(call, { type: 'mail_suppression.deleted', subject: id })
  })
}

export function listSuppressions(
  call: Permitted<'mails:manage'>,
  filter: { readonly email?: string | undefined },
  page: PageRequest<SuppressionPlace>,
): Promise<Page<Suppression, SuppressionPlace>> {
  return selectSuppressions(call, filter, page)
}
