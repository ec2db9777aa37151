import { undo } from '../../../domain/undo/index.ts'
import { isJson, membersOf, textsIn } from '../../pages/index.ts'
import type { ConsoleContext } from '../shared/context.ts'
import { faultOf } from '../shared/form-errors.ts'
import { pageOf } from '../shared/return-path.ts'
import { type ConsoleRoutes, goTo } from '../shared/routing.ts'
import { MOST_CHANGES } from '../shared/undo.tsx'

const WRITE = { needs: ['posts:write', 'comments:write', 'moderation:write'] } as const

/** Takes the last change back, whichever page made it. */
export function undoRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  routes.form('/undo', WRITE, async (call, request, reply) => {
    const changes = textsIn(membersOf(request).change).slice(0, MOST_CHANGES)
    const page = pageOf(request, context.places.apiOrigin)
    try {
      const undone = await undo(call, changes)
      if (isJson(request)) return { undone }
      return goTo(reply, page, undone < changes.length ? 'undone_in_part' : 'undone')
    } catch (error) {
      if (isJson(request)) throw error
      faultOf(error)
      return goTo(reply, page, 'undo_refused')
    }
  })
}
