import type { FastifyRequest } from 'fastify'
import { type OperatorCall, permit } from '../../../domain/call/index.ts'
import { CONTRIBUTIONS, listContributions } from '../../../domain/contributions/index.ts'
import { isConfirmed } from '../../../domain/operators/index.ts'
import { eraseUser, outlookOfErasure } from '../../../domain/privacy/index.ts'
import { listSegments } from '../../../domain/segments/index.ts'
import {
  banUser,
  displayName,
  endSessions,
  findUsers,
  listUsers,
  readUser,
  type User,
  UserSearch,
  unbanUser,
} from '../../../domain/users/index.ts'
import type { PageRequest } from '../../../foundation/paging/index.ts'
import { notFound, Problem } from '../../../foundation/problems/index.ts'
import type { Columns } from '../../http/index.ts'
import { membersOf, type Query, queryOf, readPage, textOf } from '../../pages/index.ts'
import type { ConsoleContext } from '../shared/context.ts'
import { download, traitColumns } from '../shared/download.ts'
import { sayFault } from '../shared/form-errors.ts'
import { readText } from '../shared/form-values.ts'
import { type ConsoleRoutes, goTo, idOf } from '../shared/routing.ts'
import { type ProjectView, projectView, withFault } from '../shared/view.ts'
import { ErasePage } from './erase-page.tsx'
import { nameOf, USER_STATES, UsersPage } from './list-page.tsx'
import { UserPage } from './user-page.tsx'

type Caller = OperatorCall<'users:read'>

const READ = { needs: 'users:read' } as const
const BAN = { needs: ['users:read', 'users:ban'], isSensitive: true } as const
const ASK_TO_ERASE = { needs: ['users:read', 'users:erase'] } as const
const ERASE = { ...ASK_TO_ERASE, isSensitive: true } as const
const USERS_A_PAGE = 30
const CONTRIBUTIONS_A_PAGE = 20

export function userRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  routes.page('/users', READ, (call, view, request) => list(context, call, view, request))
  routes.page('/users.csv', READ, (call, _, request, reply) => {
    const { q, ...filter } = filterOf(queryOf(request))
    const list = async (reading: typeof call, page: PageRequest<never>) =>
      q ? { items: (await findUsers(reading, q)).users, next: undefined } : listUsers(reading, filter, page)
    return download(context, call, request, reply, { name: 'users', columns: userColumns(call), list })
  })
  routes.page('/users/:id', READ, (call, view, request) => one(context, call, view, request))
  routes.form('/users/:id/ban', BAN, async (call, request, reply) => {
    const reason = readText(membersOf(request).reason).trim()
    try {
      const { id } = await banUser(call, idOf(request), reason || undefined)
      return goTo(reply, `/console/${call.project.slug}/users/${id}`, 'user_banned')
    } catch (error) {
      const view = withFault(await projectView(context, call, request), sayFault(reply, error))
      return one(context, call, view, request, reason)
    }
  })
  routes.form('/users/:id/unban', BAN, async (call, request, reply) => {
    const { id } = await unbanUser(call, idOf(request))
    return goTo(reply, `/console/${call.project.slug}/users/${id}`, 'user_unbanned')
  })
  routes.form(
    '/users/:id/end-sessions',
    { needs: ['users:read', 'users:ban'], asks: true },
    async (call, request, reply) => {
      await endSessions(call, idOf(request))
      return goTo(reply, `/console/${call.project.slug}/users/${idOf(request)}`, 'sessions_ended')
    },
  )
  eraseRoutes(routes, context)
}

/** First a page that says what will happen; then the same page asks for confirmation. */
function eraseRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  const show = async (call: Caller, view: ProjectView, user: User) => (
    <ErasePage
      view={view}
      user={user}
      outlook={await outlookOfErasure(call, user.id)}
      isConfirmed={isConfirmed(call)}
      hasFault={view.notice?.kind === 'fault'}
    />
  )
  routes.page('/users/:id/erase', ASK_TO_ERASE, async (call, view, request) =>
    show(call, view, await present(call, request)),
  )
  routes.form('/users/:id/erase', ERASE, async (call, request, reply) => {
    const user = await present(call, request)
    const typed = readText(membersOf(request).confirmation).trim()
    const view = await projectView(context, call, request)
    if (typed !== nameOf(view.words, user) && typed !== user.id) {
      reply.code(400)
      const text = view.words.say('users_erase_refused')
      return show(call, withFault(view, text), user)
    }
    await eraseUser(call, user.id)
    return goTo(reply, `/console/${call.project.slug}/users/${user.id}`, 'user_erased')
  })
}

function filterOf(query: Query) {
  const state = USER_STATES.find((state) => state === query.state)
  const segment = textOf(query.segment)
  return {
    q: textOf(query.q)?.trim().slice(0, UserSearch.maxLength),
    ...(state && { state }),
    ...(segment && { segment }),
  }
}

/** Addresses and traits are empty for those who may not see them. */
function userColumns(call: Caller): Columns<User> {
  return {
    name: ({ givenName, familyName }) => [givenName, familyName].filter(Boolean).join(' '),
    shown_as: (user) => displayName(call.project, user),
    email: ({ email }) => email,
    email_verified: ({ email, emailVerified }) => (email === undefined ? undefined : emailVerified),
    sub: ({ sub }) => sub,
    state: ({ state }) => state,
    locale: ({ locale }) => locale,
    created_at: ({ createdAt }) => createdAt,
    last_seen_at: ({ lastSeenAt }) => lastSeenAt,
    id: ({ id }) => id,
    ...traitColumns(call, ({ traits }: User) => traits),
  }
}

async function list(context: ConsoleContext, call: Caller, view: ProjectView, request: FastifyRequest) {
  const query = queryOf(request)
  const { q, ...filter } = filterOf(query)
  const { state, segment } = filter
  if (q) {
    const { users, hasMore } = await findUsers(call, q)
    return <UsersPage view={view} users={users} q={q} hasMore={hasMore} state={undefined} next={undefined} />
  }
  const name = ['console users', call.project.id, state, segment]
  const { items, next } = await readPage(context.cursors, name, query, USERS_A_PAGE, (page) =>
    listUsers(call, filter, page),
  )
  const address = next && `${view.base}/users?${new URLSearchParams({ ...filter, cursor: next })}`
  const segments = view.may('segments:read') ? await listSegments(permit(call, 'segments:read')) : []
  return (
    <UsersPage
      view={view}
      users={items}
      q={undefined}
      state={state}
      segments={segments}
      segment={segment}
      next={address}
    />
  )
}

async function one(context: ConsoleContext, call: Caller, view: ProjectView, request: FastifyRequest, reason?: string) {
  const query = queryOf(request)
  const user = await readUser(call, idOf(request))
  const tab = CONTRIBUTIONS.find((kind) => kind === query.tab) ?? 'posts'
  const name = ['console user', call.project.id, user.id, tab]
  const [outlook, contributions] = await Promise.all([
    outlookOfErasure(call, user.id),
    readPage(context.cursors, name, query, CONTRIBUTIONS_A_PAGE, (page: PageRequest<never>) =>
      listContributions(call, tab, user.id, page),
    ),
  ])
  const next =
    contributions.next && `${view.base}/users/${user.id}?${new URLSearchParams({ tab, cursor: contributions.next })}`
  return (
    <UserPage
      view={view}
      user={user}
      outlook={outlook}
      tab={tab}
      contributions={contributions.items}
      next={next}
      isConfirmed={isConfirmed(call)}
      mayErase={view.may('users:erase')}
      reason={reason ?? user.banReason}
    />
  )
}

/** A user who is not erased. */
async function present(call: Caller, request: FastifyRequest): Promise<User> {
  const user = await readUser(call, idOf(request))
  if (user.state === 'erased') throw new Problem(notFound)
  return user
}
