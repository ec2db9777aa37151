import { currentUser } from '../../../lib/session.js'
import { boardCallback, boardOrigin } from '../../../lib/signer.js'

// The project's sign-in URL: the board sends a visitor here with a state, and they go back with a token.
export async function GET(request) {
  const state = request.nextUrl.searchParams.get('state')
  if (!state) return redirect(boardOrigin())
  const user = await currentUser()
  if (!user) return redirect(`/login?${new URLSearchParams({ state })}`)
  const callback = await boardCallback(user, state)
  return callback
    ? redirect(callback)
    : new Response('This link does not work. Begin again on the board.', { status: 400 })
}

function redirect(to) {
  return new Response(null, { status: 303, headers: { Location: to, 'Cache-Control': 'no-store' } })
}
