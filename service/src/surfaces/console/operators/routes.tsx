import {
  changeOwnsAll,
  isConfirmed,
  listAccounts,
  removeOperator,
  signOutOperator,
} from '../../../domain/operators/index.ts'
import { idIn, membersOf, queryOf, readPage } from '../../pages/index.ts'
import type { ConsoleContext } from '../shared/context.ts'
import type { Done } from '../shared/notices.ts'
import { type ConsoleRoutes, goTo } from '../shared/routing.ts'
import { OperatorsPage } from './page.tsx'

const ACCOUNTS_A_PAGE = 50
const CHANGE = { isSensitive: true, asks: true } as const

/** All operators, for owners of everything. */
export function operatorRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  routes.servicePage('/me/operators', async (call, view, request) => {
    const { items, next } = await readPage(context.cursors, ['operators'], queryOf(request), ACCOUNTS_A_PAGE, (page) =>
      listAccounts(call, page),
    )
    const address = next && `/console/me/operators?cursor=${encodeURIComponent(next)}`
    return <OperatorsPage view={view} accounts={items} next={address} isConfirmed={isConfirmed(call)} />
  })
  const change = (path: string, done: Done, verb: (...args: Parameters<typeof removeOperator>) => Promise<unknown>) =>
    routes.serviceForm(`/me/operators/${path}`, CHANGE, async (call, request, reply) => {
      await verb(call, idIn(membersOf(request).id))
      return goTo(reply, '/console/me/operators', done)
    })
  change('sign-out', 'operator_signed_out', (call, id) => signOutOperator(call, id))
  change('end-passkeys', 'operator_passkeys_ended', (call, id) => signOutOperator(call, id, { passkeys: true }))
  change('remove', 'operator_removed', removeOperator)
  change('limit', 'owns_all_taken', (call, id) => changeOwnsAll(call, id, false))
}
