import type { Page, PageRequest } from '../../foundation/paging/index.ts'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import { isStorable } from '../../foundation/storage/index.ts'
import type { Permitted, ProjectCall, User } from '../call/index.ts'
import { inTurn } from '../segments/inside.ts'
import { readUsers } from '../users/index.ts'
import {
  type AccountPlace,
  type PersonPlace,
  selectAccount,
  selectAccounts,
  selectPeopleOf,
  selectWantedBy,
} from './accounts-store.ts'
import { viewOfEverybody } from './everybody.ts'
import type { Account, AccountPosts, AccountQuery } from './insight.ts'

type Reader = Permitted<'insights:read'>

/** The most first, or by name from A to Z. */
export async function listAccounts(
  call: Reader,
  query: AccountQuery,
  page: PageRequest<AccountPlace>,
): Promise<Page<Account, AccountPlace>> {
  await viewOfEverybody(call)
  if (query.prefix !== undefined && !isStorable(query.prefix)) return { items: [], next: undefined }
  return selectAccounts(call, query, page)
}

/** Takes any text. */
export async function readAccount(call: Reader, name: string): Promise<Account> {
  await viewOfEverybody(call)
  const account = isStorable(name) ? await selectAccount(call, name) : undefined
  if (!account) throw new Problem(notFound, { detail: 'Nobody in this project belongs to such an account.' })
  return account
}

/** The posts that its people voted for, and what became of them. */
export function readPostsOf(call: Reader, { name }: Account): Promise<AccountPosts> {
  return selectWantedBy(call, name)
}

/** Its people, the newest first. */
export async function listPeopleOf(
  call: Permitted<'insights:read' | 'users:read'>,
  account: Account,
  page: PageRequest<PersonPlace>,
): Promise<Page<User, PersonPlace>> {
  const { people } = await viewOfEverybody(call)
  const { items, next } = await inTurn(call, () => selectPeopleOf(call, account, people, page))
  const users = new Map((await readUsers(call, items)).map((user) => [user.id, user]))
  return { items: items.flatMap((id) => users.get(id) ?? []), next }
}

export const LONGEST_ACCOUNT = 200
/** A number of more digits may have been rounded. The function account_in of the database says the same. */
const MOST_DIGITS = 15

/** The account in the traits of a person, as `account_in` of the database reads it. Undefined: none. */
export function accountNameOf(
  { accountTrait }: ProjectCall['project'],
  { traits }: Pick<User, 'traits'>,
): string | undefined {
  const found = accountTrait !== undefined && Object.hasOwn(traits, accountTrait) ? traits[accountTrait] : undefined
  if (typeof found === 'string') return found !== '' && [...found].length <= LONGEST_ACCOUNT ? found : undefined
  if (typeof found !== 'number') return undefined
  const digits = String(found)
  return /^-?[\d.]+$/.test(digits) && digits.replace(/[-.]/g, '').length <= MOST_DIGITS ? digits : undefined
}

const MOST_VALUE = 1_000_000_000_000

/** Whether a vote can have been cast by somebody of this account with this value; null: unknown. */
export function isAccountOfVote(account: unknown, value: unknown): boolean {
  const isName =
    account === null || (typeof account === 'string' && account !== '' && [...account].length <= LONGEST_ACCOUNT)
  return isName && (value === null || (typeof value === 'number' && value >= 0 && value <= MOST_VALUE))
}
