import { type Id, isId } from '../../foundation/ids/index.ts'
import type { Page, PageRequest } from '../../foundation/paging/index.ts'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import { isStorable } from '../../foundation/storage/index.ts'
import { may, type Permitted, type ProjectCall, permit, type User } from '../call/index.ts'
import { readSegment } from '../segments/index.ts'
import { inTurn } from '../segments/inside.ts'
import { EmailAddress, Text } from '../texts/index.ts'
import { selectUsersByEmail, selectUsersByName } from './search-store.ts'
import { selectUser, selectUserBySub, selectUsers, selectUsersByIds, type UserPlace } from './store.ts'

const MOST_FOUND = 20
const MAKE_FIRST = ' Make them first with PUT /v1/users/by_sub/{sub}.'

/** A user of this project, also a banned or erased one. Takes any text. */
export async function userById(call: ProjectCall, id: string): Promise<User> {
  const user = isId('user', id) ? await selectUser(call, id) : undefined
  if (!user) throw new Problem(notFound, { detail: 'There is no such user in this project.' })
  return user
}

/** By the id from the client's own backend. Takes any text; a text that the database cannot hold names no user. */
export async function userBySub(call: ProjectCall, sub: string, remedy = ''): Promise<User> {
  const user = isStorable(sub) ? await selectUserBySub(call, sub) : undefined
  if (!user) throw new Problem(notFound, { detail: `There is no user with this sub in this project.${remedy}` })
  return user
}

/** How a server names one of its users: by our id, or by its own. */
export type UserName = { readonly userId: string } | { readonly sub: string }

/** A user who is not erased. */
export function requireNamed(call: ProjectCall, name: UserName): Promise<User> {
  return 'sub' in name ? userBySub(call, name.sub, MAKE_FIRST) : requireUser(call, name.userId)
}

/** The text of a search for users: no useful one is longer than an address. */
export const UserSearch = Text(1, EmailAddress.maxLength, 'A part of a name, the beginning of an address, or an id.')

export interface FoundUsers {
  readonly users: readonly User[]
  /** Whether more users match. */
  readonly hasMore: boolean
}

/** Like `userById`, for callers who may read users. */
export async function readUser(call: Permitted<'users:read'>, id: string): Promise<User> {
  return shownTo(call, await userById(call, id))
}

/** Like `userBySub`, for callers who may read users. */
export async function readUserBySub(call: Permitted<'users:read'>, sub: string): Promise<User> {
  return shownTo(call, await userBySub(call, sub))
}

export interface UserFilter {
  readonly state?: User['state']
  readonly sub?: string
  /** The id of a segment. Who belongs to it tells something of their traits, so it needs the permission for that. */
  readonly segment?: string
}

/** The newest first, including banned and erased users. */
export async function listUsers(
  call: Permitted<'users:read'>,
  { segment, ...filter }: UserFilter,
  page: PageRequest<UserPlace>,
): Promise<Page<User, UserPlace>> {
  const rules = segment === undefined ? undefined : (await readSegment(permit(call, 'segments:read'), segment)).rules
  const { items, next } = rules
    ? await inTurn(call, () => selectUsers(call, { ...filter, rules }, page))
    : await selectUsers(call, filter, page)
  return { items: items.map((user) => shownTo(call, user)), next }
}

/** In no order; missing ones are left out. */
export async function readUsers(call: Permitted<'users:read'>, ids: readonly Id<'user'>[]): Promise<User[]> {
  return (await selectUsersByIds(call, ids)).map((user) => shownTo(call, user))
}

function shownTo(call: ProjectCall, user: User): User {
  return may(call, 'users:read_addresses') ? user : withoutAddress(user)
}

/** Without the e-mail address, and without other members that may contain it. */
export function withoutAddress(user: User): User {
  const sub = isLikeAddress(user.sub) ? undefined : user.sub
  return { ...user, sub, email: undefined, emailVerified: false, traits: {} }
}

function isLikeAddress(sub: string | undefined): boolean {
  return sub?.includes('@') ?? false
}

/**
 * Users with this id or sub, users whose name contains the text, and, for callers who may see addresses, users whose e-mail address begins with it.
 * Other callers cannot search by a sub that looks like an address: the result would show whose address it is. Takes any text.
 */
export async function findUsers(call: Permitted<'users:read'>, text: string): Promise<FoundUsers> {
  if (!isStorable(text)) return { users: [], hasMore: false }
  const seesAddresses = may(call, 'users:read_addresses')
  const found = await Promise.all([
    isId('user', text) ? selectUser(call, text) : undefined,
    seesAddresses || !isLikeAddress(text) ? selectUserBySub(call, text) : undefined,
    seesAddresses ? selectUsersByEmail(call, text, MOST_FOUND + 1) : [],
    selectUsersByName(call, text, MOST_FOUND + 1),
  ])
  const byId = new Map(found.flat().flatMap((user) => (user ? [[user.id, user]] : [])))
  const users = [...byId.values()].slice(0, MOST_FOUND).map((user) => shownTo(call, user))
  return { users, hasMore: byId.size > MOST_FOUND }
}

/** A user who is not erased. */
export async function requireUser(call: ProjectCall, id: string): Promise<User> {
  const user = await userById(call, id)
  if (user.state === 'erased') throw new Problem(notFound, { detail: 'There is no such user in this project.' })
  return user
}
