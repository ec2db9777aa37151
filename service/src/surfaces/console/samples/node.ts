import type { Sample, SampleValues } from './core.ts'
import template from './feedback.mjs?raw'

export function nodeSample(values: SampleValues): Sample {
  return {
    language: 'Node',
    id: 'node',
    file: 'feedback.mjs',
    install: 'npm install @feedback-board/server',
    code: template.replace(
      /\{(projectId|keyId|apiOrigin|boardOrigin)\}/g,
      (_, name: keyof SampleValues) => values[name],
    ),
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
