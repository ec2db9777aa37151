import type { Sample, SampleValues } from './core.ts'

export function nodeSample({ projectId, keyId, apiOrigin, boardOrigin }: SampleValues): Sample {
  return {
    language: 'Node',
    id: 'node',
    file: 'feedback.mjs',
    install: 'npm install @feedback-board/server',
    code: `// Node 20 or newer, Bun or Deno.
import { readFileSync } from 'node:fs'
import { createSigner } from '@feedback-board/server'

const signer = createSigner({
  projectId: '${projectId}',
  keyId: '${keyId}',
  privateKey: process.env.FEEDBACK_PRIVATE_KEY ?? readFileSync('sign-in-key.pem', 'utf8'),
  apiOrigin: '${apiOrigin}',
  boardOrigin: '${boardOrigin}',
})

/** At your sign-in URL: redirect the visitor to this address. \`state\` is what the board sent, unchanged. */
export const boardAddress = (user, state) => signer.boardCallback(user, state)

/** For your own app or the widget: a token that it trades for a session. */
export const appToken = (user) => signer.forApp(user)
`,
    use: `// \`user\` is whoever is signed in to your app: { id, email, emailVerified, givenName, familyName }. Only id is required.
app.get('/feedback/sign-in', requireUser, async (request, response) => {
  response.set('Cache-Control', 'no-store').redirect(303, await boardAddress(request.user, request.query.state))
})
app.post('/feedback/token', requireUser, async (request, response) => {
  response.set('Cache-Control', 'no-store').json({ token: await appToken(request.user) })
})
`,
  }
}
