import type { Sample, SampleValues } from './core.ts'
import template from './feedback.mjs?raw'

export function nodeSample(values: SampleValues): Sample {
  return {
    language: 'Node',
    id: 'node',
    file: 'feedback.mjs',
    install: `# It is not on the npm registry yet. In a checkout of this service's repository:
npm run pack:kits
# In your project, beside the checkout:
npm install ../feedback-board/packed/feedback-board-server-0.1.0.tgz`,
    code: template.replace(
      /\{(projectId|keyId|apiOrigin|boardOrigin)\}/g,
      (_, name: keyof SampleValues) => values[name],
    ),
    use: `// \`user\` is the user who is signed in to your app: { id, email, emailVerified, givenName, familyName }. Only id is required.
app.get('/feedback/sign-in', requireUser, async (request, response) => {
  const { state } = request.query // absent when somebody opens this address by themselves
  const address = state ? await boardAddress(request.user, state) : '${values.boardOrigin}'
  response.set('Cache-Control', 'no-store').redirect(303, address)
})
// Without requireUser: it would send guests to a page, and the widget expects 401.
app.get('/feedback/token', async (request, response) => {
  response.set('Cache-Control', 'no-store')
  if (!request.user) return response.status(401).json({ error: 'not_signed_in' })
  response.json({ token: await appToken(request.user) })
})
`,
  }
}
