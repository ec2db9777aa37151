import type { FastifyRequest } from 'fastify'
import type { OperatorCall } from '../../../domain/call/index.ts'
import { readFileAsTeam } from '../../../domain/files/index.ts'
import { changeLogo } from '../../../domain/project-settings/index.ts'
import { readPicture } from '../../../foundation/pictures/index.ts'
import { formWordsOf, Problem } from '../../../foundation/problems/index.ts'
import { readOneFile } from '../../http/index.ts'
import { queryOf, sendPicture } from '../../pages/index.ts'
import { type ConsoleRoutes, goTo } from '../shared/routing.ts'

type Caller = OperatorCall<'project:write'>

/** The project's pictures for the console, and its logo. */
export function logoRoutes(
  routes: ConsoleRoutes,
  refuse: (call: Caller, request: FastifyRequest, text: string) => Promise<object>,
): void {
  routes.page('/files/:id', { needs: 'moderation:read' }, async (call, _, request, reply) => {
    const { id } = request.params as { id: string } // as its path says
    const bytes = await readFileAsTeam(call, id, queryOf(request).size === 'small' ? 'small' : 'large')
    return sendPicture(reply, bytes, { isShared: false, isForAll: false })
  })
  routes.form('/settings/logo', { needs: 'project:write', takesFile: true }, async (call, request, reply) => {
    try {
      await changeLogo(call, await readPicture(await readOneFile(request)))
      return goTo(reply, `/console/${call.project.slug}/settings`, 'logo_saved')
    } catch (error) {
      if (!(error instanceof Problem) || error.kind.status >= 500) throw error
      reply.code(error.kind.status)
      return refuse(call, request, formWordsOf(error))
    }
  })
  routes.form('/settings/logo/remove', { needs: 'project:write' }, async (call, _, reply) => {
    await changeLogo(call, undefined)
    return goTo(reply, `/console/${call.project.slug}/settings`, 'logo_removed')
  })
}
