import { type Id, isId } from '../../../foundation/ids/index.ts'
import type { Page, PageRequest } from '../../../foundation/paging/index.ts'
import { invalidRequest, notFound, Problem } from '../../../foundation/problems/index.ts'
import { isStorable } from '../../../foundation/storage/index.ts'
import { type Call, inTransaction, isOperator, type Operator, type Role, type ServiceCall } from '../../call/index.ts'
import { endInvitationsBy } from '../end-invitations.ts'
import { noteAboutOperator } from '../note.ts'
import { toOperator } from '../operator.ts'
import { ownAccount } from '../problems.ts'
import { deleteLinksOf, holdOperator } from '../store.ts'
import {
  type AccountPlace,
  deletePasskeysOf,
  endAllSessions,
  hasOwnerOfAll,
  holdOwnersBeside,
  markRemoved,
  selectAccounts,
  selectByEmail,
  selectOwnedAlone,
  setOwnsAll,
} from './store.ts'

/* For the command line and for owners of everything. Owners of a project use people.ts. */

/** An operator, with everything that gives them access. */
export interface Account extends Operator {
  readonly roles: readonly { readonly slug: string; readonly role: Role }[]
  readonly passkeys: number
  readonly sessions: number
  /** Another operator has the same address. */
  readonly sharesAddress: boolean
}

const MOST_NAMED = 20

/** The newest first. */
export async function listAccounts(
  call: ServiceCall,
  page: PageRequest<AccountPlace>,
): Promise<Page<Account, AccountPlace>> {
  const { items, next } = await selectAccounts(call, page)
  const toAccount = (row: (typeof items)[number]): Account => {
    const { roles, passkeys, sessions, shares_address: sharesAddress } = row
    return { ...toOperator(row), roles, passkeys, sessions, sharesAddress }
  }
  return { items: items.map(toAccount), next }
}

/** By id or address. Several operators may have the same address, because the person who accepts an invitation gets the address it was made for. */
export async function operatorNamed(call: ServiceCall, text: string): Promise<Id<'operator'>> {
  if (isId('operator', text)) return text
  const found = isStorable(text) ? await selectByEmail(call, text, MOST_NAMED) : []
  const [only] = found
  if (!only) throw new Problem(notFound, { detail: 'There is no operator with this id or address.' })
  if (found.length === 1) return only.id
  const ids = found.map(({ id }) => id).join(', ')
  throw new Problem(invalidRequest, { detail: `Several operators have this address. Name one by its id: ${ids}` })
}

/** All operators with this address. */
export async function operatorsAt(call: ServiceCall, email: string): Promise<Operator[]> {
  return (await selectByEmail(call, email.trim(), MOST_NAMED)).map(toOperator)
}

export interface Removal {
  readonly operator: Operator
  /** Slugs of projects that have no owner now. */
  readonly ownerless: readonly string[]
  /** Whether no operator owns everything now. */
  readonly wasLastOfAll: boolean
}

/**
 * Ends all access of an operator at once: sessions, passkeys, links, roles, invitations that they made, and the ownership of everything. It also
 * works for the only owner of a project, because it may be urgent and the caller can name another owner.
 */
export function removeOperator(call: ServiceCall, id: string): Promise<Removal> {
  return changeOperator(call, id, async (call, operator) => {
    await endInvitationsBy(call, operator.id, 'everywhere')
    await deleteLinksOf(call, operator.id)
    await holdOwnersBeside(call, operator.id)
    const ownerless = await selectOwnedAlone(call, operator.id)
    await noteAboutOperator(call, operator, 'operator.removed')
    await markRemoved(call, operator.id)
    return { operator, ownerless, wasLastOfAll: operator.ownsAll && !(await hasOwnerOfAll(call)) }
  })
}

/** Ends their sessions and links everywhere; their passkeys too, where a device is lost. */
export function signOutOperator(
  call: ServiceCall,
  id: string,
  { passkeys = false }: { readonly passkeys?: boolean } = {},
): Promise<Operator> {
  return changeOperator(call, id, async (call, operator) => {
    await deleteLinksOf(call, operator.id)
    await endAllSessions(call, operator.id)
    await noteAboutOperator(call, operator, 'operator.signed_out')
    if (passkeys) {
      await deletePasskeysOf(call, operator.id)
      await noteAboutOperator(call, operator, 'operator.passkey_removed')
    }
    return operator
  })
}

/** Whether the operator may do everything in every project. Roles that they have in single projects stay. */
export function changeOwnsAll(call: ServiceCall, id: string, ownsAll: boolean): Promise<Operator> {
  return changeOperator(call, id, async (call, operator) => {
    if (operator.ownsAll === ownsAll) return operator
    if (!ownsAll) await endInvitationsBy(call, operator.id, 'where they are no owner')
    await setOwnsAll(call, operator.id, ownsAll)
    const type = ownsAll ? 'operator.owns_all_given' : 'operator.owns_all_taken'
    await noteAboutOperator(call, { ...operator, ownsAll: true }, type)
    return { ...operator, ownsAll }
  })
}

/** In the console operators cannot do this to themselves, so that they do not lock themselves out. */
function changeOperator<Result>(
  call: ServiceCall,
  id: string,
  change: (call: Call, operator: Operator) => Promise<Result>,
): Promise<Result> {
  if (!isId('operator', id)) throw new Problem(notFound)
  if (isOperator(call) && call.actor.operator.id === id) throw new Problem(ownAccount)
  return inTransaction(call, async (call) => {
    const row = await holdOperator(call, id)
    if (!row) throw new Problem(notFound)
    return change(call, toOperator(row))
  })
}
