import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSignedIn, type ProjectCall, type Visitor } from '../../../domain/call/index.ts'
import { queryOf, redirect, sendPage, textOf } from '../../pages/index.ts'
import type { BoardContext } from '../shared/context.ts'
import { SignInPage } from '../shared/notice-page.tsx'
import { returnPath } from '../shared/return-path.ts'
import type { BoardRoutes } from '../shared/routing.ts'
import { countRead, countStranger, policyOf, viewOf, visitorCall } from '../shared/visitor.ts'
import { flowRoutes } from './flow.ts'
import { CallbackPage } from './page.tsx'

export function signInRoutes(routes: BoardRoutes): void {
  const { context } = routes
  routes.get('/sign-in', (board, request, reply) => showSignIn(context, board, request, reply))
  routes.get('/sso/callback', async (call, request, reply) => {
    await countStranger(context, call, request)
    // Only its script: the page is the same for everybody and never holds the fragment.
    const view = { ...viewOf(context, call, request), path: '/' }
    const page = CallbackPage({ view, script: context.assets.callback })
    const options = { ...policyOf(call), isShared: false, isSecretive: true }
    return sendPage(request, reply, page, options)
  })
  flowRoutes(routes)
}

/** Also open on a private board, since visitors sign in here. */
async function showSignIn(
  context: BoardContext,
  board: ProjectCall<Visitor>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const call = await visitorCall(context, board, request, reply)
  await countRead(context, call, request)
  const query = queryOf(request)
  const returnTo = returnPath(query.return_to)
  if (isSignedIn(call)) return redirect(reply, returnTo, 303)
  // The action after the sign-in comes from a page of this board, never from a link on another site.
  const isOwn = request.headers['sec-fetch-site'] === 'same-origin'
  const intent = isOwn ? (textOf(query.intent) ?? '') : ''
  const page = SignInPage({ view: viewOf(context, call, request), returnTo, intent })
  return sendPage(request, reply, page, { ...policyOf(call), isShared: false })
}
