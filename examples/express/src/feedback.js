import { readFileSync } from 'node:fs'
import { createSigner, SigningError } from '@feedback-board/server'
import { Router } from 'express'
import { apiOrigin, boardOrigin } from './settings.js'

/** The two addresses that the board and the widget need. `userOf` answers with the signed-in user of a request, or undefined. */
export function feedbackRoutes(userOf) {
  const env = process.env
  const signer = createSigner({
    projectId: env.FEEDBACK_PROJECT_ID,
    keyId: env.FEEDBACK_KEY_ID,
    privateKey: readFileSync(env.FEEDBACK_PRIVATE_KEY_FILE, 'utf8'),
    apiOrigin,
    boardOrigin,
  })
  const routes = Router()

  routes.use((_request, response, next) => {
    response.set('Cache-Control', 'no-store')
    next()
  })

  // A script asks here, so a guest gets 401 and JSON, not a redirect to a page.
  routes.get('/token', async (request, response) => {
    const user = userOf(request)
    if (!user) return response.status(401).json({ error: 'not_signed_in' })
    response.json({ token: await signer.forApp(user) })
  })

  // The project's sign-in URL: the board sends a visitor here with a state, and they go back with a token.
  routes.get('/sign-in', async (request, response) => {
    const { state } = request.query
    if (typeof state !== 'string' || state === '') return response.redirect(303, boardOrigin)
    const user = userOf(request)
    if (!user) return response.redirect(303, `/login?${new URLSearchParams({ state })}`)
    response.redirect(303, await signer.boardCallback(user, state))
  })

  // A state that no token can hold did not come from the board.
  routes.use((error, _request, response, next) => {
    if (!(error instanceof SigningError)) return next(error)
    response.status(400).type('text').send('This link does not work. Begin again on the board.')
  })

  return routes
}
