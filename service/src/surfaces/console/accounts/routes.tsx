import type { FastifyRequest } from 'fastify'
import type { OperatorCall } from '../../../domain/call/index.ts'
import {
  ACCOUNT_SORTS,
  type Account,
  type AccountQuery,
  listAccounts,
  listPeopleOf,
  readAccount,
  readPostsOf,
} from '../../../domain/insights/index.ts'
import { listStatuses } from '../../../domain/statuses/index.ts'
import type { Columns } from '../../http/index.ts'
import { type Query, queryOf, readPage, textOf } from '../../pages/index.ts'
import type { ConsoleContext } from '../shared/context.ts'
import { download } from '../shared/download.ts'
import type { ConsoleRoutes } from '../shared/routing.ts'
import type { ProjectView } from '../shared/view.ts'
import { OneAccountPage } from './account-page.tsx'
import { AccountsPage, paramsOf } from './list-page.tsx'

const READ = { needs: 'insights:read' } as const
const READ_PEOPLE = { needs: ['insights:read', 'users:read', 'board:read'] } as const
const ACCOUNTS_A_PAGE = 25
const PEOPLE_A_PAGE = 30
const LONGEST_NAME = 200

const COLUMNS: Columns<Account> = {
  name: ({ name }) => name,
  people: ({ people }) => people,
  value: ({ value }) => value,
  last_voted_at: ({ votedAt }) => votedAt,
}

/** Customers: a list of them, and a page about each. */
export function accountsRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  routes.page('/accounts', READ, async (call, view, request) => {
    const query = queryOf(request)
    const asked = askedIn(query)
    const name = ['console accounts', call.project.id, asked]
    const { items, next } = await readPage(context.cursors, name, query, ACCOUNTS_A_PAGE, (page) =>
      listAccounts(call, asked, page),
    )
    const address = next && `${view.base}/accounts?${paramsOf(asked)}&${new URLSearchParams({ cursor: next })}`
    return <AccountsPage view={view} asked={asked} accounts={items} next={address} />
  })
  routes.page('/accounts.csv', READ, (call, _, request, reply) => {
    const asked = askedIn(queryOf(request))
    // Through the call itself: whoever asks for accounts has that noted, which a replica does not take.
    return download(context, call, request, reply, {
      name: 'accounts',
      columns: COLUMNS,
      list: (_, page) => listAccounts(call, asked, page),
    })
  })
  // The name is in the query: in a path, a browser would take ".." for the folder above.
  routes.page('/account', READ_PEOPLE, (call, view, request) => showOne(context, call, view, request))
}

async function showOne(
  context: ConsoleContext,
  call: OperatorCall<'insights:read' | 'users:read' | 'board:read'>,
  view: ProjectView,
  request: FastifyRequest,
) {
  const query = queryOf(request)
  const account = await readAccount(call, textOf(query.name) ?? '')
  const name = ['console account', call.project.id, account.name]
  const [wanted, statuses, people] = await Promise.all([
    readPostsOf(call, account),
    listStatuses(call),
    readPage(context.cursors, name, query, PEOPLE_A_PAGE, (page) => listPeopleOf(call, account, page)),
  ])
  const next =
    people.next && `${view.base}/account?${new URLSearchParams({ name: account.name, cursor: people.next })}#people`
  return (
    <OneAccountPage
      view={view}
      account={account}
      wanted={wanted}
      statuses={statuses}
      people={people.items}
      next={next}
    />
  )
}

function askedIn(query: Query): AccountQuery {
  return {
    sort: ACCOUNT_SORTS.find((sort) => sort === query.sort) ?? 'value',
    prefix: textOf(query.q)?.slice(0, LONGEST_NAME),
  }
}
