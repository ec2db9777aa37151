import { membersOf, redirect } from '../../pages/index.ts'
import { ownBoard } from '../shared/arrival.ts'
import { keepChoices } from '../shared/choices.ts'
import { returnPath } from '../shared/return-path.ts'
import type { BoardRoutes } from '../shared/routing.ts'
import { countRead, visitorCall } from '../shared/visitor.ts'

/** The switchers of language and theme at the foot of every page. */
export function choiceRoutes(routes: BoardRoutes): void {
  const { context } = routes
  routes.form('/choices', async (request, reply) => {
    const call = await visitorCall(context, await ownBoard(context, request), request, reply)
    await countRead(context, call, request)
    const chosen = membersOf(request)
    keepChoices(context, reply, chosen)
    return redirect(reply, returnPath(chosen.return_to), 303)
  })
}
