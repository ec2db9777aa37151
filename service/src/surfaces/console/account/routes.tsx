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
import { idIn, membersOf, textIn } from '../../pages/index.ts'
import { withNotice } from '../shared/notices.ts'
import { type ConsoleRoutes, goTo } from '../shared/routing.ts'
import { AccountPage, ProjectsPage } from './pages.tsx'

/** The operator's own pages: projects, passkeys and sessions. */
export function accountRoutes(routes: ConsoleRoutes): void {
  routes.ownPage('', async (call, view) => {
    const projects = await projectsOf(call)
    return <ProjectsPage view={view} projects={projects} canCreate={call.actor.operator.ownsAll} />
  })
  routes.ownPage('/me', async (call, view) => {
    const [passkeys, sessions, projects] = await Promise.all([
      listPasskeys(call),
      countOwnSessions(call),
      projectsOf(call),
    ])
    return <AccountPage view={view} passkeys={passkeys} sessions={sessions} projects={projects} />
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
