import type { FastifyRequest } from 'fastify'
import type { AccountCall } from '../../../domain/call/index.ts'
import {
  addPasskey,
  countOwnSessions,
  listPasskeys,
  passkeyCreation,
  projectsOf,
  removePasskey,
  signOutElsewhere,
  signOutEverywhere,
} from '../../../domain/operators/index.ts'
import { idIn, membersOf, queryOf, readPage, textIn } from '../../pages/index.ts'
import type { ConsoleContext } from '../shared/context.ts'
import { withNotice } from '../shared/notices.ts'
import { type ConsoleRoutes, goTo } from '../shared/routing.ts'
import { AccountPage, ProjectsPage } from './pages.tsx'

const PROJECTS_A_PAGE = 60

/** The operator's own pages: projects, passkeys and sessions. */
export function accountRoutes(routes: ConsoleRoutes, { cursors }: ConsoleContext): void {
  const pageOfProjects = (call: AccountCall, request: FastifyRequest) => {
    const list = ['console', call.actor.operator.id, 'projects']
    return readPage(cursors, list, queryOf(request), PROJECTS_A_PAGE, (page) => projectsOf(call, page))
  }
  routes.ownPage('', async (call, view, request) => {
    const { items, next } = await pageOfProjects(call, request)
    return (
      <ProjectsPage
        view={view}
        projects={items}
        next={next && `/console?cursor=${encodeURIComponent(next)}`}
        canCreate={call.actor.operator.ownsAll}
      />
    )
  })
  routes.ownPage('/me', async (call, view, request) => {
    const [passkeys, sessions, projects] = await Promise.all([
      listPasskeys(call),
      countOwnSessions(call),
      pageOfProjects(call, request),
    ])
    return (
      <AccountPage
        view={view}
        passkeys={passkeys}
        sessions={sessions}
        projects={projects.items}
        next={projects.next && `/console/me?cursor=${encodeURIComponent(projects.next)}`}
      />
    )
  })
  routes.ownForm('/me/passkeys/options', { isSensitive: true }, (call) => passkeyCreation(call))
  routes.ownForm('/me/passkeys', { isSensitive: true }, async (call, request) => {
    const { response, name } = membersOf(request)
    await addPasskey(call, response, textIn(name))
    return { to: withNotice('/console/me', 'passkey_added') }
  })
  routes.ownForm('/me/passkeys/remove', { isSensitive: true, asks: true }, async (call, request, reply) => {
    await removePasskey(call, idIn(membersOf(request).id))
    return goTo(reply, '/console/me', 'passkey_removed')
  })
  routes.ownForm('/me/sign-out-elsewhere', {}, async (call, _, reply) => {
    await signOutElsewhere(call)
    return goTo(reply, '/console/me', 'signed_out_elsewhere')
  })
  routes.ownForm('/me/sign-out-everywhere', {}, async (call, _, reply) => {
    await signOutEverywhere(call)
    return goTo(reply, '/console/enter')
  })
}
